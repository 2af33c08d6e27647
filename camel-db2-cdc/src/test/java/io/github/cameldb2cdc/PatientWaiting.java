package io.github.cameldb2cdc;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets Awaitility wait long enough that a busy machine fails no test; found by JUnit for every test class. */
public final class PatientWaiting implements BeforeAllCallback {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LONGEST_WAIT);
    }
}
