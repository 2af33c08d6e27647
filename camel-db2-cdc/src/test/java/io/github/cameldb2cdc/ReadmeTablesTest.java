package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The tables of options and headers in the README say what the component's metadata say. Run with
 * {@code -Dreadme.update=true} to write them anew.
 */
class ReadmeTablesTest {

    /** Options that every polling consumer of Camel has and that mean here what they mean there. */
    private static final Set<String> COMMON = Set.of(
            "backoffErrorThreshold",
            "backoffIdleThreshold",
            "backoffMultiplier",
            "bridgeErrorHandler",
            "exceptionHandler",
            "exchangePattern",
            "pollStrategy",
            "repeatCount",
            "runLoggingLevel",
            "scheduledExecutorService",
            "scheduler",
            "schedulerProperties",
            "sendEmptyMessageWhenIdle",
            "startScheduler",
            "timeUnit",
            "useFixedDelay");

    private static final Path README = Path.of("..", "README.md");

    @Test
    void theOptionsOfTheReadmeAreThoseOfTheComponent() throws IOException {
        List<String> rows = new ArrayList<>(List.of("| option | default | what it does |", "| --- | --- | --- |"));
        metadata().get("properties").properties().forEach(option -> {
            if (!COMMON.contains(option.getKey())) {
                rows.add(optionRow(nameOf(option.getKey(), option.getValue()), option.getValue()));
            }
        });
        assertSection("options", rows);
    }

    @Test
    void theHeadersOfTheReadmeAreThoseOfTheComponent() throws IOException {
        List<String> rows = new ArrayList<>(List.of("| header | type | what it is |", "| --- | --- | --- |"));
        metadata()
                .get("headers")
                .properties()
                .forEach(header -> rows.add("| `" + header.getKey() + "` | "
                        + simpleName(header.getValue().get("javaType").asText()) + " | "
                        + header.getValue().get("description").asText() + " |"));
        assertSection("headers", rows);
    }

    private static JsonNode metadata() throws IOException {
        return new ObjectMapper()
                .readTree(ReadmeTablesTest.class.getResource("/META-INF/io/github/cameldb2cdc/db2-cdc.json"));
    }

    private static String nameOf(String option, JsonNode facts) {
        return facts.has("prefix") ? facts.get("prefix").asText() + "*" : option;
    }

    private static String optionRow(String name, JsonNode facts) {
        String fallback = facts.has("defaultValue")
                ? "`" + facts.get("defaultValue").asText() + "`"
                : facts.get("required").asBoolean() ? "required" : "";
        return "| `" + name + "` | " + fallback + " | "
                + facts.get("description").asText().replace("|", "\\|") + " |";
    }

    private static String simpleName(String javaType) {
        return javaType.substring(javaType.lastIndexOf('.') + 1);
    }

    private static void assertSection(String name, List<String> rows) throws IOException {
        String begin = "<!-- " + name + ": begin -->\n";
        String end = "<!-- " + name + ": end -->";
        String text = Files.readString(README);
        int from = text.indexOf(begin) + begin.length();
        int to = text.indexOf(end);
        String expected = String.join("\n", rows) + "\n";
        if (Boolean.getBoolean("readme.update")) {
            Files.writeString(README, text.substring(0, from) + expected + text.substring(to));
        } else {
            assertThat(text.substring(from, to)).isEqualTo(expected);
        }
    }
}
