package io.github.cameldb2cdc.checkpoint;

import static io.github.cameldb2cdc.checkpoint.SampleCheckpoints.after;
import static io.github.cameldb2cdc.checkpoint.SampleCheckpoints.first;
import static io.github.cameldb2cdc.checkpoint.SampleCheckpoints.loading;
import static io.github.cameldb2cdc.checkpoint.SampleCheckpoints.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process ends between any two steps of a write, and files are cut off, garbled, or not ours. */
class FileCheckpointCrashTest {

    private static final String NAME = "DB2INST1";
    private static final String FILE = "checkpoint-DB2INST1.json";
    private static final Checkpoint ONE = first("a", table("T1"), table("T2"));
    private static final Checkpoint TWO = after(ONE, loading("T1", "s", 1));

    @TempDir
    private Path directory;

    /** Ends at one step: before it, after it, or for a write in its middle. */
    private static final class CrashingSteps extends FileSteps {

        private static final int PLACES = 3;
        private final int crashAt;
        private final List<String> done = new ArrayList<>();
        private int place;

        CrashingSteps(int crashAt) {
            this.crashAt = crashAt;
        }

        private interface Step {
            void run() throws IOException;
        }

        private void step(String name, Step before, Step step) throws IOException {
            crashIfDue(() -> {});
            crashIfDue(before);
            step.run();
            done.add(name);
            crashIfDue(() -> {});
        }

        private void crashIfDue(Step last) throws IOException {
            if (place++ == crashAt) {
                last.run();
                throw new IOException("scripted crash after " + done);
            }
        }

        @Override
        void deleteIfExists(Path file) throws IOException {
            step("delete", () -> {}, () -> super.deleteIfExists(file));
        }

        @Override
        void write(Path file, byte[] content) throws IOException {
            byte[] half = Arrays.copyOf(content, content.length / 2);
            step("write", () -> super.write(file, half), () -> super.write(file, content));
        }

        @Override
        void rename(Path from, Path to) throws IOException {
            step("rename", () -> {}, () -> super.rename(from, to));
        }

        @Override
        void forceDirectory(Path of) throws IOException {
            step("force", () -> {}, () -> super.forceDirectory(of));
        }
    }

    @Test
    void aCrashAtAnyStepLeavesTheOldCheckpointOrTheNewOneAndTheRepeatedStoreSucceeds() {
        int steps = 4 * CrashingSteps.PLACES;
        for (int crashAt = 0; crashAt < steps; crashAt++) {
            String name = "CRASH AT " + crashAt;
            repository().store(name, null, ONE);
            FileCheckpointRepository crashing = new FileCheckpointRepository(directory, new CrashingSteps(crashAt));

            CdcException failure = catchThrowableOfType(CdcException.class, () -> crashing.store(name, ONE, TWO));

            assertThat(failure.kind()).as(name).isEqualTo(FailureKind.TRANSIENT);
            assertThat(repository().load(name).orElseThrow()).as(name).isIn(ONE, TWO);
            repository().store(name, ONE, TWO);
            assertThat(repository().load(name)).contains(TWO);
        }
    }

    @Test
    void theRepeatedStorePutsTheRenameOnTheDiskIfTheFirstTryCouldNot() {
        repository().store(NAME, null, ONE);
        int beforeTheDirectoryIsForced = 3 * CrashingSteps.PLACES;
        FileCheckpointRepository crashing =
                new FileCheckpointRepository(directory, new CrashingSteps(beforeTheDirectoryIsForced));
        assertThatThrownBy(() -> crashing.store(NAME, ONE, TWO)).isInstanceOf(CdcException.class);
        CrashingSteps recording = new CrashingSteps(Integer.MAX_VALUE);

        new FileCheckpointRepository(directory, recording).store(NAME, ONE, TWO);

        assertThat(recording.done).containsExactly("force");
    }

    @Test
    void theContentIsOnTheDiskBeforeItsNameAndTheNameBeforeTheCallReturns() {
        CrashingSteps recording = new CrashingSteps(Integer.MAX_VALUE);

        new FileCheckpointRepository(directory, recording).store(NAME, null, ONE);

        assertThat(recording.done).containsExactly("delete", "write", "rename", "force");
    }

