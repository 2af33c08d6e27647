package io.github.cameldb2cdc.benchmarks.largesnapshot;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM that loads the table and tells its figures in its last line: started, ended. For one thread. */
final class LoadProcess implements AutoCloseable {

    /** What that line begins with. */
    static final String FIGURES = "FIGURES ";

    private static final int LEAST_PATIENCE_SECONDS = 120;
    private static final int ROWS_OF_SECOND_OF_PATIENCE = 5_000;

    private final Process process;
    private final long patienceSeconds;

    /**
     * @param heap as {@code -Xmx} takes it
     * @param main what it runs
     * @param rows how many rows it is to deliver
     */
    LoadProcess(String heap, Class<?> main, long rows, String... arguments) throws IOException {
        patienceSeconds = LEAST_PATIENCE_SECONDS + rows / ROWS_OF_SECOND_OF_PATIENCE;
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:+ExitOnOutOfMemoryError",
                "-classpath",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /**
     * Waits until the load is done.
     *
     * @return its figures
     * @throws IllegalStateException if it failed or takes too long
     */
    String await() throws InterruptedException {
        if (!process.waitFor(patienceSeconds, TimeUnit.SECONDS)) {
            throw new IllegalStateException("The load takes longer than " + patienceSeconds + " s");
        }
        try (BufferedReader answers = process.inputReader(StandardCharsets.UTF_8)) {
            return answers.lines()
                    .filter(line -> line.startsWith(FIGURES))
                    .map(line -> line.substring(FIGURES.length()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(
                            "The load ended with " + process.exitValue() + " and without figures"));
        } catch (IOException e) {
            throw new UncheckedIOException("The figures of the load cannot be read", e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Ends it with SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
