package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checkpoints with fixed content. */
final class SampleCheckpoints {

    static final Anchor ANCHOR = new Anchor(
            "SAMPLE",
            "ASNCDC",
            Sequence.parse("00000000000000000A01"),
            LocalDateTime.parse("2026-01-02T03:04:05.678901"),
            Instant.parse("2026-01-02T02:04:06.123456789Z"));

    private static final LocalDateTime CREATED = LocalDateTime.parse("2025-12-31T23:59:59.999999");

    private SampleCheckpoints() {}

    /** The first write of an owner, with these tables. */
    static Checkpoint first(String owner, TableCheckpoint... tables) {
        return of(owner, 1, 1, tables);
    }

    /** The write after another one, by the same owner, with these tables. */
    static Checkpoint after(Checkpoint previous, TableCheckpoint... tables) {
        return of(previous.owner(), previous.epoch(), previous.recordNumber() + 1, tables);
    }

    static Checkpoint of(String owner, long epoch, long recordNumber, TableCheckpoint... tables) {
        Map<TableId, TableCheckpoint> byId = new HashMap<>();
        for (TableCheckpoint table : tables) {
            byId.put(table.table(), table);
        }
        Position position = Position.endOf(Sequence.parse(String.format("%020X", recordNumber)));
        return new Checkpoint(owner, epoch, recordNumber, 0, Phase.STREAMING, position, ANCHOR, null, byId);
    }

    static Checkpoint withVerdict(Checkpoint checkpoint, Verdict verdict) {
        return new Checkpoint(
                checkpoint.owner(),
                checkpoint.epoch(),
                checkpoint.recordNumber(),
                checkpoint.generation(),
                checkpoint.phase(),
                checkpoint.position(),
                checkpoint.anchor(),
                verdict,
                checkpoint.tables());
    }

    /** A table with the columns ID and NAME, that is not loaded. */
    static TableCheckpoint table(String name) {
        return table(
                new TableId("DB2INST1", name),
                List.of(column("ID", ColumnType.INTEGER, 4), column("NAME", ColumnType.VARCHAR, 100)),
                List.of("ID"),
                LoadState.NOT_LOADED,
                null,
                List.of());
    }

    /** The same with a load that a snapshot began; the id tells versions apart. */
    static TableCheckpoint loading(String name, String snapshotId, int finishedUpTo) {
        KeyRange range = new KeyRange(null, key(finishedUpTo));
        return table(name).withLoad(LoadState.LOADING, snapshotId, List.of(range));
    }

    /** A table as wide as Db2 allows with 4 KB pages and more, each column's name with a quote, blanks and letters. */
    static TableCheckpoint wideTable(int columnCount) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < columnCount; i++) {
            columns.add(column("Wide \"column\" Ä€😀 " + i + " ", ColumnType.VARCHAR, 4000));
        }
        String first = columns.get(0).name();
        return table(
                new TableId("Sch\"ema Ä", "Long name " + "€".repeat(100) + " "),
                columns,
                List.of(first),
                LoadState.LOADING,
                "s-1",
                List.of(new KeyRange(key(" a\"\\\n\u0000😀 "), key("\uD800"))));
    }

    /** A table whose identity has a column of every type that a key can have. */
    static TableCheckpoint everyKeyType() {
        List<Column> columns = new ArrayList<>();
        for (ColumnType type : ColumnType.values()) {
            if (!type.isLargeObject()) {
                columns.add(column("C_" + type, type, 20));
            }
        }
        return table(
                new TableId("DB2INST1", "EVERY_TYPE"),
                columns,
                columns.stream().map(Column::name).toList(),
                LoadState.LOADING,
                "20260102-030405-1",
                List.of(new KeyRange(null, lowKey()), new KeyRange(highKey(), null)));
    }

    private static RowKey lowKey() {
        return key(
                -32768,
                Integer.MIN_VALUE,
                Long.MIN_VALUE,
                new BigDecimal("-0.010"),
                new BigDecimal("-9.999E-6000"),
                -0.0f,
                Double.MIN_VALUE,
                "a  ",
                "",
                "Grüße",
                "😀",
                new byte[] {0, -1},
                new byte[0],
                new byte[] {32, 32},
                new byte[] {127, -128},
                LocalDate.of(1, 1, 1),
                LocalTime.of(0, 0, 0),
                LocalDateTime.of(1, 1, 1, 0, 0, 0),
                false,
                new byte[] {1, 2, 3});
    }

    private static RowKey highKey() {
        return key(
                32767,
                Integer.MAX_VALUE,
                Long.MAX_VALUE,
                new BigDecimal("99999999999999999999999999999.99"),
                new BigDecimal("1E+6144"),
                Float.MAX_VALUE,
                Math.PI,
                "\u0000\u001F\"\\/",
                "line\nend",
                "\uD800",
                "\uFFFF",
                new byte[] {1},
                new byte[] {2},
                new byte[] {3},
                new byte[] {4},
                LocalDate.of(9999, 12, 31),
                LocalTime.of(23, 59, 59),
                LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_999),
                true,
                new byte[] {5});
    }

    static TableCheckpoint table(
            TableId id,
            List<Column> columns,
            List<String> identity,
            LoadState load,
            String snapshotId,
            List<KeyRange> finishedRanges) {
        CaptureIdentity capture = new CaptureIdentity(new TableId("ASNCDC", "CDT1"), CREATED, CREATED.minusDays(1));
        TableSchema schema = new TableSchema(id, columns, identity, identity);
        return new TableCheckpoint(
                capture, schema, Sequence.parse("00000000000000000001"), null, load, snapshotId, finishedRanges, null);
    }

    static Column column(String name, ColumnType type, int length) {
        return new Column(name, type, length, 0, false);
    }

    static RowKey key(Object... values) {
        return new RowKey(values);
    }
}
