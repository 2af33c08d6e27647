package io.github.cameldb2cdc.test.relay;

import java.io.IOException;
import java.io.OutputStream;

/** Collects small segments into one write and passes large ones straight on. For one thread. */
final class SegmentWriter {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int LARGE_BYTES = 1 << 12;

    private final OutputStream output;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int count;

    SegmentWriter(OutputStream output) {
        this.output = output;
    }

    /** Passes the reader's current segment on as it is. */
    void forward(SegmentReader reader) throws IOException {
        write(reader.buffer(), reader.segmentStart(), reader.segmentLength());
    }

    /** Passes on only the first bytes of the reader's current segment, to cut a conversation in the middle. */
    void forwardPart(SegmentReader reader, int bytes) throws IOException {
        write(reader.buffer(), reader.segmentStart(), Math.min(bytes, reader.segmentLength()));
    }

    void write(Dss dss) throws IOException {
        byte[] encoded = dss.encode();
        write(encoded, 0, encoded.length);
    }

    void flush() throws IOException {
        if (count > 0) {
            output.write(buffer, 0, count);
            count = 0;
        }
    }

    private void write(byte[] bytes, int offset, int length) throws IOException {
        if (length > buffer.length - count) {
            flush();
        }
        if (length >= LARGE_BYTES && count == 0 || length > buffer.length) {
            output.write(bytes, offset, length);
        } else {
            System.arraycopy(bytes, offset, buffer, count, length);
            count += length;
        }
    }
}
