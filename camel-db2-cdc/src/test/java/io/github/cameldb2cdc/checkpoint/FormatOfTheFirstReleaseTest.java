package io.github.cameldb2cdc.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.TableId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that version 1 of the format wrote, which every later release reads: they are never written anew. */
class FormatOfTheFirstReleaseTest {

    private static final String DIRECTORY = "/checkpoint/format-1/";
    private static final String CHECKPOINT = "checkpoint-DB2INST1%2CSALES.json";
    private static final String KEYS = "keys.log";

    @TempDir
    private Path directory;

    @Test
    void theCheckpointIsRead() throws IOException {
        copy(CHECKPOINT);

        assertThat(new FileCheckpointRepository(directory).load("DB2INST1,SALES"))
                .contains(expected());
    }

    @Test
    void theKeysAreRead() throws IOException {
        copy(KEYS);
        FileCheckpointRepository repository = new FileCheckpointRepository(directory);

        assertThat(repository.contains("S:T:00A1:01:c")).isTrue();
        assertThat(repository.contains("removed")).isFalse();
        assertThat(repository.add("Ä \"€\"\n")).isFalse();
        assertThat(repository.add("new")).isTrue();
    }

    private static Checkpoint expected() {
        Checkpoint checkpoint = SampleCheckpoints.of(
                "owner-1", 3, 4711, SampleCheckpoints.everyKeyType(), SampleCheckpoints.wideTable(3));
        return SampleCheckpoints.withVerdict(
                checkpoint,
                new Verdict(
                        Verdict.Kind.CREATED_ANEW,
                        new TableId("DB2INST1", "EVERY_TYPE"),
                        "The change table was created anew.",
                        Instant.parse("2026-01-02T03:04:05.006Z")));
    }

    private void copy(String file) throws IOException {
        try (InputStream content = getClass().getResourceAsStream(DIRECTORY + file)) {
            Files.copy(content, directory.resolve(file));
        }
    }

    /** How the files were made. */
    public static void main(String[] arguments) throws IOException {
        Path made = Path.of(arguments[0]);
        Files.write(made.resolve(CHECKPOINT), CheckpointFile.write("DB2INST1,SALES", expected()));
        FileCheckpointRepository repository = new FileCheckpointRepository(made);
        repository.add("S:T:00A1:01:c");
        repository.add("removed");
        repository.remove("removed");
        repository.add("Ä \"€\"\n");
    }
}
