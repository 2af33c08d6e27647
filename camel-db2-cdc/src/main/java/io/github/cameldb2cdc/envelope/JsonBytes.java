package io.github.cameldb2cdc.envelope;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** JSON in UTF-8, without blanks and line ends. */
final class JsonBytes {

    // a number's text must not depend on the JDK: before 19 Double.toString writes needless digits.
    // The stream is the caller's, and an event that failed half-way must not be closed as if it were whole.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
            .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
            .build();

    private JsonBytes() {}

    /** Writes one JSON value. */
    @FunctionalInterface
    interface Content {
        void writeTo(JsonGenerator json) throws IOException;
    }

    static byte[] of(Content content) {
        SingleWrite bytes = new SingleWrite();
        try {
            write(content, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Writes to a stream, which is neither flushed nor closed.
     *
     * @throws IOException if the stream fails; a part may have been written
     */
    static void write(Content content, OutputStream out) throws IOException {
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            content.writeTo(json);
        }
    }
}
