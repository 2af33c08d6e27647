package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** What a failure of files asks for. */
final class FileFailure {

    private FileFailure() {}

    /**
     * @param whatWasTried ends the phrase "Could not ..."
     * @return definite where rights or the directory are missing; else transient, since a full disk or a network drive
     *     that does not answer passes
     */
    static CdcException of(IOException failure, String whatWasTried, Path directory) {
        if (failure instanceof DirectoryLock.DirectoryLockedException) {
            return transientOne(whatWasTried, "another process holds its lock file, it is tried again", failure);
        }
        if (failure instanceof AccessDeniedException) {
            return definite(whatWasTried, "give the process the right to read and write " + directory, failure);
        }
        if (failure instanceof NoSuchFileException
                || failure instanceof NotDirectoryException
                || failure instanceof FileAlreadyExistsException) {
            return definite(whatWasTried, directory + " is no directory, or not any more: restore it", failure);
        }
        return transientOne(whatWasTried, failure.getMessage() + ", it is tried again", failure);
    }

    private static CdcException definite(String whatWasTried, String advice, IOException failure) {
        return new CdcException(FailureKind.DEFINITE, sentence(whatWasTried, advice), failure);
    }

    private static CdcException transientOne(String whatWasTried, String advice, IOException failure) {
        return new CdcException(FailureKind.TRANSIENT, sentence(whatWasTried, advice), failure);
    }

    private static String sentence(String whatWasTried, String advice) {
        return "Could not " + whatWasTried + ": " + advice + ".";
    }
}
