package io.github.cameldb2cdc.envelope;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which each Java platform has. */
final class Hash {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private Hash() {}

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java platform has no SHA-256.", e);
        }
    }

    /** A hash of texts; {@code "AB", "C"} and {@code "A", "BC"} have different ones. */
    static byte[] ofTexts(String... texts) {
        MessageDigest digest = sha256();
        for (String text : texts) {
            digest.update(intBytes(text.length()));
            digest.update(codeUnits(text));
        }
        return digest.digest();
    }

    /** Upper-case hexadecimal digits of the first bytes. */
    static String hex(byte[] hash, int bytes) {
        return HEX.formatHex(hash, 0, bytes);
    }

    /** The text's UTF-16 code units, two bytes each: unlike UTF-8 it keeps half a surrogate pair. */
    static byte[] codeUnits(String text) {
        ByteBuffer bytes = ByteBuffer.allocate(text.length() * Character.BYTES);
        bytes.asCharBuffer().put(text);
        return bytes.array();
    }

    static byte[] intBytes(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    static byte[] longBytes(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }
}
