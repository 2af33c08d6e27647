package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.engine.CdcEngine;
import io.github.cameldb2cdc.engine.TestEngines;
import io.github.cameldb2cdc.proof.ConsumerUnderProof.EngineFactory;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Chunks of random sizes, changes, lags and stand-stills of Capture, failing sinks and kills: no key goes back in time, and
 * in the end the target has what the source has. A failing run names its seed; {@code -Dseed=...} runs that one alone,
 * {@code -Dseeds=...} says how many.
 */
class IncrementalSnapshotTest {

    static LongStream seeds() {
        Long one = Long.getLong("seed");
        return one != null ? LongStream.of(one) : LongStream.rangeClosed(1, Long.getLong("seeds", 5));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void noKeyGoesBackInTimeOverFailuresAndKills(long seed) throws Exception {
        run(seed, false, CdcEngine::new);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void withoutFailuresEachRowComesOnceAndAFrameLeavesNothingOut(long seed) throws Exception {
        run(seed, true, CdcEngine::new);
    }

    /** That the proof can fail: windows that end with the watermark right behind the read. */
    @Test
    void windowsThatDoNotKnowOfCapturesLagTravelInTime() {
        boolean failed = LongStream.rangeClosed(1, 12).anyMatch(seed -> fails(seed, TestEngines::withNaiveWindows));
        assertThat(failed).as("some run fails").isTrue();
    }

    private static boolean fails(long seed, EngineFactory engines) {
        try {
            run(seed, true, engines);
            return false;
        } catch (AssertionError e) {
            return e.getMessage().contains("behind version");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void run(long seed, boolean quiet, EngineFactory engines) throws Exception {
        MovableClock clock = MovableClock.ofSystem();
        try (EmbeddedDb2 db2 =
                EmbeddedDb2.builder().capturePaused().clock(clock).start()) {
            new WorkloadTables(IncrementalRun.SCHEMA).create(db2);
            try (IncrementalRun run = new IncrementalRun(db2, clock, seed, quiet, engines)) {
                run.run();
            }
        } catch (AssertionError | Exception e) {
            throw new AssertionError("Run it again with -Dseed=" + seed + ": " + e.getMessage(), e);
        }
    }
}
