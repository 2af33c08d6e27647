package io.github.cameldb2cdc.it.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each assumption has one test, and the README lists each with where it was seen. Run with {@code -Dreadme.update=true} to
 * write that list anew.
 */
class LedgerListTest {

    private static final Path README = Path.of("..", "README.md");
    private static final String BEGIN = "<!-- ledger: begin -->\n";
    private static final String END = "<!-- ledger: end -->";

    @Test
    void eachAssumptionHasOneTest() {
        List<Method> tests = Stream.of(
                        OrderLedger.class, RegistrationLedger.class, CaptureLedger.class, ServerLedger.class)
                .flatMap(ledger -> Arrays.stream(ledger.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Test.class))
                .toList();
        assertThat(tests).allMatch(method -> method.isAnnotationPresent(Proves.class));
        assertThat(tests)
                .extracting(method -> method.getAnnotation(Proves.class).value())
                .containsExactlyInAnyOrder(Assumption.values());
    }

    @Test
    void theReadmeListsTheLedger() throws IOException {
        List<String> rows =
                new ArrayList<>(List.of("| id | what is taken for granted | seen |", "| --- | --- | --- |"));
        for (Assumption assumption : Assumption.values()) {
            rows.add("| `" + assumption.name() + "` | " + assumption.sentence() + " | " + assumption.seen() + " |");
        }
        String text = Files.readString(README);
        int from = text.indexOf(BEGIN) + BEGIN.length();
        int to = text.indexOf(END);
        String expected = String.join("\n", rows) + "\n";
        if (Boolean.getBoolean("readme.update")) {
            Files.writeString(README, text.substring(0, from) + expected + text.substring(to));
        } else {
            assertThat(text.substring(from, to)).isEqualTo(expected);
        }
    }
}
