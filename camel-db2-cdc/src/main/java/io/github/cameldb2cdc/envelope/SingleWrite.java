package io.github.cameldb2cdc.envelope;

import java.io.OutputStream;
import java.util.Arrays;

/**
 * Takes what a generator writes. Most events fit into the generator's buffer and come in one write, so that they are
 * copied once, into an array of their size.
 */
final class SingleWrite extends OutputStream {

    private byte[] bytes = {};
    private int length;

    @Override
    public void write(int oneByte) {
        write(new byte[] {(byte) oneByte}, 0, 1);
    }

    @Override
    public void write(byte[] source, int from, int count) {
        if (length == 0) {
            bytes = Arrays.copyOfRange(source, from, from + count);
        } else {
            makeRoomFor(count);
            System.arraycopy(source, from, bytes, length, count);
        }
        length += count;
    }

    private void makeRoomFor(int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * length, length + count));
        }
    }

    /** All bytes; the array may be the one that is written into, so nothing is written afterwards. */
    byte[] toByteArray() {
        return bytes.length == length ? bytes : Arrays.copyOf(bytes, length);
    }
}
