package io.github.cameldb2cdc.test.relay;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/**
 * Gives the database another name at the server than at the client, as a URL of the IBM driver cannot hold the colon of
 * {@code memory:NAME}. The name occurs by itself (RDBNAM) and at the start of every package name (PKGNAMCSN): there in
 * three fields of 18 bytes each, or, when one of them is longer, each with two bytes of length before it.
 *
 * <p>Names are padded with blanks to 18 bytes. They are EBCDIC until the security mechanism is agreed upon and UTF-8
 * after; the first byte tells which, as letters and digits are below 0x80 in the one and above in the other. Stateless
 * apart from the mapping.
 */
final class DatabaseNames {
    private static final Charset EBCDIC = Charset.forName("IBM500");
    private static final int FIELD_BYTES = 18;
    private static final int FIXED_FORM_BYTES = 3 * FIELD_BYTES + 10;

    private final UnaryOperator<String> serverName;

    DatabaseNames(UnaryOperator<String> serverName) {
        this.serverName = serverName;
    }

    /** The command with the server's name of the database wherever it carries the client's. */
    Ddm rename(Ddm command) {
        Ddm renamed = command.parameter(CodePoints.RDBNAM)
                .map(name -> command.withParameter(CodePoints.RDBNAM, rename(name)))
                .orElse(command);
        return renamed.parameter(CodePoints.PKGNAMCSN)
                .map(name -> renamed.withParameter(CodePoints.PKGNAMCSN, renamePackage(name)))
                .orElse(renamed);
    }

    private byte[] rename(byte[] name) {
        Charset charset = name.length > 0 && name[0] < 0 ? EBCDIC : StandardCharsets.UTF_8;
        String clientName = new String(name, charset).strip();
        String renamed = serverName.apply(clientName);
        return renamed.equals(clientName) ? name : pad(renamed).getBytes(charset);
    }

    private byte[] renamePackage(byte[] name) {
        boolean fixed = name.length == FIXED_FORM_BYTES;
        int clientLength = fixed ? FIELD_BYTES : (name[0] & 0xFF) << 8 | name[1] & 0xFF;
        int start = fixed ? 0 : 2;
        byte[] clientName = new byte[clientLength];
        System.arraycopy(name, start, clientName, 0, clientLength);
        byte[] renamed = rename(clientName);
        ByteBuffer out = ByteBuffer.allocate(name.length + renamed.length + 6);
        int next = start + clientLength;
        if (!fixed) {
            out.putShort((short) renamed.length).put(renamed);
        } else if (renamed.length <= FIELD_BYTES) {
            out.put(renamed);
        } else {
            out.putShort((short) renamed.length).put(renamed);
            for (int field = 0; field < 2; field++, next += FIELD_BYTES) {
                out.putShort((short) FIELD_BYTES).put(name, next, FIELD_BYTES);
            }
        }
        out.put(name, next, name.length - next);
        byte[] encoded = new byte[out.position()];
        out.flip().get(encoded);
        return encoded;
    }

    private static String pad(String name) {
        return name.length() >= FIELD_BYTES ? name : name + " ".repeat(FIELD_BYTES - name.length());
    }
}
