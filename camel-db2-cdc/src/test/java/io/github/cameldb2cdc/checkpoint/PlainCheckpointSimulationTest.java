package io.github.cameldb2cdc.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Thousands of lives of consumers on repositories that misbehave. Each life ends at any call of the repository. */
class PlainCheckpointSimulationTest {

    private static final String NAME = "HR";
    private static final int RUNS = 1000;
    private static final int LIVES = 4;
    private static final int MOST_STORES = 5;
    private static final int CALLS_OF_A_STORE = 1900;
    private static final CurrentSource SOURCE = new CurrentSource("SAMPLE", "ASNCDC", List.of());

    private int loads;
    private int refusedLoads;

    @Test
    void aRestartNeverRunsAheadAndNeverFallsBackByMoreThanOneRecordThoughWritesAreLost() {
        for (int seed = 0; seed < RUNS; seed++) {
            ScriptedKeys keys = new ScriptedKeys(seed);
            keys.loseWrites(0.01);
            run(keys, new Random(seed), 1, false);
        }
        assertThat(loads).isGreaterThan(RUNS);
        assertThat(refusedLoads).isZero();
    }

    @Test
    void aRestartOnARepositoryThatForgetsRepeatsOrSaysThatItCannot() {
        for (int seed = 0; seed < RUNS; seed++) {
            ScriptedKeys keys = new ScriptedKeys(seed);
            keys.keepAtMost(100 + seed % 500);
            run(keys, new Random(seed), Long.MAX_VALUE, true);
        }
        assertThat(loads).isPositive();
        assertThat(refusedLoads).isPositive();
    }

    /** @param mostLost how many records a restart may fall back behind the last one that was acknowledged */
    private void run(ScriptedKeys keys, Random random, long mostLost, boolean mayRefuse) {
        long tried = 0;
        long acknowledged = 0;
        for (int life = 0; life < LIVES; life++) {
            keys.failAt(-1, ScriptedKeys.Fault.BEFORE_THE_WORK);
            PlainCheckpointRepository repository = new PlainCheckpointRepository(keys);
            Optional<Checkpoint> found;
            try {
                found = repository.load(NAME, SOURCE);
            } catch (CdcException e) {
                assertThat(mayRefuse && e.kind() == FailureKind.DEFINITE).isTrue();
                refusedLoads++;
                return;
            }
            if (acknowledged > 0) {
                assertThat(found).isPresent();
                loads++;
                assertThat(found.get().recordNumber()).isBetween(Math.max(0, acknowledged - mostLost), tried);
                assertThat(found.get().position()).isEqualTo(at(found.get().recordNumber()));
            }
            Checkpoint stored = found.orElse(null);
            if (acknowledged > 0) {
                acknowledged = stored.recordNumber();
            }
            keys.dieAt(1 + random.nextInt(MOST_STORES * CALLS_OF_A_STORE), oneOf(random));
            try {
                for (int i = 0; i < MOST_STORES; i++) {
                    Checkpoint next = stored == null
                            ? SampleCheckpoints.first("a")
                            : stored.next().withPosition(at(stored.recordNumber() + 1));
                    tried = next.recordNumber();
                    repository.store(NAME, stored, next);
                    stored = next;
                    acknowledged = next.recordNumber();
                }
            } catch (CdcException e) {
                assertThat(e.kind()).isEqualTo(FailureKind.TRANSIENT);
            }
        }
    }

    private static ScriptedKeys.Fault oneOf(Random random) {
        return ScriptedKeys.Fault.values()[random.nextInt(2)];
    }

    /** The start is the position of the first record, under the number 0 as well. */
    private static Position at(long recordNumber) {
        return Position.endOf(Sequence.parse(String.format("%020X", Math.max(1, recordNumber))));
    }
}
