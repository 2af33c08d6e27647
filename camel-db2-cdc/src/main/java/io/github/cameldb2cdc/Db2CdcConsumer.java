package io.github.cameldb2cdc;

import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.EngineState;
import io.github.cameldb2cdc.engine.EngineStatus;
import io.github.cameldb2cdc.engine.OnGap;
import io.github.cameldb2cdc.engine.SignalAnswer;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.signal.Signal;
import io.github.cameldb2cdc.signal.SignalRefusedException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.camel.Processor;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedOperation;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.health.HealthCheckRegistry;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.spi.ShutdownStrategy;
import org.apache.camel.support.ScheduledPollConsumer;
import org.apache.camel.support.service.ServiceHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives the engine from Camel's scheduler: each poll is one step of it.
 *
 * <p>A start opens the engine. What only somebody can repair fails it; a source that is down does not. A stop lets the
 * exchange in hand end, waits for the running step, and closes the engine, which writes the checkpoint. The engine
 * itself asks for the end of the route when it has nothing more to do or must not go on; the route is then stopped from
 * another thread, since a stop waits for the poll.
 */
@ManagedResource(description = "Managed Db2 CDC consumer")
public class Db2CdcConsumer extends ScheduledPollConsumer implements ShutdownAware {

    private static final Logger LOG = LoggerFactory.getLogger(Db2CdcConsumer.class);
    private static final Duration WAIT_AFTER_INTERRUPT = Duration.ofSeconds(5);
    private static final Duration SIGNAL_PATIENCE = Duration.ofSeconds(30);

    private final Db2CdcConfiguration configuration;
    private final EngineOptions options;
    private final ReentrantLock stepLock = new ReentrantLock();
    private volatile EngineRun run;
    private volatile boolean ending;
    private EngineHealthCheck engineHealthCheck;
    private CdcException reportedTrouble;

    /** @param configuration read only by this consumer from here on */
    Db2CdcConsumer(
            Db2CdcEndpoint endpoint, Processor processor, Db2CdcConfiguration configuration, EngineOptions options) {
        super(endpoint, processor);
        this.configuration = configuration;
        this.options = options;
    }

    @Override
    public Db2CdcEndpoint getEndpoint() {
        return (Db2CdcEndpoint) super.getEndpoint();
    }

    @Override
    protected void doStart() throws Exception {
        warnIfRouteAggregates();
        ending = false;
        reportedTrouble = null;
        ExchangeSink sink =
                new ExchangeSink(this, configuration.getBodyType(), configuration.style(), options.manualCommit());
        run = EngineRun.open(getEndpoint().getCamelContext(), ownerName(), configuration, options, sink);
        try {
            startPolling();
        } catch (Exception e) {
            // Camel does not stop what failed to start
            release();
            throw e;
        }
    }

    private void startPolling() throws Exception {
        getEndpoint().getComponent().started(this);
        registerHealthCheck();
        // from here on our own check says whether events can be read; a long first poll is no reason to be not ready
        forceConsumerAsReady();
        super.doStart();
    }

    @Override
    protected int poll() {
        stepLock.lock();
        try {
            EngineRun current = run;
            if (current == null || ending) {
                return 0;
            }
            int delivered = current.engine().step();
            EngineStatus status = current.engine().status();
            reportTrouble(status.trouble());
            endRouteIfAsked(status.state());
            return delivered;
        } finally {
            stepLock.unlock();
        }
    }

    /** The engine logs a failure once; whoever set an exception handler of his own is told once as well. */
    private void reportTrouble(CdcException trouble) {
        boolean handlerIsOwn =
                getEndpoint().isBridgeErrorHandler() || getEndpoint().getExceptionHandler() != null;
        if (trouble != null && trouble != reportedTrouble && handlerIsOwn) {
            handleException(trouble);
        }
        reportedTrouble = trouble;
    }

