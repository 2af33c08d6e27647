package io.github.cameldb2cdc.envelope;

import static io.github.cameldb2cdc.envelope.Events.column;
import static io.github.cameldb2cdc.envelope.Events.keyed;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.TableSchema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Random tables of all types that events have, and random rows of them; one seed gives one sequence of them. */
final class RandomRows {

    private static final List<ColumnType> TYPES = Arrays.stream(ColumnType.values())
            .filter(type -> !type.isLargeObject())
            .toList();
    private static final String LETTERS = "aZ09 \"\\/.:{}[],\u0000\u001f\n\t\u007f\u00fc\u6f22\u2028\ufffd";

    private final Random random;

    RandomRows(Random random) {
        this.random = random;
    }

    /** A table of up to eight nullable columns, of which one is the key. */
    TableSchema table() {
        List<Column> columns = new ArrayList<>();
        int count = 1 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            ColumnType type = TYPES.get(random.nextInt(TYPES.size()));
            int scale = type == ColumnType.DECIMAL ? random.nextInt(32) : random.nextInt(10);
            columns.add(column(i + text(), type, scale));
        }
        return keyed(columns, columns.get(random.nextInt(count)).name());
    }

    /** A row; about one in five values is null. */
    Row row(TableSchema table) {
        return new Row(
                table,
                table.columns().stream()
                        .map(column -> random.nextInt(5) == 0 ? null : value(column))
                        .toArray());
    }

    private Object value(Column column) {
        return switch (column.type()) {
            case SMALLINT -> (int) (short) random.nextInt();
            case INTEGER -> random.nextInt();
            case BIGINT -> random.nextLong();
            case DECIMAL -> new BigDecimal(new BigInteger(random.nextInt(103), random), column.scale());
            case DECFLOAT -> new BigDecimal(new BigInteger(112, random).negate(), random.nextInt(100));
            case REAL -> Float.intBitsToFloat(random.nextInt());
            case DOUBLE -> Double.longBitsToDouble(random.nextLong());
            case CHAR, VARCHAR, GRAPHIC, VARGRAPHIC -> text();
            case DATE -> date();
            case TIME -> LocalTime.ofSecondOfDay(random.nextInt(86_400));
            case TIMESTAMP -> timestamp(column.scale());
            case BOOLEAN -> random.nextBoolean();
            default -> bytes();
        };
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            int at = random.nextInt(LETTERS.length() + 1);
            text.append(at == LETTERS.length() ? "\ud83d\ude00" : LETTERS.substring(at, at + 1));
        }
        return text.toString();
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(100)];
        random.nextBytes(bytes);
        return bytes;
    }

    private LocalDate date() {
        long first = LocalDate.of(1, 1, 1).toEpochDay();
        long last = LocalDate.of(9999, 12, 31).toEpochDay();
        return LocalDate.ofEpochDay(first + (long) (random.nextDouble() * (last - first + 1)));
    }

    private LocalDateTime timestamp(int digits) {
        int unit = BigInteger.TEN.pow(9 - digits).intValueExact();
        int nanos = random.nextInt(1_000_000_000) / unit * unit;
        return date().atTime(LocalTime.ofSecondOfDay(random.nextInt(86_400)).withNano(nanos));
    }
}
