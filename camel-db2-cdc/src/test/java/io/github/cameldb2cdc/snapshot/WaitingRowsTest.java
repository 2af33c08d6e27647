package io.github.cameldb2cdc.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that wait come back as they were, from memory and from files. */
class WaitingRowsTest {

    private static final int MOST_BYTES_IN_MEMORY = 10_000;
    private static final int STEPS = 5_000;

    @TempDir
    private Path directory;

    private record Waiting(WaitingRows.Block block, byte[] bytes) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void everyBlockComesBackInWhateverOrder(long seed) throws IOException {
        Random random = new Random(seed);
        List<Waiting> waiting = new ArrayList<>();
        try (WaitingRows rows = new WaitingRows(MOST_BYTES_IN_MEMORY, directory)) {
            for (int step = 0; step < STEPS; step++) {
                if (waiting.isEmpty() || random.nextInt(waiting.size() + 60) < 55) {
                    byte[] bytes = new byte[random.nextInt(2_000)];
                    random.nextBytes(bytes);
                    waiting.add(new Waiting(rows.put(bytes.clone()), bytes));
                } else {
                    // mostly the eldest, as chunks are handed over
                    Waiting next = waiting.remove(random.nextInt(4) == 0 ? random.nextInt(waiting.size()) : 0);
                    if (random.nextInt(10) == 0) {
                        rows.drop(next.block());
                    } else {
                        assertThat(rows.take(next.block())).isEqualTo(next.bytes());
                    }
                }
                assertThat(rows.bytesInMemory()).isBetween(0L, (long) MOST_BYTES_IN_MEMORY);
            }
            for (Waiting last : waiting) {
                assertThat(rows.take(last.block())).isEqualTo(last.bytes());
            }
            assertThat(rows.bytesInMemory()).isZero();
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void nothingIsLeftOnTheDiskByOneThatIsClosedWithBlocksInIt() throws IOException {
        try (WaitingRows rows = new WaitingRows(0, directory)) {
            rows.put(new byte[100]);
            assertThat(rows.bytesInMemory()).isZero();
        }
        assertThat(files()).isEmpty();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }
}