    private void endRouteIfAsked(EngineState state) {
        if (state != EngineState.COMPLETED && state != EngineState.FAILED_EVENT) {
            return;
        }
        ending = true;
        LOG.info(
                "The {} ends: {}.",
                ownerName(),
                state == EngineState.COMPLETED
                        ? "snapshotMode=INITIAL_ONLY has nothing more to deliver"
                        : "an event failed and onFailure is STOP; the next start begins with it");
        getEndpoint()
                .getCamelContext()
                .getExecutorServiceManager()
                .newThread("Db2CdcRouteEnd", this::endRoute)
                .start();
    }

    private void endRoute() {
        try {
            if (getRouteId() != null) {
                getEndpoint().getCamelContext().getRouteController().stopRoute(getRouteId());
            } else {
                // under master: the route has another consumer, and only this one is at its end
                ServiceHelper.stopService(this);
            }
        } catch (Exception e) {
            LOG.warn("Ending the {} failed.", ownerName(), e);
        }
    }

    @Override
    protected void doStop() throws Exception {
        requestStop();
        // Camel's scheduler interrupts a running poll, which would break the exchange in hand: wait first
        boolean idle = awaitStep(shutdownTimeout());
        super.doStop();
        if (!idle && !awaitStep(WAIT_AFTER_INTERRUPT)) {
            LOG.warn(
                    "The {} is stopped while an exchange is still being processed; its event is delivered again at the"
                            + " next start.",
                    ownerName());
        }
        release();
    }

    private void release() {
        unregisterHealthCheck();
        getEndpoint().getComponent().stopped(this);
        EngineRun current = run;
        run = null;
        if (current != null) {
            current.close();
        }
    }

