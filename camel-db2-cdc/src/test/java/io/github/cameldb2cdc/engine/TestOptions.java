package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.Selection;
import io.github.cameldb2cdc.source.StartFrom;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Options of an engine in tests: small limits and short pauses, changed one by one. */
final class TestOptions {

    String checkpointName = "test";
    Selection selection;
    SnapshotMode snapshotMode = SnapshotMode.INITIAL;
    StartFrom startFrom = new StartFrom.Latest();
    ZoneId sourceTimeZone;
    int snapshotChunkSize = 1000;
    int maxMessagesPerPoll = 2048;
    int maxInFlight = 4096;
    long maxInFlightBytes = 64 << 20;
    boolean manualCommit;
    boolean tombstones;
    OnFailure onFailure = OnFailure.RETRY;
    Duration maximumBackoff = Duration.ofMillis(200);
    Duration checkpointInterval = Duration.ofSeconds(1);

    private TestOptions(Selection selection) {
        this.selection = selection;
    }

    /** All registered tables of a schema. */
    static TestOptions schema(String schema) {
        return new TestOptions(new Selection(List.of(schema), List.of(), List.of(), List.of(), Map.of(), Map.of()));
    }

    /** These tables of a schema. */
    static TestOptions tables(String schema, String... names) {
        List<TableId> tables =
                List.of(names).stream().map(name -> new TableId(schema, name)).toList();
        return new TestOptions(new Selection(List.of(schema), tables, List.of(), List.of(), Map.of(), Map.of()));
    }

    TestOptions with(UnaryOperator<TestOptions> change) {
        return change.apply(this);
    }

    EngineOptions build() {
        return new EngineOptions(
                checkpointName,
                "db2",
                "ASNCDC",
                selection,
                null,
                sourceTimeZone,
                snapshotMode,
                startFrom,
                snapshotChunkSize,
                maxMessagesPerPoll,
                maxInFlight,
                maxInFlightBytes,
                manualCommit,
                onFailure,
                maximumBackoff,
                checkpointInterval,
                Duration.ofSeconds(30),
                1000,
                tombstones);
    }
}
