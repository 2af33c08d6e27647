package io.github.cameldb2cdc.proof;

import io.github.cameldb2cdc.checkpoint.CheckpointRepository;
import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.engine.Delivery;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.event.CdcEvent;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.SchemaChange;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** A consumer whose events are done at once and kept as text: operation, table, row before and after. */
final class RecordedRun implements AutoCloseable {

    private final CheckpointRepository checkpoints;
    private final ConsumerUnderProof consumer;
    private final List<String> lines = new ArrayList<>();
    private Consumer<Delivery> afterEach = delivery -> {};
    private int stopAfter = Integer.MAX_VALUE;

    RecordedRun(DataSource source) {
        this(source, new MemoryCheckpointRepository(), Clock.systemUTC());
    }

    RecordedRun(DataSource source, CheckpointRepository checkpoints, InstantSource clock) {
        this.checkpoints = checkpoints;
        this.consumer = new ConsumerUnderProof(source, checkpoints, this::take, clock);
    }

    private void take(Delivery delivery) {
        lines.add(lineOf(delivery.event()));
        delivery.done();
        afterEach.accept(delivery);
        if (lines.size() == stopAfter) {
            consumer.engine().requestStop();
        }
    }

    private static String lineOf(CdcEvent event) {
        if (event instanceof SchemaChange change) {
            return "SCHEMA " + change.table().name() + " " + change.changes();
        }
        return event instanceof Notification notice
                ? notice.type() + " " + notice.table().name()
                : line((RowChange) event);
    }

    static String line(RowChange event) {
        String before = event.before() == null ? "" : event.before().toMap().toString();
        String after = event.after() == null ? "" : event.after().toMap().toString();
        String arrow = before.isEmpty() || after.isEmpty() ? "" : " -> ";
        return event.operation().code() + " " + event.table().id().name() + " " + before + arrow + after;
    }

    /** What happens behind each event that is done. */
    void afterEach(Consumer<Delivery> action) {
        afterEach = action;
    }

    RecordedRun start(EngineOptions options) {
        stopAfter = Integer.MAX_VALUE;
        consumer.start(options);
        return this;
    }

    /** Starts an engine that ends by itself after this many events from now. */
    void startAndEndAfter(int events, EngineOptions options) {
        consumer.start(options);
        stopAfter = lines.size() + events;
        consumer.runUntilIdle();
    }

    void runUntilIdle() {
        consumer.runUntilIdle();
    }

    ConsumerUnderProof consumer() {
        return consumer;
    }

    CheckpointRepository checkpoints() {
        return checkpoints;
    }

    /** The events since the last call. */
    List<String> takeLines() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
