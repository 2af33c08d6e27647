package io.github.cameldb2cdc.docs;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.source.CatalogTypes;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A value of each type that a column in an event can have. */
final class ValueSamples {

    private static final String BIT_DATA = " FOR BIT DATA";
    private static final Pattern TYPE = Pattern.compile("([A-Z]+)(?:\\((\\d+)(?:,(\\d+))?\\))?(?: FOR BIT DATA)?");
    private static final LocalDateTime MOMENT = LocalDateTime.of(2026, 11, 30, 9, 30, 0);

    /**
     * A value of a type.
     *
     * @param type the type as CREATE TABLE has it
     * @param literal the value as SQL has it, where the embedded Db2 has the type as it is; else null
     * @param value the value in a row of an event
     */
    record Sample(String type, String literal, Object value) {

        /** A column of the type, as the catalog would describe it. */
        Column column(String name) {
            Matcher matcher = TYPE.matcher(type);
            if (!matcher.matches()) {
                throw new IllegalArgumentException(type);
            }
            ColumnType columnType = CatalogTypes.typeOf(matcher.group(1), type.endsWith(BIT_DATA))
                    .orElseThrow(() -> new IllegalArgumentException(type + " is no type that is read."));
            boolean temporal = columnType == ColumnType.TIMESTAMP;
            int first = matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2));
            int second = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
            return new Column(name, columnType, first, temporal ? first : second, true);
        }
    }

    private ValueSamples() {}

    /** The samples in the order in which a page shows them. */
    static List<Sample> all() {
        return List.of(
                new Sample("SMALLINT", "7", 7),
                new Sample("INTEGER", "70000", 70_000),
                new Sample("BIGINT", "9000000000", 9_000_000_000L),
                new Sample("DECIMAL(9,2)", "5200.00", new BigDecimal("5200.00")),
                new Sample("DECFLOAT(16)", null, new BigDecimal("12.50")),
                new Sample("REAL", "1.5E0", 1.5f),
                new Sample("DOUBLE", "2.25E0", 2.25),
                new Sample("CHAR(5)", "'Ada'", "Ada  "),
                new Sample("VARCHAR(40)", "'Ada'", "Ada"),
                new Sample("GRAPHIC(5)", null, "Ada  "),
                new Sample("VARGRAPHIC(40)", null, "Ada"),
                new Sample("CHAR(2) FOR BIT DATA", "X'CAFE'", bytes()),
                new Sample("VARCHAR(8) FOR BIT DATA", "X'CAFE'", bytes()),
                new Sample("BINARY(2)", null, bytes()),
                new Sample("VARBINARY(8)", null, bytes()),
                new Sample("ROWID", null, bytes()),
                new Sample("DATE", "'2026-11-30'", MOMENT.toLocalDate()),
                new Sample("TIME", "'09:30:00'", MOMENT.toLocalTime()),
                new Sample("TIMESTAMP(0)", null, MOMENT),
                new Sample("TIMESTAMP(3)", null, MOMENT.withNano(500_000_000)),
                new Sample("TIMESTAMP(6)", "'2026-11-30 09:30:00.500000'", MOMENT.withNano(500_000_000)),
                new Sample("TIMESTAMP(9)", null, MOMENT.withNano(500_000_000)),
                new Sample("BOOLEAN", "TRUE", true));
    }

    /** The class of a value as a page names it. */
    static String className(Object value) {
        return value instanceof byte[] ? "byte[]" : value.getClass().getSimpleName();
    }

    private static byte[] bytes() {
        return new byte[] {(byte) 0xCA, (byte) 0xFE};
    }

    /** The same moment in a column of a type of dates and times. */
    static Sample momentIn(String type) {
        ColumnType columnType = new Sample(type, null, null).column("C").type();
        Object value =
                switch (columnType) {
                    case DATE -> MOMENT.toLocalDate();
                    case TIME -> MOMENT.toLocalTime();
                    default -> MOMENT.withNano(500_000_000);
                };
        return new Sample(type, null, value);
    }
}