    @Test
    void aGarbledTemporaryFileIsIgnoredAndReplaced() throws IOException {
        repository().store(NAME, null, ONE);
        Files.writeString(directory.resolve(FILE + ".tmp"), "garbage");

        assertThat(repository().load(NAME)).contains(ONE);
        repository().store(NAME, ONE, TWO);

        assertThat(repository().load(NAME)).contains(TWO);
        assertThat(directory.resolve(FILE + ".tmp")).doesNotExist();
    }

    @Test
    void aTemporaryFileWithoutACheckpointIsAFirstStart() throws IOException {
        Files.writeString(directory.resolve(FILE + ".tmp"), "half of a first wri");

        assertThat(repository().load(NAME)).isEmpty();
    }

    @Test
    void aFileThatIsCutOffAnywhereIsADefiniteFailure() throws IOException {
        repository().store(NAME, null, ONE);
        byte[] whole = Files.readAllBytes(directory.resolve(FILE));
        for (int length = 0; length < whole.length; length++) {
            Files.write(directory.resolve(FILE), Arrays.copyOf(whole, length));
            assertThatDamageIsDefinite("cut off at " + length);
        }
    }

    @Test
    void aFileWithAnyChangedByteIsADefiniteFailureOrReadAsItWas() throws IOException {
        repository().store(NAME, null, ONE);
        byte[] whole = Files.readAllBytes(directory.resolve(FILE));
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int at = 0; at < whole.length; at++) {
            byte[] changed = whole.clone();
            changed[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(directory.resolve(FILE), changed);
            assertThatDamageIsDefinite("seed " + seed + ", changed at " + at);
        }
    }

    private void assertThatDamageIsDefinite(String what) {
        CdcException failure =
                catchThrowableOfType(CdcException.class, () -> repository().load(NAME));
        assertThat(failure).as(what).isNotNull();
        assertThat(failure.kind()).as(what).isEqualTo(FailureKind.DEFINITE);
        assertThat(failure).as(what).hasMessageContaining("'" + NAME + "'");
    }

    @Test
    void aForeignFileIsADefiniteFailureForLoadAndStoreAndStaysAsItIs() throws IOException {
        Files.writeString(directory.resolve(FILE), "{\"some\":\"thing\"}\n");

        assertThatThrownBy(() -> repository().load(NAME))
                .hasMessageContaining("is not one that this component wrote")
                .hasMessageContaining(FILE);
        assertThatThrownBy(() -> repository().store(NAME, null, ONE))
                .hasMessageContaining("is not one that this component wrote");
        assertThat(directory.resolve(FILE)).hasContent("{\"some\":\"thing\"}");
    }

    @Test
    void theFileOfAnotherCheckpointIsADefiniteFailure() throws IOException {
        repository().store("OTHER", null, ONE);
        Files.copy(directory.resolve("checkpoint-OTHER.json"), directory.resolve(FILE));

        assertThatThrownBy(() -> repository().load(NAME)).hasMessageContaining("belongs to another checkpoint");
    }

    @Test
    void aFileOfANewerVersionIsRefusedAndTheSentenceNamesBothVersions() throws IOException {
        repository().store(NAME, null, ONE);
        String newer = Files.readString(directory.resolve(FILE)).replace("\"version\":1", "\"version\":9");
        Files.writeString(directory.resolve(FILE), newer);

        assertThatThrownBy(() -> repository().load(NAME))
                .hasMessageContaining("version 9")
                .hasMessageContaining("1;");
        assertThatThrownBy(() -> repository().store(NAME, ONE, TWO)).hasMessageContaining("version 9");
    }

    @Test
    void onlyItsOwnerReadsTheFile() throws IOException {
        repository().store(NAME, null, ONE);

        assertThat(Files.getPosixFilePermissions(directory.resolve(FILE)))
                .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    }

