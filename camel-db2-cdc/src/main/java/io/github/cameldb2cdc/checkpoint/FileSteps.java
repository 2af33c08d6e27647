package io.github.cameldb2cdc.checkpoint;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The steps of replacing a file durably, each one call, so that a test can end the process between any two of them.
 *
 * <p>After a crash the file has its old content or its new one, never a part: the new content is on the disk before the
 * rename makes it visible, and the rename is on the disk when {@link #replace} returns.
 */
class FileSteps {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    /** Replaces the file, or creates it. The caller keeps others from replacing it meanwhile. */
    final void replace(Path file, byte[] content) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        // a crash may have left one; opening it would keep the permissions of whoever made it
        deleteIfExists(temporary);
        write(temporary, content);
        rename(temporary, file);
        forceDirectory(file.getParent());
    }

    void deleteIfExists(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    /** Creates a file that only its owner can read, for a checkpoint holds keys of rows, and puts it on the disk. */
    void write(Path file, byte[] content) throws IOException {
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, options, attributesFor(file))) {
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
    }

    private static FileAttribute<?>[] attributesFor(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
    }

    void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Puts the directory's entries on the disk; Windows does so by itself and cannot open a directory. */
    void forceDirectory(Path directory) throws IOException {
        if (File.separatorChar == '\\') {
            return;
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
