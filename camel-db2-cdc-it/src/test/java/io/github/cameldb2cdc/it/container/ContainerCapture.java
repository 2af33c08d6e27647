package io.github.cameldb2cdc.it.container;

import io.github.cameldb2cdc.test.CaptureControl;
import io.github.cameldb2cdc.test.StartMode;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The program asncap in a container, steered with asnccmd. One operation runs at a time. */
final class ContainerCapture implements CaptureControl {
    private static final Logger LOG = LoggerFactory.getLogger(ContainerCapture.class);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** After which a REINIT has been done on every system that was seen (T: 15 s). */
    private static final Duration REINIT_PATIENCE = Duration.ofSeconds(30);

    private static final String INITIALIZED = "ASN0100I|ASN0109I";
    private static final String REINITIALIZED = "ASN0023I";
    private static final String SHORTEST_RETENTION = "chgparms retention_limit=1";
    private static final String USUAL_RETENTION = "chgparms retention_limit=10080";

    private final ContainerHost host;
    private final Shell shell;
    private final ContainerCommands commands;
    private final CaptureMarker marker;

    ContainerCapture(ContainerHost host, ContainerCommands commands, CaptureMarker marker) {
        this.host = host;
        this.shell = new Shell(host);
        this.commands = commands;
        this.marker = marker;
    }

    /** The first start, in which Capture begins at the end of the log; then the marker is registered. */
    synchronized void startFirst() {
        launch("warmsi");
        marker.register();
        reinit();
        catchUp();
    }

    private void launch(String startMode) {
        shell.require(commands.startCapture(startMode));
        awaitOrShowLog("Capture initializes", PATIENCE, () -> messages(INITIALIZED) > 0);
    }

    private int messages(String pattern) {
        String count = shell.require(commands.countMessages(pattern)).strip();
        return count.matches("\\d+") ? Integer.parseInt(count) : 0;
    }

    private boolean isRunning() {
        return host.run(commands.findCapture()).code() == 0;
    }

    @Override
    public synchronized void pause() {
        shell.require(commands.steerCapture("suspend"));
    }

    @Override
    public synchronized void resume() {
        shell.require(commands.steerCapture("resume"));
    }

    @Override
    public synchronized void catchUp() {
        try {
            marker.await();
        } catch (ConditionTimeoutException e) {
            throw withLog("Capture did not publish a marker", e);
        }
    }

    @Override
    public synchronized void stop() {
        if (isRunning()) {
            shell.require(commands.steerCapture("stop"));
            awaitOrShowLog("Capture stops", PATIENCE, () -> !isRunning());
        }
    }

    @Override
    public synchronized void start(StartMode mode) {
        if (isRunning()) {
            throw new IllegalStateException("Capture is running and cannot be started; stop it first");
        }
        launch(mode == StartMode.COLD ? "cold" : "warmsi");
        if (mode == StartMode.COLD) {
            marker.activate();
            reinit();
        }
    }

    /** Waits for the message, and not for ever: which level writes it is not known for sure. */
    @Override
    public synchronized void reinit() {
        int before = messages(REINITIALIZED);
        shell.require(commands.steerCapture("reinit"));
        try {
            Awaitility.await()
                    .atMost(REINIT_PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> messages(REINITIALIZED) > before);
        } catch (ConditionTimeoutException e) {
            LOG.info(
                    "Capture did not say {} within {}; it is taken to have read its registrations.",
                    REINITIALIZED,
                    REINIT_PATIENCE);
        }
    }

    /** Prunes what is young: a command that must leave rows which nobody has applied. */
    synchronized void pruneByCommand() {
        shell.require(commands.steerCapture("prune"));
    }

    /** The limit is counted in minutes, so this takes more than one. */
    @Override
    public synchronized void pruneAll() {
        int number = marker.await();
        shell.require(commands.steerCapture(SHORTEST_RETENTION));
        try {
            awaitOrShowLog("Capture prunes", Duration.ofMinutes(5), () -> {
                shell.require(commands.steerCapture("prune"));
                return !marker.isPublished(number);
            });
        } finally {
            shell.require(commands.steerCapture(USUAL_RETENTION));
        }
    }

    private void awaitOrShowLog(String what, Duration patience, Callable<Boolean> condition) {
        try {
            Awaitility.await(what)
                    .atMost(patience)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofSeconds(2))
                    .until(condition);
        } catch (ConditionTimeoutException e) {
            throw withLog(what + " was awaited in vain", e);
        }
    }

    private IllegalStateException withLog(String sentence, Exception cause) {
        return new IllegalStateException(
                sentence + "; its log ends with "
                        + shell.run(commands.endOfLog()).output(),
                cause);
    }
}