    @Test
    void aDirectoryThatVanishedIsADefiniteFailureAndNoFreshStart() throws IOException {
        Path gone = directory.resolve("gone");
        FileCheckpointRepository repository = new FileCheckpointRepository(gone);
        assertThat(repository.load(NAME)).isEmpty();
        Files.delete(gone);

        CdcException failure = catchThrowableOfType(CdcException.class, () -> repository.load(NAME));

        assertThat(failure.kind()).isEqualTo(FailureKind.DEFINITE);
        assertThat(failure).hasMessageContaining(gone.toString()).hasMessageContaining("restore it");
    }

    @Test
    void aFileInTheDirectorysPlaceIsADefiniteFailure() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        assertThatThrownBy(() -> new FileCheckpointRepository(file).load(NAME))
                .isInstanceOfSatisfying(CdcException.class, failure -> assertThat(failure.kind())
                        .isEqualTo(FailureKind.DEFINITE));
    }

    @Test
    void missingRightsAreADefiniteFailure() {
        FileSteps denying = new FileSteps() {
            @Override
            void write(Path file, byte[] content) throws IOException {
                throw new AccessDeniedException(file.toString());
            }
        };

        assertThatThrownBy(() -> new FileCheckpointRepository(directory, denying).store(NAME, null, ONE))
                .isInstanceOfSatisfying(CdcException.class, failure -> assertThat(failure.kind())
                        .isEqualTo(FailureKind.DEFINITE))
                .hasMessageContaining("give the process the right to read and write " + directory);
    }

    @Test
    void aCutOffLastKeyIsForgottenAndWrittenOver() throws IOException {
        repository().add("one");
        append("+\"tw");

        assertThat(repository().contains("one")).isTrue();
        assertThat(repository().add("two")).isTrue();
        assertThat(repository().add("two")).isFalse();
        assertThat(keyLines()).containsExactly("+\"one\"", "+\"two\"");
    }

    @Test
    void aDamagedKeyIsADefiniteFailure() throws IOException {
        repository().add("one");
        append("garbage\n");

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> repository().contains("one"))
                    .isInstanceOf(CdcException.class)
                    .hasMessageContaining("is damaged")
                    .hasMessageContaining("keys.log");
        }
    }

    @Test
    void aCrashAtAnyStepOfTheFirstKeyOrOfClearLosesNoConfirmedKey() {
        for (int crashAt = 0; crashAt < 4 * CrashingSteps.PLACES; crashAt++) {
            Path place = directory.resolve("keys" + crashAt);
            FileCheckpointRepository whole = new FileCheckpointRepository(place);
            whole.load(NAME);
            FileCheckpointRepository crashing = new FileCheckpointRepository(place, new CrashingSteps(crashAt));

            assertThatThrownBy(() -> crashing.add("one")).isInstanceOf(CdcException.class);
            assertThat(whole.add("one")).as("crash at " + crashAt).isTrue();
            FileCheckpointRepository crashingClear = new FileCheckpointRepository(place, new CrashingSteps(crashAt));
            assertThatThrownBy(crashingClear::clear).isInstanceOf(CdcException.class);
            whole.clear();
            assertThat(whole.contains("one")).isFalse();
        }
    }

    @Test
    void aKeyFileWithManyRemovedKeysIsWrittenAnewAndOthersNotice() throws IOException {
        FileCheckpointRepository other = repository();
        FileCheckpointRepository repository = repository();
        repository.add("kept");
        assertThat(other.contains("kept")).isTrue();
        for (int i = 0; i < 600; i++) {
            repository.add("key " + i);
            repository.remove("key " + i);
        }

        assertThat(keyLines()).hasSizeLessThan(300);
        assertThat(other.contains("kept")).isTrue();
        assertThat(other.contains("key 599")).isFalse();
    }

    private List<String> keyLines() throws IOException {
        List<String> lines = Files.readAllLines(directory.resolve("keys.log"));
        return lines.subList(1, lines.size());
    }

    private void append(String text) throws IOException {
        Files.write(directory.resolve("keys.log"), text.getBytes(StandardCharsets.US_ASCII), StandardOpenOption.APPEND);
    }

    private FileCheckpointRepository repository() {
        return new FileCheckpointRepository(directory);
    }
}
