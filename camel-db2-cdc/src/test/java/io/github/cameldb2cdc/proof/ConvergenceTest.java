package io.github.cameldb2cdc.proof;

import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random transactions, limits, publications, failing sinks, stops and kills: in the end the target has what the source
 * has. A failing run names its seed; {@code -Dseed=...} runs that one alone, {@code -Dseeds=...} says how many.
 */
class ConvergenceTest {

    private static EmbeddedDb2 db2;

    @BeforeAll
    static void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        new WorkloadTables(RandomRun.SCHEMA).create(db2);
    }

    @AfterAll
    static void stop() {
        db2.close();
    }

    static LongStream seeds() {
        Long one = Long.getLong("seed");
        return one != null ? LongStream.of(one) : LongStream.rangeClosed(1, Long.getLong("seeds", 20));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theTargetEndsWhereTheSourceDoes(long seed) throws Exception {
        try (RandomRun run = new RandomRun(db2, seed)) {
            run.run();
        } catch (AssertionError | Exception e) {
            throw new AssertionError("Run it again with -Dseed=" + seed + ": " + e.getMessage(), e);
        }
    }
}
