package io.github.cameldb2cdc.checkpoint;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The right to change the files of a directory, against other threads and other processes. The operating system ends it
 * with the process, so a kill leaves nothing behind; the lock's file stays and means nothing.
 */
final class DirectoryLock implements AutoCloseable {

    private static final String FILE = ".lock";
    private static final long NANOS_BETWEEN_TRIES = Duration.ofMillis(5).toNanos();

    /** Locks of files belong to the process: closing a second channel would end the lock of another thread. */
    private static final Map<Path, ReentrantLock> IN_THIS_PROCESS = new ConcurrentHashMap<>();

    private final ReentrantLock inThisProcess;
    private final FileChannel channel;

    private DirectoryLock(ReentrantLock inThisProcess, FileChannel channel) {
        this.inThisProcess = inThisProcess;
        this.channel = channel;
    }

    /**
     * Waits for the lock. The caller closes it, on the same thread.
     *
     * @param directory exists
     * @param wait how long another holder is waited for
     * @throws IOException if it is held for longer, or the lock's file cannot be used
     */
    static DirectoryLock acquire(Path directory, Duration wait) throws IOException {
        long deadline = System.nanoTime() + wait.toNanos();
        ReentrantLock inThisProcess =
                IN_THIS_PROCESS.computeIfAbsent(directory.toRealPath(), path -> new ReentrantLock());
        while (!inThisProcess.tryLock()) {
            pause(directory, deadline);
        }
        FileChannel channel = null;
        try {
            channel = FileChannel.open(directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            while (!isLocked(channel)) {
                pause(directory, deadline);
            }
            return new DirectoryLock(inThisProcess, channel);
        } catch (IOException | RuntimeException e) {
            if (channel != null) {
                channel.close();
            }
            inThisProcess.unlock();
            throw e;
        }
    }

    /** The channel keeps the lock until it is closed. */
    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            // this class was loaded twice in the process, and the other one holds it
            return false;
        }
    }

    private static void pause(Path directory, long deadline) throws IOException {
        if (System.nanoTime() - deadline > 0) {
            throw new DirectoryLockedException(directory);
        }
        LockSupport.parkNanos(NANOS_BETWEEN_TRIES);
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            inThisProcess.unlock();
        }
    }

    /** Somebody else holds the lock. */
    static final class DirectoryLockedException extends IOException {

        private static final long serialVersionUID = 1L;

        DirectoryLockedException(Path directory) {
            super("The lock of " + directory + " is held by somebody else.");
        }
    }
}
