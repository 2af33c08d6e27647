package io.github.cameldb2cdc.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickstartTest {

    @TempDir
    private Path folder;

    @Test
    void aSecondRunGoesOnWhereTheFirstEndedAndRepeatsNothing() throws Exception {
        List<String> first = run();
        assertThat(operationsOf(first)).containsExactly("r", "r", "r", "c", "c", "u", "u", "u", "d");
        assertThat(first)
                .endsWith(
                        "3 rows loaded and 6 changes delivered.",
                        "Run it again: it goes on here, and repeats nothing.");

        List<String> second = run();
        assertThat(operationsOf(second)).containsExactly("c", "c", "u", "u", "u", "d");
        assertThat(second).contains("0 rows loaded and 6 changes delivered.");
    }

    private List<String> run() throws Exception {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8);
        assertThat(Quickstart.run(folder.resolve("data"), 0, false, out)).isTrue();
        return output.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static List<String> operationsOf(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("{"))
                .map(line -> line.replaceAll(".*\"op\":\"(.)\".*", "$1"))
                .toList();
    }
}
