package io.github.cameldb2cdc.envelope;

import java.io.OutputStream;
import java.util.Arrays;

/**
 * Takes what a generator writes. Most events fit into the generator's buffer and come in one write, so that they are
 * copied once, into an array of their size.
 */
final class SingleWrite extends OutputStream {

    private byte[] bytes = {};

    @Override
    public void write(int oneByte) {
        write(new byte[] {(byte) oneByte}, 0, 1);
    }

    @Override
    public void write(byte[] source, int from, int length) {
        int before = bytes.length;
        if (before == 0) {
            bytes = Arrays.copyOfRange(source, from, from + length);
        } else {
            bytes = Arrays.copyOf(bytes, before + length);
            System.arraycopy(source, from, bytes, before, length);
        }
    }

    /** All bytes; the array is not copied, so nothing is written afterwards. */
    byte[] toByteArray() {
        return bytes;
    }
}
