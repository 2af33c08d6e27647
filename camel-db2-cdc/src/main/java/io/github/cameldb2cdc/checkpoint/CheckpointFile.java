package io.github.cameldb2cdc.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.cameldb2cdc.event.CdcException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The content of a checkpoint's file: a line that says what the file is, then the records of {@link CheckpointFormat},
 * one a line, the head first. The first line bears the guard, so that a write need not read more, and a checksum of the
 * rest.
 */
final class CheckpointFile {

    private static final String FORMAT = "camel-db2-cdc checkpoint";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private CheckpointFile() {}

    static byte[] write(String name, Checkpoint checkpoint) {
        StringBuilder records = new StringBuilder();
        records.append(CheckpointFormat.writeHead(checkpoint)).append('\n');
        checkpoint.tables().values().forEach(table -> records.append(CheckpointFormat.writeTable(table))
                .append('\n'));
        return bytesOf(firstLine(name, checkpoint, checksum(bytesOf(records.toString()))) + '\n' + records);
    }

    private static String firstLine(String name, Checkpoint checkpoint, String checksum) {
        ObjectNode line = JsonRecord.MAPPER
                .createObjectNode()
                .put("format", FORMAT)
                .put("version", CheckpointFormat.VERSION)
                .put("name", name)
                .put("owner", checkpoint.owner())
                .put("epoch", checkpoint.epoch())
                .put("recordNumber", checkpoint.recordNumber())
                .put("crc32", checksum);
        try {
            return JsonRecord.MAPPER.writeValueAsString(line);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A tree of plain values is always JSON.", e);
        }
    }

    /** @throws CdcException definite, if this is no whole file of this checkpoint */
    static Checkpoint read(String name, Path file, byte[] content) {
        int endOfFirstLine = endOfFirstLine(content);
        JsonRecord first = readFirstLine(name, file, content);
        byte[] records = Arrays.copyOfRange(content, Math.min(endOfFirstLine + 1, content.length), content.length);
        if (!first.text("crc32").equals(checksum(records))) {
            throw damaged(name, file, "was cut off or changed");
        }
        List<String> lines = textOf(records).lines().toList();
        if (lines.isEmpty()) {
            throw damaged(name, file, "has no records");
        }
        Checkpoint checkpoint = CheckpointFormat.read(name, lines.get(0), lines.subList(1, lines.size()));
        if (!guardOf(first).equals(Guard.of(checkpoint))) {
            throw damaged(name, file, "has a first line of another write than the rest");
        }
        return checkpoint;
    }

    /**
     * The guard of the checkpoint in the file.
     *
     * @throws CdcException definite, if the first line is not one of this checkpoint
     */
    static Guard readGuard(String name, Path file, byte[] content) {
        return guardOf(readFirstLine(name, file, content));
    }

    private static JsonRecord readFirstLine(String name, Path file, byte[] content) {
        try {
            JsonRecord first = JsonRecord.parse(textOf(Arrays.copyOf(content, endOfFirstLine(content))));
            if (!FORMAT.equals(first.textOrNull("format"))) {
                throw damaged(name, file, "is not one that this component wrote");
            }
            if (first.number("version") > CheckpointFormat.VERSION) {
                throw CheckpointFormat.tooNew(name, first.number("version"));
            }
            if (!name.equals(first.text("name"))) {
                throw damaged(name, file, "belongs to another checkpoint");
            }
            first.text("crc32");
            guardOf(first);
            return first;
        } catch (DamagedRecordException e) {
            throw damaged(name, file, "is not one that this component wrote, or was cut off or changed");
        }
    }

    private static Guard guardOf(JsonRecord first) {
        return new Guard(first.text("owner"), first.number("epoch"), first.number("recordNumber"));
    }

    private static CdcException damaged(String name, Path file, String what) {
        return CheckpointFormat.damaged(name, "the file " + file + " " + what);
    }

    private static int endOfFirstLine(byte[] content) {
        int at = 0;
        while (at < content.length && content[at] != '\n') {
            at++;
        }
        return at;
    }

    private static String checksum(byte[] records) {
        CRC32 crc = new CRC32();
        crc.update(records);
        return HEX.toHexDigits((int) crc.getValue());
    }

    /** All that is written is ASCII. */
    private static byte[] bytesOf(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String textOf(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
