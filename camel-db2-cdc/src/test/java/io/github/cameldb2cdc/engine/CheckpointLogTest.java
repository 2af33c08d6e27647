package io.github.cameldb2cdc.engine;

import static io.github.cameldb2cdc.engine.NumberedEvents.place;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.CheckpointFencedException;
import io.github.cameldb2cdc.checkpoint.CurrentSource;
import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.Phase;
import io.github.cameldb2cdc.engine.CheckpointLog.Urgency;
import io.github.cameldb2cdc.event.CdcException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A store that fails, or does the work and loses the answer, at each of its calls. */
class CheckpointLogTest {

    private static final CurrentSource SOURCE = new CurrentSource("SAMPLE", "ASNCDC", List.of());

    private static final String NAME = "test";
    private Instant now = Instant.parse("2026-11-30T12:00:00Z");

    private CheckpointLog log(ScriptedRepository repository) {
        return new CheckpointLog(repository, NAME, Duration.ofSeconds(1), () -> now);
    }

    private static Checkpoint first() {
        return PlanFixture.checkpoint(place(1), Phase.STREAMING, PlanFixture.table("T", LoadState.LOADED, true));
    }

    @Test
    void theStoreEndsWithTheLastPositionWhicheverCallsGoWrong() {
        Interleavings.forAll(choices -> {
            StringBuilder script = new StringBuilder(".");
            for (int call = 0; call < 6; call++) {
                script.append(".fl".charAt(choices.choose(3)));
            }
            ScriptedRepository repository = new ScriptedRepository(script.toString());
            CheckpointLog log = log(repository);
            log.load(SOURCE);
            log.begin(first());
            int wanted = 1;
            for (int step = 0; step < 12; step++) {
                if (step < 5) {
                    wanted++;
                    int number = wanted;
                    log.change(checkpoint -> checkpoint.withPosition(place(number)), Urgency.EVENTS);
                }
                now = now.plusSeconds(1);
                try {
                    log.writeIfDue();
                } catch (CdcException e) {
                    assertThat(e).isNotInstanceOf(CheckpointFencedException.class);
                }
                assertThat(storedNumber(repository)).isLessThanOrEqualTo(wanted);
            }
            assertThat(storedNumber(repository)).isEqualTo(wanted);
            for (int i = 1; i < repository.stored.size(); i++) {
                Checkpoint before = repository.stored.get(i - 1);
                Checkpoint after = repository.stored.get(i);
                assertThat(after.recordNumber()).isEqualTo(before.recordNumber() + 1);
                assertThat(after.position()).isGreaterThanOrEqualTo(before.position());
            }
        });
    }

    private static int storedNumber(ScriptedRepository repository) {
        return NumberedEvents.numberOf(repository.load(NAME).orElseThrow().position());
    }

    @Test
    void aWriteOfAnotherOwnerFencesEveryLaterWrite() {
        ScriptedRepository repository = new ScriptedRepository("");
        CheckpointLog log = log(repository);
        log.load(SOURCE);
        log.begin(first());
        CheckpointLog other = log(repository);
        other.begin(other.load(SOURCE).orElseThrow().claimedBy("other"));
        log.change(checkpoint -> checkpoint.withPosition(place(9)), Urgency.NOW);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(log::writeIfDue).isInstanceOf(CheckpointFencedException.class);
        }
        assertThat(storedNumber(repository)).isEqualTo(1);
    }

    @Test
    void whatIsNotUrgentWaitsForItsInterval() {
        ScriptedRepository repository = new ScriptedRepository("");
        CheckpointLog log = log(repository);
        log.load(SOURCE);
        log.begin(first());
        log.change(checkpoint -> checkpoint.withPosition(place(2)), Urgency.IDLE);
        now = now.plus(Duration.ofMinutes(10)).minusMillis(1);
        log.writeIfDue();
        assertThat(storedNumber(repository)).isEqualTo(1);
        log.change(checkpoint -> checkpoint.withPosition(place(3)), Urgency.EVENTS);
        log.writeIfDue();
        assertThat(storedNumber(repository)).isEqualTo(3);
        log.change(checkpoint -> checkpoint, Urgency.NONE);
        now = now.plus(Duration.ofDays(1));
        int calls = repository.calls;
        log.writeIfDue();
        log.writeNow();
        assertThat(repository.calls).isEqualTo(calls);
    }

    @Test
    void anExceptionThatTheContractDoesNotKnowIsAFailureOfTheStoreLikeAnother() {
        ScriptedRepository repository = new ScriptedRepository(".b");
        CheckpointLog log = log(repository);
        log.load(SOURCE);
        log.begin(first());
        log.change(checkpoint -> checkpoint.withPosition(place(2)), Urgency.NOW);
        assertThatThrownBy(log::writeIfDue)
                .isInstanceOf(CdcException.class)
                .hasMessageContaining("IllegalStateException");
        log.writeIfDue();
        assertThat(storedNumber(repository)).isEqualTo(2);
    }
}
