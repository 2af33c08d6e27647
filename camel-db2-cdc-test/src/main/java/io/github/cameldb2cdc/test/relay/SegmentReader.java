package io.github.cameldb2cdc.test.relay;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Walks the DSS segments of one direction of a conversation. A data stream structure (DSS) is one segment of at most
 * 32,767 bytes or, when longer, a first segment and continuation segments that carry only a two-byte length.
 *
 * <p>The reader exposes the current segment inside its own buffer, so that a segment can be passed on without being
 * copied. For one thread.
 */
final class SegmentReader {
    private static final int BUFFER_BYTES = 1 << 17;
    private static final int FIRST_HEADER_BYTES = 6;
    private static final int CONTINUATION_HEADER_BYTES = 2;
    private static final int LENGTH_MASK = 0x7FFF;
    private static final int CONTINUES = 0x8000;

    private final InputStream input;
    private final Flushing beforeBlocking;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int limit;
    private int segmentStart;
    private int segmentLength;
    private boolean continuation;
    private boolean continues;
    private int format;
    private int correlator;

    /** Runs before every read of the socket: what was collected has to leave before this side waits. */
    @FunctionalInterface
    interface Flushing {
        void flush() throws IOException;
    }

    SegmentReader(InputStream input, Flushing beforeBlocking) {
        this.input = input;
        this.beforeBlocking = beforeBlocking;
    }

    /**
     * Moves to the next segment.
     *
     * @return false when the peer closed its side between two segments
     * @throws EOFException when the peer closed its side inside a segment
     */
    boolean next() throws IOException {
        segmentStart += segmentLength;
        segmentLength = 0;
        continuation = continues;
        if (!available(CONTINUATION_HEADER_BYTES)) {
            return false;
        }
        int rawLength = unsignedShort(segmentStart);
        continues = (rawLength & CONTINUES) != 0;
        int length = rawLength & LENGTH_MASK;
        int header = continuation ? CONTINUATION_HEADER_BYTES : FIRST_HEADER_BYTES;
        if (length < header) {
            throw new IOException("A DSS segment says it is " + length + " bytes long");
        }
        if (!available(length)) {
            throw new EOFException("The peer went away inside a DSS segment");
        }
        segmentLength = length;
        if (!continuation) {
            format = buffer[segmentStart + 3] & 0xFF;
            correlator = unsignedShort(segmentStart + 4);
        }
        return true;
    }

    /** Whether this segment continues the DSS of the one before. */
    boolean isContinuation() {
        return continuation;
    }

    /** Whether a further segment of the same DSS follows. */
    boolean isContinued() {
        return continues;
    }

    /** The format byte of the DSS: type and chaining flags. */
    int format() {
        return format;
    }

    int correlator() {
        return correlator;
    }

    /** The code point of the object the DSS begins with, or 0 when there is none. For a first segment. */
    int codePoint() {
        return segmentLength < FIRST_HEADER_BYTES + 4 ? 0 : unsignedShort(segmentStart + FIRST_HEADER_BYTES + 2);
    }

    byte[] buffer() {
        return buffer;
    }

    int segmentStart() {
        return segmentStart;
    }

    int segmentLength() {
        return segmentLength;
    }

    /** Where the content of the segment begins in the buffer, after the DSS header. */
    int contentStart() {
        return segmentStart + headerLength();
    }

    int contentLength() {
        return segmentLength - headerLength();
    }

    private int headerLength() {
        return continuation ? CONTINUATION_HEADER_BYTES : FIRST_HEADER_BYTES;
    }

    private boolean available(int bytes) throws IOException {
        while (limit - segmentStart < bytes) {
            makeRoom(bytes);
            beforeBlocking.flush();
            int count = input.read(buffer, limit, buffer.length - limit);
            if (count < 0) {
                if (limit > segmentStart) {
                    throw new EOFException("The peer went away inside a DSS segment");
                }
                return false;
            }
            limit += count;
        }
        return true;
    }

    private void makeRoom(int bytes) {
        if (segmentStart == limit) {
            segmentStart = 0;
            limit = 0;
        } else if (buffer.length - segmentStart < bytes) {
            System.arraycopy(buffer, segmentStart, buffer, 0, limit - segmentStart);
            limit -= segmentStart;
            segmentStart = 0;
        }
    }

    private int unsignedShort(int position) {
        return (buffer[position] & 0xFF) << 8 | buffer[position + 1] & 0xFF;
    }
}
