package io.github.cameldb2cdc.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes on one directory. */
class FileCheckpointProcessTest {

    private static final String NAME = "DB2INST1";
    private static final int CLAIMS = 50;

    @TempDir
    private Path directory;

    @Test
    void theClaimsOfTwoProcessesNeverOverwriteOneAnother() throws Exception {
        new FileCheckpointRepository(directory).store(NAME, null, SampleCheckpoints.first("first"));
        Process other = start(directory, "child");

        claim(directory, "parent");

        assertThat(other.waitFor()).isZero();
        Checkpoint last = new FileCheckpointRepository(directory).load(NAME).orElseThrow();
        assertThat(last.epoch()).isEqualTo(1 + 2 * CLAIMS);
        assertThat(last.recordNumber()).isEqualTo(1 + 2 * CLAIMS);
    }

    private static Process start(Path directory, String owner) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FileCheckpointProcessTest.class.getName(),
                        directory.toString(),
                        owner)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("child.log").toFile())
                .start();
    }

    /** The other process. */
    public static void main(String[] arguments) {
        claim(Path.of(arguments[0]), arguments[1]);
    }

    /** Claims the checkpoint as often as it takes to win this many times. */
    private static void claim(Path directory, String owner) {
        FileCheckpointRepository repository = new FileCheckpointRepository(directory);
        int won = 0;
        while (won < CLAIMS) {
            Checkpoint known = repository.load(NAME).orElseThrow();
            try {
                repository.store(NAME, known, known.claimedBy(owner + "-" + won));
                won++;
            } catch (CheckpointFencedException e) {
                // the other process was faster: look again
                continue;
            }
        }
    }
}
