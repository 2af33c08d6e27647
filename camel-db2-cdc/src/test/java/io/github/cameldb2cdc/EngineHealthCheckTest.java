package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.engine.EngineState;
import io.github.cameldb2cdc.engine.EngineStatus;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Position;
import java.time.Duration;
import java.util.List;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheck.State;
import org.junit.jupiter.api.Test;

class EngineHealthCheckTest {

    @Test
    void anEngineThatReadsIsUpAndSaysHowFarItIs() {
        HealthCheck.Result result = checkOf(status(null, Duration.ofSeconds(5))).callReadiness();

        assertThat(result.getState()).isEqualTo(State.UP);
        assertThat(result.getDetails())
                .containsEntry("engine.state", "STREAMING")
                .containsEntry("engine.acknowledged", "0A:0B")
                .containsEntry("engine.inFlight", 3)
                .containsEntry("engine.delivered", 9L);
    }

    @Test
    void aTroubleIsDownWithItsSentence() {
        EngineStatus trouble =
                status(CdcException.definite("SELECT on ASNCDC.CD1 is missing; grant it."), Duration.ZERO);

        HealthCheck.Result result = checkOf(trouble).callReadiness();

        assertThat(result.getState()).isEqualTo(State.DOWN);
        assertThat(result.getMessage().orElseThrow()).contains("SELECT on ASNCDC.CD1 is missing; grant it.");
    }

    @Test
    void anEventThatIsInFlightForTooLongIsDownAndSaysForHowLong() {
        HealthCheck.Result result =
                checkOf(status(null, Duration.ofSeconds(301))).callReadiness();

        assertThat(result.getState()).isEqualTo(State.DOWN);
        assertThat(result.getMessage().orElseThrow())
                .contains(
                        "The oldest of 3 events in flight has not been done for 301 s, longer than captureStallTimeout=300000 ms");
    }

    @Test
    void whatKeepsChangesFromComingIsDownWithAllItsSentences() {
        HealthCheck.Result result = checkOf(
                        status(null, Duration.ZERO, List.of("Capture stands.", "HR.EMP is not followed.")))
                .callReadiness();

        assertThat(result.getState()).isEqualTo(State.DOWN);
        assertThat(result.getMessage().orElseThrow()).contains("Capture stands. HR.EMP is not followed.");
    }

    @Test
    void aStoppedConsumerIsNeitherUpNorDown() {
        assertThat(checkOf(null).callReadiness().getState()).isEqualTo(State.UNKNOWN);
    }

    @Test
    void itSpeaksOfReadinessOnly() {
        HealthCheck check = checkOf(null);

        assertThat(check.isReadiness()).isTrue();
        assertThat(check.isLiveness()).isFalse();
        assertThat(check.getId()).isEqualTo("db2-cdc:orders");
    }

    private static HealthCheck checkOf(EngineStatus status) {
        return new EngineHealthCheck("orders", Duration.ofMinutes(5), () -> status);
    }

    private static EngineStatus status(CdcException trouble, Duration oldest) {
        return status(trouble, oldest, List.of());
    }

    private static EngineStatus status(CdcException trouble, Duration oldest, List<String> concerns) {
        return new EngineStatus(EngineState.STREAMING, trouble, Position.parse("0A:0B"), null, 3, oldest, 9, concerns);
    }
}
