package io.github.cameldb2cdc.benchmarks.largesnapshot;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of {@link LoadMain}: started, ended. For one thread. */
final class LoadProcess implements AutoCloseable {

    private static final int LEAST_PATIENCE_SECONDS = 120;
    private static final int ROWS_OF_SECOND_OF_PATIENCE = 5_000;

    private final Process process;
    private final long patienceSeconds;

    /**
     * @param jdbcUrl the source, or a link to it
     * @param folder where the checkpoint and the tally are, of earlier processes too
     * @param rowsOfRun how many rows it is to deliver
     */
    LoadProcess(LargeSettings settings, String jdbcUrl, Path folder, int readers, long rowsOfRun) throws IOException {
        patienceSeconds = LEAST_PATIENCE_SECONDS + rowsOfRun / ROWS_OF_SECOND_OF_PATIENCE;
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + settings.heap(),
                "-XX:+ExitOnOutOfMemoryError",
                "-classpath",
                System.getProperty("java.class.path"),
                LoadMain.class.getName(),
                jdbcUrl,
                folder.toString(),
                Integer.toString(settings.rows()),
                Long.toString(rowsOfRun),
                Integer.toString(readers),
                Integer.toString(settings.rangeRows()),
                Integer.toString(settings.checkpointMillis()));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /**
     * Waits until the load is done.
     *
     * @throws IllegalStateException if it failed or takes too long
     */
    LoadFigures await() throws InterruptedException {
        if (!process.waitFor(patienceSeconds, TimeUnit.SECONDS)) {
            throw new IllegalStateException("The load takes longer than " + patienceSeconds + " s");
        }
        try (BufferedReader answers = process.inputReader(StandardCharsets.UTF_8)) {
            return answers.lines()
                    .filter(LoadFigures::isIn)
                    .map(LoadFigures::parse)
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
