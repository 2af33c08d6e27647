package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.source.StartFrom;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that fails at random, while answers come late and out of order, and a process that ends in between. */
class FailingStoreTest {

    private static final int EVENTS = 100;
    private static final int MOST_STEPS = 1_000_000;
    private static final int CALLS_BEFORE_THE_KILL = 15;
    private static final int CALLS = 400;

    private EmbeddedDb2 db2;
    private EngineRig rig;
    private ScriptedRepository store;

    /** An event with what became of it. */
    private static final class Handed {
        private final Delivery delivery;
        private boolean done;

        Handed(Delivery delivery) {
            this.delivery = delivery;
        }

        void answer() {
            done = true;
            delivery.done();
        }
    }

    private final List<Handed> handed = new ArrayList<>();

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute("CREATE TABLE S.T (ID INTEGER NOT NULL PRIMARY KEY)");
        db2.register("S.T");
        store = new ScriptedRepository("");
        rig = new EngineRig(db2.dataSource(), store);
    }

    @AfterEach
    void stop() {
        rig.close();
        db2.close();
    }

    private static EngineOptions options() {
        return TestOptions.schema("S")
                .with(given -> {
                    given.snapshotMode = SnapshotMode.NEVER;
                    given.startFrom = new StartFrom.Earliest();
                    given.maxMessagesPerPoll = 5;
                    given.maximumBackoff = Duration.ofMillis(1);
                    given.checkpointInterval = Duration.ZERO;
                    return given;
                })
                .build();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theStoredPositionNeverPassesAnEventThatIsNotDone(long seed) {
        Random random = new Random(seed);
        for (int id = 1; id <= EVENTS; id++) {
            db2.execute("INSERT INTO S.T VALUES (" + id + ")");
        }
        db2.capture().publish();
        rig.start(options());
        store.script(scriptOf(random));
        rig.answer(delivery -> take(delivery, random));
        for (int step = 0; step < MOST_STEPS && store.calls < CALLS_BEFORE_THE_KILL; step++) {
            int before = store.calls;
            rig.engine().step();
            assertBehindWhatIsDone();
            if (store.calls > before || rig.engine().status().trouble() == null) {
                answerOne(random);
            }
        }
        assertThat(store.calls).as("calls of the store").isGreaterThanOrEqualTo(CALLS_BEFORE_THE_KILL);
        rig.kill();

        store.script("");
        rig.answer(Delivery::done);
        rig.start(options());
        rig.runUntilIdle();
        List<String> all = IntStream.rangeClosed(1, EVENTS)
                .mapToObj(id -> "c T {ID=" + id + "}")
                .toList();
        assertThat(rig.lines().stream().distinct()).containsExactlyElementsOf(all);
    }

    private static String scriptOf(Random random) {
        StringBuilder script = new StringBuilder();
        for (int call = 0; call < CALLS; call++) {
            script.append("...flb".charAt(random.nextInt(6)));
        }
        return script.toString();
    }

    private void take(Delivery delivery, Random random) {
        Handed taken = new Handed(delivery);
        handed.add(taken);
        if (random.nextBoolean()) {
            taken.answer();
        }
    }

    private void answerOne(Random random) {
        List<Handed> open = handed.stream().filter(event -> !event.done).toList();
        if (!open.isEmpty()) {
            // the oldest more often, or the position would hardly move
            open.get(random.nextBoolean() ? 0 : random.nextInt(open.size())).answer();
        }
    }

    private void assertBehindWhatIsDone() {
        Position firstOpen = handed.stream()
                .filter(event -> !event.done)
                .map(event -> event.delivery.event().position())
                .findFirst()
                .orElse(null);
        if (firstOpen != null) {
            assertThat(store.stored).extracting(Checkpoint::position).allSatisfy(position -> assertThat(position)
                    .isLessThan(firstOpen));
        }
    }
}
