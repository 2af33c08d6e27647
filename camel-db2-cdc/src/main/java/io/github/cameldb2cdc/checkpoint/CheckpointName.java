package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.CdcException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.IntPredicate;

/**
 * How the name of a checkpoint is written where not every character may stand: as itself where it is harmless, else
 * byte by byte as {@code %2F}. Two names never have one spelling.
 *
 * <p>All stores share one limit, so that a checkpoint can move from one to another.
 */
final class CheckpointName {

    static final int MOST_CHARACTERS = 200;
    private static final int MOST_READABLE_IN_FILE = 100;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private CheckpointName() {}

    /** @throws CdcException definite, if no store can take the name */
    static void check(String name) {
        if (name.isEmpty()) {
            throw CdcException.definite("A checkpoint's name must not be empty; set checkpointName.");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            throw CdcException.definite(
                    "A checkpoint's name must be text, and the given one has half of a character; set checkpointName.");
        }
        int length = forColumn(name).length();
        if (length > MOST_CHARACTERS) {
            throw CdcException.definite("The checkpoint's name '" + name.substring(0, 20) + "...' takes " + length
                    + " characters and at most " + MOST_CHARACTERS
                    + " are possible, where one outside ASCII counts three for each of its bytes; set a shorter"
                    + " checkpointName.");
        }
    }

    /**
     * The name as the table store's key: printable ASCII, for the database's code page may lack the rest, and without
     * blanks, for Db2 compares without trailing ones.
     */
    static String forColumn(String name) {
        return encode(name, letter -> letter > ' ' && letter < 0x7F && letter != '%');
    }

    /** The name as a part of a file's name, at most 165 characters long. */
    static String forFile(String name) {
        String encoded = encode(name, CheckpointName::isHarmlessInFile);
        if (encoded.length() <= MOST_READABLE_IN_FILE) {
            return encoded;
        }
        return encoded.substring(0, MOST_READABLE_IN_FILE) + '~' + hash(name);
    }

    private static boolean isHarmlessInFile(int letter) {
        return letter >= 'a' && letter <= 'z'
                || letter >= 'A' && letter <= 'Z'
                || letter >= '0' && letter <= '9'
                || letter == '-'
                || letter == '_';
    }

    /** SHA-256 in 64 hexadecimal digits. */
    static String hash(String text) {
        try {
            return HEX.formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_16BE)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }

    private static String encode(String name, IntPredicate harmless) {
        StringBuilder encoded = new StringBuilder();
        for (byte letter : name.getBytes(StandardCharsets.UTF_8)) {
            if (harmless.test(letter)) {
                encoded.append((char) letter);
            } else {
                encoded.append('%').append(HEX.toHexDigits(letter));
            }
        }
        return encoded.toString();
    }
}
