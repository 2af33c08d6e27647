package io.github.cameldb2cdc.it.container;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs commands in a container and says what they printed when they fail. */
final class Shell {
    private static final Logger LOG = LoggerFactory.getLogger(Shell.class);

    private final ContainerHost host;

    Shell(ContainerHost host) {
        this.host = host;
    }

    ContainerHost.Answer run(ContainerCommand command) {
        ContainerHost.Answer answer = host.run(command.arguments());
        LOG.info("{} ended with {}: {}", command.text(), answer.code(), shortened(answer.output()));
        return answer;
    }

    private static String shortened(String output) {
        String text = output.strip();
        return text.length() <= 300 ? text : text.substring(0, 300) + "...";
    }

    private static boolean succeeded(ContainerHost.Answer answer) {
        return answer.code() < ContainerCommands.FIRST_FAILURE;
    }

    /** Runs a command that must succeed; returns what it printed. */
    String require(ContainerCommand command) {
        ContainerHost.Answer answer = run(command);
        if (!succeeded(answer)) {
            throw failure(command, answer);
        }
        return answer.output();
    }

    /** Tries a command until it succeeds. */
    void requireWithin(Duration patience, ContainerCommand command) {
        AtomicReference<ContainerHost.Answer> last = new AtomicReference<>();
        try {
            Awaitility.await()
                    .atMost(patience)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> {
                        last.set(run(command));
                        return succeeded(last.get());
                    });
        } catch (ConditionTimeoutException e) {
            throw failure(command, last.get());
        }
    }

    private static IllegalStateException failure(ContainerCommand command, ContainerHost.Answer answer) {
        String said = answer == null ? "nothing" : answer.code() + " and " + answer.output();
        return new IllegalStateException(
                "Could not " + command.purpose() + ": " + command.text() + " ended with " + said);
    }
}
