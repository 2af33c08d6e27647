package io.github.cameldb2cdc.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.cameldb2cdc.event.CdcException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/**
 * Keys of an idempotent repository in a file of lines: {@code +"key"} added it, {@code -"key"} removed it. The first
 * line names the file with a random number, so that a process notices when another one wrote it anew.
 *
 * <p>The keys are also kept in memory; each call reads only what was appended since the last one. A last line without
 * an end is an append that a crash cut off: it was never confirmed and is written over.
 *
 * <p>Not thread-safe; who changes or reads it holds the directory's lock.
 */
final class KeyFile {

    private static final String FORMAT = "camel-db2-cdc keys 1 ";
    private static final String ANY_FORMAT = "camel-db2-cdc keys ";
    private static final int LENGTH_OF_FIRST_LINE = FORMAT.length() + 37;
    private static final int FEWEST_LINES_TO_COMPACT = 1000;
    private static final int LINES_FOR_EACH_KEY = 4;

    private final Path file;
    private final FileSteps steps;
    private final Set<String> keys = new HashSet<>();
    private String firstLine;
    private long end;
    private int lines;

    KeyFile(Path file, FileSteps steps) {
        this.file = file;
        this.steps = steps;
    }

    /** Whether the key is there now. */
    boolean contains(String key) throws IOException {
        refresh();
        return keys.contains(key);
    }

    /** Whether the key is new. */
    boolean add(String key) throws IOException {
        refreshAndCompact();
        if (keys.contains(key)) {
            return false;
        }
        append('+', key);
        keys.add(key);
        return true;
    }

    /** Whether the key was there. */
    boolean remove(String key) throws IOException {
        refreshAndCompact();
        if (!keys.contains(key)) {
            return false;
        }
        append('-', key);
        keys.remove(key);
        return true;
    }

    /** Before the change, so that a failure means that nothing changed. */
    private void refreshAndCompact() throws IOException {
        refresh();
        if (lines > FEWEST_LINES_TO_COMPACT && lines / LINES_FOR_EACH_KEY > keys.size()) {
            writeAnew(Set.copyOf(keys));
            refresh();
        }
    }

    void clear() throws IOException {
        writeAnew(Set.of());
    }

    private void writeAnew(Set<String> content) throws IOException {
        StringBuilder text = new StringBuilder(FORMAT + UUID.randomUUID() + '\n');
        content.forEach(key -> text.append(lineOf('+', key)));
        forget();
        steps.replace(file, bytesOf(text.toString()));
    }

    /** The next call reads the file from its beginning. */
    private void forget() {
        keys.clear();
        firstLine = null;
        end = 0;
        lines = 0;
    }

    private void append(char sign, String key) throws IOException {
        if (firstLine == null) {
            writeAnew(Set.of());
            refresh();
        }
        byte[] line = bytesOf(lineOf(sign, key));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            try {
                channel.truncate(end);
                writeAt(channel, end, line);
                channel.force(false);
            } catch (IOException e) {
                takeBack(channel, e);
                throw e;
            }
        }
        end += line.length;
        lines++;
    }

    private static void writeAt(FileChannel channel, long position, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer, position + buffer.position());
        }
    }

    /** Else a repeated add would find the key of its own failed try and call it a duplicate. */
    private void takeBack(FileChannel channel, IOException failure) {
        try {
            channel.truncate(end);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private void refresh() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            String foundFirstLine = textOf(read(channel, 0, LENGTH_OF_FIRST_LINE));
            if (!foundFirstLine.equals(firstLine) || channel.size() < end) {
                forget();
                requireFormat(foundFirstLine);
                firstLine = foundFirstLine;
                end = LENGTH_OF_FIRST_LINE;
            }
            readLines(textOf(read(channel, end, channel.size() - end)));
        } catch (NoSuchFileException e) {
            forget();
        }
    }

    private void requireFormat(String line) {
        if (line.startsWith(FORMAT) && line.length() == LENGTH_OF_FIRST_LINE && line.endsWith("\n")) {
            return;
        }
        throw CdcException.definite(
                line.startsWith(ANY_FORMAT) && !line.startsWith(FORMAT)
                        ? "The file " + file + " has another version of the format than 1, which this release reads;"
                                + " use the release that wrote it, or a later one."
                        : damage());
    }

    private String damage() {
        return "The file " + file + " with idempotent keys is damaged or not one that this component wrote; restore it"
                + " from a backup, or delete it to forget all keys.";
    }

    private void readLines(String text) {
        int from = 0;
        for (int to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
            apply(text.substring(from, to));
            end += to + 1 - from;
            lines++;
            from = to + 1;
        }
    }

    private void apply(String line) {
        String key = line.isEmpty() ? null : keyOf(line.substring(1));
        if (key != null && line.charAt(0) == '+') {
            keys.add(key);
        } else if (key != null && line.charAt(0) == '-') {
            keys.remove(key);
        } else {
            forget();
            throw CdcException.definite(damage());
        }
    }

    /** Null if this is no key. */
    private static String keyOf(String json) {
        try {
            return JsonRecord.MAPPER.readValue(json, String.class);
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    private static String lineOf(char sign, String key) {
        try {
            return sign + JsonRecord.MAPPER.writeValueAsString(key) + '\n';
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A text is always JSON.", e);
        }
    }

    private static byte[] read(FileChannel channel, long from, long length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(Math.max(0, Math.min(length, channel.size() - from))));
        while (buffer.hasRemaining() && channel.read(buffer, from + buffer.position()) >= 0) {
            // read on until the buffer is full
        }
        return buffer.hasRemaining() ? Arrays.copyOf(buffer.array(), buffer.position()) : buffer.array();
    }

    private static byte[] bytesOf(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String textOf(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
