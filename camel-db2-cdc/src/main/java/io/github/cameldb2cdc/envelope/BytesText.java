package io.github.cameldb2cdc.envelope;

import io.github.cameldb2cdc.event.Sequence;
import java.util.Base64;
import java.util.HexFormat;

/** Bytes as text, in the spellings that Debezium uses. */
final class BytesText {

    private static final HexFormat HEX = HexFormat.of();
    private static final int GROUP = 4;
    private static final int GROUPS = 2;

    private BytesText() {}

    /** Base64 with {@code -} and {@code _}, padded. */
    static String base64UrlSafe(byte[] bytes) {
        return Base64.getUrlEncoder().encodeToString(bytes);
    }

    /** Two lower-case digits for each byte. */
    static String hex(byte[] bytes) {
        return HEX.formatHex(bytes);
    }

    /** {@code 00000000:00000000:0000000000001010}: four bytes, four bytes, the rest. */
    static String grouped(Sequence sequence) {
        byte[] bytes = sequence.bytes();
        StringBuilder text = new StringBuilder(2 * bytes.length + GROUPS);
        for (int i = 0; i < bytes.length; i++) {
            if (i > 0 && i <= GROUP * GROUPS && i % GROUP == 0) {
                text.append(':');
            }
            HEX.toHexDigits(text, bytes[i]);
        }
        return text.toString();
    }
}
