package io.github.cameldb2cdc.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.apache.camel.support.service.ServiceSupport;

/**
 * Keeps checkpoints in a directory, each in a file of its own, which is replaced whole by each write and is on the disk
 * when the write returns. A lock file keeps out other threads and other processes that use the same directory.
 *
 * <p>The directory is created at the first use. One that is missing because a drive is not mounted looks like a first
 * start, so mount it before the process starts. On a network drive locks and renames must work as on a local one.
 * Thread-safe.
 */
public class FileCheckpointRepository extends ServiceSupport implements CheckpointRepository {

    private static final Duration LONGEST_WAIT_FOR_LOCK = Duration.ofSeconds(10);

    private final Path directory;
    private final FileSteps steps;
    private final KeyFile keys;
    private volatile boolean ready;

    /** @param directory where the files are kept; nothing else should be in it */
    public FileCheckpointRepository(Path directory) {
        this(directory, new FileSteps());
    }

    FileCheckpointRepository(Path directory, FileSteps steps) {
        this.directory = Objects.requireNonNull(directory, "directory").toAbsolutePath();
        this.steps = steps;
        this.keys = new KeyFile(this.directory.resolve("keys.log"), steps);
    }

    public Path getDirectory() {
        return directory;
    }

    /** Needs no lock: a rename shows the whole old file or the whole new one. */
    @Override
    public Optional<Checkpoint> load(String name) {
        CheckpointName.check(name);
        Path file = fileOf(name);
        try {
            prepare();
            byte[] content = contentOf(file);
            return content == null ? Optional.empty() : Optional.of(CheckpointFile.read(name, file, content));
        } catch (IOException e) {
            throw FileFailure.of(e, "read the checkpoint '" + name + "' from " + file, directory);
        }
    }

    @Override
    public void store(String name, Checkpoint previous, Checkpoint next) {
        Guard.check(name, previous, next);
        Path file = fileOf(name);
        locked("store the checkpoint '" + name + "' in " + file, () -> {
            byte[] content = contentOf(file);
            Guard stored = content == null ? null : CheckpointFile.readGuard(name, file, content);
            if (Guard.admits(name, stored, previous, next)) {
                steps.replace(file, CheckpointFile.write(name, next));
            } else {
                // the earlier try may have ended between the rename and this
                steps.forceDirectory(directory);
            }
            return null;
        });
    }

    @Override
    public void forget(String name) {
        CheckpointName.check(name);
        Path file = fileOf(name);
        locked("forget the checkpoint '" + name + "' in " + file, () -> {
            steps.deleteIfExists(file);
            steps.forceDirectory(directory);
            return null;
        });
    }

    /** Null if there is no file. */
    private byte[] contentOf(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            if (!Files.isDirectory(directory)) {
                throw e;
            }
            return null;
        }
    }

    private Path fileOf(String name) {
        return directory.resolve("checkpoint-" + CheckpointName.forFile(name) + ".json");
    }

    @Override
    public boolean add(String key) {
        return locked("add an idempotent key in " + directory, () -> keys.add(key));
    }

    @Override
    public boolean contains(String key) {
        return locked("look up an idempotent key in " + directory, () -> keys.contains(key));
    }

    @Override
    public boolean remove(String key) {
        return locked("remove an idempotent key in " + directory, () -> keys.remove(key));
    }

    /** Has nothing to do: a key counts from {@link #add} on. */
    @Override
    public boolean confirm(String key) {
        return true;
    }

    /** Forgets the keys; the checkpoints stay. */
    @Override
    public void clear() {
        locked("remove the idempotent keys in " + directory, () -> {
            keys.clear();
            return null;
        });
    }

    /** A start looks at the directory again, at the next use: it may have been removed meanwhile. */
    @Override
    protected void doStart() {
        ready = false;
    }

    private void prepare() throws IOException {
        if (!ready) {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(directory);
                steps.forceDirectory(directory.getParent());
            }
            ready = true;
        }
    }

    /** Work on files. */
    private interface Work<T> {
        T run() throws IOException;
    }

    private <T> T locked(String whatIsTried, Work<T> work) {
        try {
            prepare();
            try (DirectoryLock lock = DirectoryLock.acquire(directory, LONGEST_WAIT_FOR_LOCK)) {
                return work.run();
            }
        } catch (IOException e) {
            throw FileFailure.of(e, whatIsTried, directory);
        }
    }
}