    /** Waits until no step runs; answers whether that is so. */
    private boolean awaitStep(Duration timeout) throws InterruptedException {
        if (!stepLock.tryLock(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            return false;
        }
        stepLock.unlock();
        return true;
    }

    private Duration shutdownTimeout() {
        ShutdownStrategy strategy = getEndpoint().getCamelContext().getShutdownStrategy();
        return Duration.ofMillis(strategy.getTimeUnit().toMillis(strategy.getTimeout()));
    }

    /** Called first when the route is to be stopped or suspended; ends the running step early if the context stops. */
    @Override
    public boolean deferShutdown(ShutdownRunningTask task) {
        if (getEndpoint().getCamelContext().isStopping()) {
            requestStop();
        }
        return false;
    }

    @Override
    public int getPendingExchangesSize() {
        return 0;
    }

    @Override
    public void prepareShutdown(boolean suspendOnly, boolean forced) {
        if (!suspendOnly) {
            requestStop();
        }
    }

    private void requestStop() {
        EngineRun current = run;
        if (current != null) {
            current.engine().requestStop();
        }
    }

    private void warnIfRouteAggregates() {
        if (!options.manualCommit() && getRoute() != null && RouteModel.aggregates(getRoute())) {
            LOG.warn(
                    "The {} aggregates without manualCommit=true: an event counts as done when it enters the aggregation,"
                            + " so a crash loses what waits there; set manualCommit=true and commit when the aggregated"
                            + " exchange is done.",
                    ownerName());
        }
    }

    private void registerHealthCheck() {
        HealthCheckRegistry registry = HealthCheckRegistry.get(getEndpoint().getCamelContext());
        if (registry != null) {
            engineHealthCheck = new EngineHealthCheck(
                    getRouteId() != null ? getRouteId() : options.checkpointName(),
                    Duration.ofMillis(configuration.getCaptureStallTimeout()),
                    this::status);
            registry.register(engineHealthCheck);
        }
    }

    private void unregisterHealthCheck() {
        HealthCheckRegistry registry = HealthCheckRegistry.get(getEndpoint().getCamelContext());
        if (registry != null && engineHealthCheck != null) {
            registry.unregister(engineHealthCheck);
        }
        engineHealthCheck = null;
    }

    /** Read only. */
    Db2CdcConfiguration configuration() {
        return configuration;
    }

    /** The consumer, as sentences name it. */
    String ownerName() {
        return getRouteId() != null ? "route '" + getRouteId() + "'" : "consumer of '" + options.checkpointName() + "'";
    }

    /** A look at the engine from any thread; null while the consumer is stopped. */
    public EngineStatus status() {
        EngineRun current = run;
        return current == null ? null : current.engine().status();
    }

    @ManagedAttribute(description = "Name of the checkpoint")
    public String getCheckpointName() {
        return options.checkpointName();
    }

    @ManagedAttribute(
            description = "What the engine is doing: OPENING, SNAPSHOT, STREAMING, COMPLETED, FAILED_EVENT, CLOSED")
    public String getEngineState() {
        EngineStatus status = status();
        return (status == null ? EngineState.CLOSED : status.state()).name();
    }

    @ManagedAttribute(description = "What keeps the engine from reading, and what to do; null if nothing does")
    public String getTrouble() {
        EngineStatus status = status();
        return status == null || status.trouble() == null
                ? null
                : status.trouble().getMessage();
    }

    /**
     * Decides about changes that are missing, in place of the option onGap.
     *
     * @param decision SNAPSHOT or CONTINUE
     * @return whether changes are missing and the decision is taken over
     */
    @ManagedOperation(
            description =
                    "Decides about missing changes: SNAPSHOT loads again what is concerned, CONTINUE goes on without"
                            + " what is missing")
    public boolean decideGap(String decision) {
        EngineRun current = run;
        return current != null && current.engine().decideGap(OnGap.valueOf(decision));
    }

    /**
     * Sends a signal to the engine, from any thread, and waits for the answer.
     *
     * @throws CdcException transient, if it was taken over and is not known to be stored: to send it again is safe
     */
    SignalAnswer signal(Signal signal) {
        EngineRun current = run;
        if (current == null) {
            return SignalAnswer.refused(signal.id(), "The consumer is stopped; send it again when it runs.");
        }
        try {
            return current.engine().signal(signal, SIGNAL_PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CdcException.transientFailure(
                    "Waiting for the answer to the signal '" + signal.id()
                            + "' was interrupted; send it again with the same id, which does nothing twice.",
                    e);
        }
    }

    /**
     * Sends a signal.
     *
     * @param id what tells it from others
     * @param type execute-snapshot, stop-snapshot, pause-snapshot or resume-snapshot
     * @param data details as JSON; empty for none
     * @return TAKEN, KNOWN, or REFUSED with the reason
     */
    @ManagedOperation(
            description = "Sends a signal: an id, the type execute-snapshot, stop-snapshot, pause-snapshot or"
                    + " resume-snapshot, and data as JSON")
    public String signal(String id, String type, String data) {
        SignalAnswer answer;
        try {
            answer = signal(new Signal(id, type, data));
        } catch (SignalRefusedException e) {
            answer = SignalAnswer.refused(id, e.getMessage());
        }
        return answer.reason() == null ? answer.state().name() : answer.state() + ": " + answer.reason();
    }

    @ManagedAttribute(description = "What keeps changes from coming although nothing fails")
    public String getConcerns() {
        EngineStatus status = status();
        return status == null || status.concerns().isEmpty() ? null : String.join(" ", status.concerns());
    }

    @ManagedAttribute(description = "Position up to which all events are done")
    public String getAcknowledgedPosition() {
        EngineStatus status = status();
        return status == null || status.acknowledged() == null
                ? null
                : status.acknowledged().toString();
    }

    @ManagedAttribute(description = "Position up to which Capture has written everything")
    public String getWatermark() {
        EngineStatus status = status();
        return status == null || status.watermark() == null
                ? null
                : status.watermark().toString();
    }

    @ManagedAttribute(description = "Number of events from the oldest one that is not done to the newest")
    public int getInFlight() {
        EngineStatus status = status();
        return status == null ? 0 : status.inFlight();
    }

    @ManagedAttribute(description = "How long the oldest event that is not done has been under way, in milliseconds")
    public long getOldestInFlightMillis() {
        EngineStatus status = status();
        return status == null ? 0 : status.oldestInFlight().toMillis();
    }

    @ManagedAttribute(description = "Number of events delivered since the start, repetitions not counted")
    public long getDelivered() {
        EngineStatus status = status();
        return status == null ? 0 : status.delivered();
    }
}
