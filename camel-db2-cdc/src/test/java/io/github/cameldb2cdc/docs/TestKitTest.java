package io.github.cameldb2cdc.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.relay.WireFault;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.camel.Exchange;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pieces of the page on tests. */
class TestKitTest {

    private final EmbeddedDb2 db2 = EmbeddedDb2.start();
    private final RouteUnderTest route = new RouteUnderTest(db2);
    private final List<String> operations = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void prepare() {
        ExampleEvents.prepare(db2, Manual.read());
        route.configuration().setMaximumBackoff(20);
    }

    @AfterEach
    void close() {
        route.close();
        db2.close();
    }

    private void note(Exchange exchange) {
        operations.add(exchange.getMessage().getHeader("CamelDb2CdcOperation", String.class));
    }

    private void awaitOperations(String... expected) {
        Awaitility.await().untilAsserted(() -> assertThat(operations).containsExactly(expected));
    }

    @Test
    void aPausedCapturePublishesOnDemand() {
        route.run("db2-cdc:HR?tables=EMPLOYEES&delay=20", this::note);
        awaitOperations("r");
        // tag::pause-capture[]
        db2.capture().pause();
        db2.execute("INSERT INTO HR.EMPLOYEES (ID, NAME) VALUES (2, 'Kurt')", "DELETE FROM HR.EMPLOYEES WHERE ID = 2");
        // nothing has arrived; now both changes do, at once
        db2.capture().publish();
        db2.capture().resume();
        // end::pause-capture[]
        awaitOperations("r", "c", "d");
    }

    @Test
    void aConnectionThatIsLostLosesNothing() {
        route.run("db2-cdc:HR?tables=EMPLOYEES&delay=20", this::note);
        awaitOperations("r");
        // tag::lost-connection[]
        WireFault lost = db2.faults()
                .onStatement(sql -> sql.contains("CDC_HR_EMPLOYEES"))
                .dropConnectionAfterExecution();
        db2.execute("INSERT INTO HR.EMPLOYEES (ID, NAME) VALUES (2, 'Kurt')");
        // end::lost-connection[]
        awaitOperations("r", "c");
        assertThat(lost.fired()).isEqualTo(1);
    }

    @Test
    void aCommandServesAnyTool() throws IOException {
        ManualBlock block = Manual.read().block("embedded-db2-command");
        CommandLine command = CommandLine.of(block);
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                command.mainClass()));
        words.addAll(command.arguments());
        // any free port stands for the one of the page
        words.set(words.indexOf("--port") + 1, "0");
        Process process = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            List<String> lines = output.lines()
                    .map(line -> line.replaceFirst("localhost:\\d+/", "localhost:50000/"))
                    .filter(line -> line.matches("\\w+=.*"))
                    .limit(3)
                    .toList();
            assertThat(String.join("\n", lines))
                    .isEqualTo(Manual.read().block("embedded-db2-output").text());
        } finally {
            process.destroy();
        }
    }
}
