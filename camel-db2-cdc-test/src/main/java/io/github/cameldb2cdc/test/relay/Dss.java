package io.github.cameldb2cdc.test.relay;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;

/**
 * One whole data stream structure: the format byte, the correlation id that ties a reply to its command, and the DDM
 * object it carries. Immutable.
 */
final class Dss {
    /** A command. */
    static final int REQUEST = 1;
    /** A reply message. */
    static final int REPLY = 2;
    /** Data that belongs to the command or the reply before it. */
    static final int OBJECT = 3;

    static final int CHAINED = 0x40;
    static final int CONTINUE_ON_ERROR = 0x20;
    static final int NEXT_HAS_SAME_CORRELATOR = 0x10;

    private static final int TYPE_MASK = 0x0F;
    private static final int MAGIC = 0xD0;
    private static final int FIRST_CONTENT_BYTES = 0x7FFF - 6;
    private static final int CONTINUATION_CONTENT_BYTES = 0x7FFF - 2;

    private final int format;
    private final int correlator;
    private final Ddm object;

    Dss(int format, int correlator, Ddm object) {
        this.format = format;
        this.correlator = correlator;
        this.object = object;
    }

    /** Reads the DSS the reader stands on, all its segments; the reader then stands on the last one. */
    static Dss read(SegmentReader reader) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream(reader.contentLength());
        content.write(reader.buffer(), reader.contentStart(), reader.contentLength());
        while (reader.isContinued()) {
            if (!reader.next()) {
                throw new EOFException("The peer went away between two segments of a DSS");
            }
            content.write(reader.buffer(), reader.contentStart(), reader.contentLength());
        }
        return new Dss(reader.format(), reader.correlator(), Ddm.decode(content.toByteArray()));
    }

    static int type(int format) {
        return format & TYPE_MASK;
    }

    static boolean isChained(int format) {
        return (format & CHAINED) != 0;
    }

    static boolean isFollowedByItsObjects(int format) {
        return (format & NEXT_HAS_SAME_CORRELATOR) != 0;
    }

    int format() {
        return format;
    }

    int correlator() {
        return correlator;
    }

    Ddm object() {
        return object;
    }

    Dss with(Ddm newObject) {
        return new Dss(format, correlator, newObject);
    }

    /** The same DSS with the chaining flags of another one. */
    Dss chainedAs(int otherFormat) {
        return new Dss(type(format) | otherFormat & ~TYPE_MASK, correlator, object);
    }

    byte[] encode() {
        byte[] content = object.encode();
        ByteArrayOutputStream out = new ByteArrayOutputStream(content.length + 16);
        int written = Math.min(content.length, FIRST_CONTENT_BYTES);
        writeLength(out, written + 6, written < content.length);
        out.write(MAGIC);
        out.write(format);
        out.write(correlator >> 8);
        out.write(correlator);
        out.write(content, 0, written);
        while (written < content.length) {
            int part = Math.min(content.length - written, CONTINUATION_CONTENT_BYTES);
            writeLength(out, part + 2, written + part < content.length);
            out.write(content, written, part);
            written += part;
        }
        return out.toByteArray();
    }

    private static void writeLength(ByteArrayOutputStream out, int length, boolean continued) {
        out.write(length >> 8 | (continued ? 0x80 : 0));
        out.write(length);
    }
}
