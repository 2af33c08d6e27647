package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Checkpoints with content made from a seed. */
final class RandomCheckpoints {

    private static final List<ColumnType> KEY_TYPES =
            Stream.of(ColumnType.values()).filter(type -> !type.isLargeObject()).toList();

    private final Random random;

    RandomCheckpoints(long seed) {
        this.random = new Random(seed);
    }

    Checkpoint next() {
        Map<TableId, TableCheckpoint> tables = new HashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            TableCheckpoint table = table();
            tables.put(table.table(), table);
        }
        return new Checkpoint(
                text(),
                random.nextLong(),
                random.nextLong(),
                random.nextLong(),
                oneOf(Phase.values()),
                position(),
                new Anchor(text(), text(), orNull(this::sequence), orNull(this::timestamp), orNull(this::instant)),
                orNull(this::verdict),
                tables,
                requests(tables.values()));
    }

    private SnapshotRequests requests(Collection<TableCheckpoint> tables) {
        SnapshotRequests requests = new SnapshotRequests(
                random.nextBoolean(),
                List.of(),
                List.of(1 + text(), 2 + text()),
                List.of(new StoredSignal(orNull(this::text), orNull(this::text), orNull(this::text))),
                orNull(this::position));
        for (TableCheckpoint table : tables) {
            if (!table.schema().identity().isEmpty()) {
                RequestedTable requested = new RequestedTable(
                        table.table(),
                        orNull(this::text),
                        table.schema().identity(),
                        random.nextBoolean() ? List.of() : List.of(key(table.schema()), key(table.schema())),
                        random.nextBoolean(),
                        random.nextBoolean(),
                        orNull(() -> key(table.schema())),
                        random.nextBoolean());
                requests = requests.with(new SnapshotRequest(text(), text(), random.nextBoolean(), List.of(requested)));
            }
        }
        return requests;
    }

    private Verdict verdict() {
        return new Verdict(oneOf(Verdict.Kind.values()), orNull(this::tableId), text(), instant());
    }

    private TableCheckpoint table() {
        TableSchema schema = schema();
        List<KeyRange> ranges = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            ranges.add(new KeyRange(orNull(() -> key(schema)), orNull(() -> key(schema))));
        }
        CaptureIdentity capture = new CaptureIdentity(tableId(), timestamp(), timestamp());
        return new TableCheckpoint(
                capture,
                schema,
                sequence(),
                orNull(this::sequence),
                oneOf(LoadState.values()),
                orNull(this::text),
                ranges,
                orNull(this::sequence));
    }

    private TableSchema schema() {
        List<Column> columns = new ArrayList<>();
        List<String> identity = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            ColumnType type = random.nextBoolean() ? oneOf(ColumnType.values()) : KEY_TYPES.get(random.nextInt(20));
            Column column = new Column(i + text(), type, random.nextInt(), random.nextInt(), random.nextBoolean());
            columns.add(column);
            if (!type.isLargeObject() && random.nextBoolean()) {
                identity.add(0, column.name());
            }
        }
        return new TableSchema(tableId(), columns, identity, random.nextBoolean() ? identity : List.of());
    }

    private RowKey key(TableSchema schema) {
        return new RowKey(schema.identity().stream()
                .map(name -> orNull(
                        () -> value(schema.columns().get(schema.indexOf(name)).type())))
                .toArray());
    }

    private Object value(ColumnType type) {
        return switch (type) {
            case SMALLINT -> (int) (short) random.nextInt();
            case INTEGER -> random.nextInt();
            case BIGINT -> random.nextLong();
            case BOOLEAN -> random.nextBoolean();
            case CHAR, VARCHAR, GRAPHIC, VARGRAPHIC -> text();
            case DECIMAL -> new BigDecimal(new BigInteger(100, random).negate(), random.nextInt(32));
            case DECFLOAT -> new BigDecimal(new BigInteger(110, random), random.nextInt(12000) - 6000);
            case REAL -> Float.intBitsToFloat(random.nextInt());
            case DOUBLE -> Double.longBitsToDouble(random.nextLong());
            case DATE -> LocalDate.of(1 + random.nextInt(9999), 1 + random.nextInt(12), 1 + random.nextInt(28));
            case TIME -> LocalTime.ofSecondOfDay(random.nextInt(86400));
            case TIMESTAMP -> timestamp();
            case CHAR_FOR_BIT_DATA, VARCHAR_FOR_BIT_DATA, BINARY, VARBINARY, ROWID -> bytes(random.nextInt(20));
            case CLOB, DBCLOB, BLOB, XML -> throw new IllegalArgumentException("no key has a " + type);
        };
    }

    private Position position() {
        return new Position(sequence(), orNull(this::sequence));
    }

    private Sequence sequence() {
        return Sequence.ofOwned(bytes(random.nextBoolean() ? 10 : 16));
    }

    private Instant instant() {
        return timestamp().toInstant(ZoneOffset.UTC);
    }

    /** From year 1 on, mostly with some zeros at the end of the fraction. */
    private LocalDateTime timestamp() {
        long second = random.nextLong(-62135596800L, 253402300800L);
        int unit = oneOf(new Integer[] {1_000_000_000, 1_000_000, 1000, 1});
        return LocalDateTime.ofEpochSecond(second, random.nextInt(1_000_000_000 / unit) * unit, ZoneOffset.UTC);
    }

    private TableId tableId() {
        return new TableId(text(), text());
    }

    /** Any UTF-16 units, halves of characters included, though ASCII mostly. */
    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append((char) random.nextInt(random.nextInt(4) == 0 ? 0x10000 : 0x80));
        }
        return text.toString();
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private <T> T oneOf(T[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    private <T> T orNull(Supplier<T> value) {
        return random.nextInt(5) == 0 ? null : value.get();
    }
}
