package io.github.cameldb2cdc;

import io.github.cameldb2cdc.engine.EngineStatus;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckResultBuilder;

/**
 * Readiness of one consumer, as its engine sees it: Camel's own check of a polling consumer sees that polls return and
 * not whether they read anything.
 *
 * <p>Down while something keeps the engine from reading, with the sentence for the operator, while an exchange has been
 * under way for too long, and while Capture stands still or does not follow a table of the selection. Thread-safe.
 */
final class EngineHealthCheck implements HealthCheck {

    private final String id;
    private final Duration stallTimeout;
    private final Supplier<EngineStatus> status;
    private volatile boolean enabled = true;

    /**
     * @param consumerName the route, or what else names the consumer
     * @param stallTimeout how long an exchange may be under way
     * @param status the engine's status; null if there is no engine
     */
    EngineHealthCheck(String consumerName, Duration stallTimeout, Supplier<EngineStatus> status) {
        this.id = "db2-cdc:" + consumerName;
        this.stallTimeout = stallTimeout;
        this.status = status;
    }

    @Override
    public String getId() {
        return id;
    }

    @Override
    public String getGroup() {
        return "camel";
    }

    @Override
    public boolean isEnabled() {
        return enabled;
    }

    @Override
    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    /** A restart of the process helps against nothing that is seen here. */
    @Override
    public boolean isLiveness() {
        return false;
    }

    @Override
    public Result call(Map<String, Object> options) {
        HealthCheckResultBuilder result = HealthCheckResultBuilder.on(this)
                .detail(CHECK_ID, id)
                .detail(CHECK_GROUP, getGroup())
                .detail(CHECK_ENABLED, enabled);
        EngineStatus now = status.get();
        if (!enabled || now == null) {
            return result.message(enabled ? "Stopped" : "Disabled").unknown().build();
        }
        addDetails(result, now);
        if (now.trouble() != null) {
            return result.message(now.trouble().getMessage()).down().build();
        }
        if (now.oldestInFlight().compareTo(stallTimeout) > 0) {
            return result.message(stallSentence(now)).down().build();
        }
        if (!now.concerns().isEmpty()) {
            return result.message(String.join(" ", now.concerns())).down().build();
        }
        return result.up().build();
    }

    private static void addDetails(HealthCheckResultBuilder result, EngineStatus now) {
        result.detail("engine.state", now.state().name())
                .detail("engine.acknowledged", String.valueOf(now.acknowledged()))
                .detail("engine.watermark", String.valueOf(now.watermark()))
                .detail("engine.inFlight", now.inFlight())
                .detail("engine.delivered", now.delivered());
    }

    private String stallSentence(EngineStatus now) {
        return "The oldest of " + now.inFlight() + " events in flight has not been done for "
                + now.oldestInFlight().toSeconds() + " s, longer than captureStallTimeout=" + stallTimeout.toMillis()
                + " ms; see where its exchange waits, or with manualCommit=true whether the route commits.";
    }
}
