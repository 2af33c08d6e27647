package io.github.cameldb2cdc.envelope;

import io.github.cameldb2cdc.event.CdcEvent;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.event.Tombstone;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The events of the scenario of which Debezium's records are in {@code envelope/golden}, in their order. Times are 0 and
 * commit times unknown, as in the records.
 */
final class GoldenScenario {

    private static final Origin ORIGIN = new Origin("db2", "SAMPLE", "3.6.1.Final");
    private static final int SNAPSHOT = 0x1010;

    private static final TableSchema EMPLOYEES = table(
            "EMPLOYEES",
            List.of(
                    column("ID", ColumnType.INTEGER, false),
                    column("FIRSTNAME", ColumnType.VARCHAR, false),
                    column("LASTNAME", ColumnType.VARCHAR, false),
                    new Column("SALARY", ColumnType.DECIMAL, 12, 2, true),
                    column("HIRED", ColumnType.DATE, true),
                    new Column("UPDATED", ColumnType.TIMESTAMP, 10, 6, true),
                    column("NOTES", ColumnType.VARCHAR, true)),
            "ID");
    private static final TableSchema DEPT = table(
            "DEPT",
            List.of(
                    column("DEPTNO", ColumnType.CHAR, false),
                    column("REGION", ColumnType.SMALLINT, false),
                    column("NAME", ColumnType.VARCHAR, false)),
            "DEPTNO",
            "REGION");
    private static final TableSchema NOKEY =
            table("NOKEY", List.of(column("A", ColumnType.INTEGER, false), column("B", ColumnType.VARCHAR, true)));
    private static final TableSchema ALLTYPES = table("ALLTYPES", columnsOfAllTypes(), "ID");

    private static final Object[] ALL1 = {
        1,
        12,
        345,
        6_789_012_345L,
        new BigDecimal("1234567.89"),
        new BigDecimal("12.5"),
        new BigDecimal("1234567890123456789.123"),
        1.5f,
        2.25d,
        "abc  ",
        "variable text",
        LocalDate.of(2024, 2, 29),
        LocalTime.of(13, 14, 15),
        leapDay(123_456_000),
        leapDay(123_000_000),
        leapDay(0),
        leapDay(123_456_789),
        bytes(1, 2, 0xFE, 0xFF),
        bytes(0x0A, 0x0B),
        true,
        new BigDecimal("7.0000"),
        "N"
    };
    private static final Object[] ALL2 = {
        2,
        -32768,
        Integer.MIN_VALUE,
        Long.MIN_VALUE,
        new BigDecimal("-0.01"),
        new BigDecimal("-1E+10"),
        new BigDecimal("0"),
        -1.5f,
        -2.25e100d,
        "     ",
        "",
        LocalDate.of(1, 1, 1),
        LocalTime.MIDNIGHT,
        beforeTheEpoch(999_999_000),
        beforeTheEpoch(999_000_000),
        beforeTheEpoch(0),
        beforeTheEpoch(999_999_999),
        bytes(0, 0, 0, 0),
        bytes(),
        false,
        new BigDecimal("-7.1234"),
        "Y"
    };
    private static final Object[] ALL3 = allNull(3);
    private static final Object[] ALL4 = {
        4,
        32767,
        Integer.MAX_VALUE,
        Long.MAX_VALUE,
        new BigDecimal("9999999999.99"),
        new BigDecimal("0.1"),
        new BigDecimal("1E+3"),
        3.4e38f,
        Double.MAX_VALUE,
        "x    ",
        "\u00fcml\u00e4ut \u20ac \"quoted\" \\ back\nline",
        LocalDate.of(9999, 12, 31),
        LocalTime.of(23, 59, 59),
        LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_000),
        millennium(0),
        millennium(0),
        millennium(1),
        bytes(0xFF, 0xFF, 0xFF, 0xFF),
        bytes(0xFF),
        true,
        new BigDecimal("0.0001"),
        "N"
    };

    private final List<CdcEvent> events = new ArrayList<>();
    private int commit;
    private int intent;

    private GoldenScenario() {}

    static List<CdcEvent> events() {
        GoldenScenario scenario = new GoldenScenario();
        scenario.loadTables();
        scenario.changeEmployees();
        scenario.changeManyTables();
        scenario.deleteAndInsert();
        return scenario.events;
    }

    private void loadTables() {
        for (Object[] row : List.of(employee(1, "Anna"), employee(2, "Bruno"), employee(3, null))) {
            read(EMPLOYEES, row);
        }
        read(DEPT, "A00", 1, "Head office");
        read(DEPT, "B01", 1, "Planning");
        read(DEPT, "C01", 2, "Support");
        read(NOKEY, 1, "one");
        read(NOKEY, 2, null);
        read(NOKEY, 3, "three");
        for (Object[] row : List.of(ALL1, ALL2, ALL3)) {
            read(ALLTYPES, row);
        }
    }

    private void changeEmployees() {
        Object[] created = employee(10, "new");
        Object[] raised = with(with(created, 3, new BigDecimal("2000.00")), 6, null);
        at(0x1011, 0x1012).create(EMPLOYEES, created);
        at(0x1014, 0x1015).update(EMPLOYEES, created, raised);
        at(0x1016, 0x1017).delete(EMPLOYEES, employee(3, null));
        at(0x1019, 0x101a).changeKey(EMPLOYEES, raised, with(raised, 0, 11));
    }

    private void changeManyTables() {
        Object[] sales = {"D01", 3, "Sales"};
        at(0x101b, 0x1020).create(DEPT, sales);
        at(0x101c, 0x1020).create(EMPLOYEES, employee(12, "multi"));
        at(0x101e, 0x1020).update(DEPT, sales, with(sales, 2, "Sales and marketing"));
        at(0x101f, 0x1020).delete(EMPLOYEES, employee(2, "Bruno"));
        at(0x1021, 0x1027).create(ALLTYPES, ALL4);
        at(0x1023, 0x1027).update(ALLTYPES, ALL1, allNull(1));
        at(0x1025, 0x1027).update(ALLTYPES, ALL3, with(ALL1, 0, 3));
        at(0x1026, 0x1027).delete(ALLTYPES, ALL2);
    }

    private void deleteAndInsert() {
        Object[] again = employee(12, "same key again");
        at(0x1029, 0x102a).update(EMPLOYEES, employee(12, "multi"), again);
        at(0x102c, 0x102d).changeKey(EMPLOYEES, again, employee(13, "other key"));
        at(0x102f, 0x1030).update(NOKEY, new Object[] {1, "one"}, new Object[] {4, "four"});
        at(0x1032, 0x1033).update(NOKEY, new Object[] {3, "three"}, new Object[] {3, "drei"});
    }

    private GoldenScenario at(int newIntent, int newCommit) {
        intent = newIntent;
        commit = newCommit;
        return this;
    }

    private void read(TableSchema table, Object... values) {
        Position position = Position.endOf(sequence(SNAPSHOT));
        Row row = new Row(table, values);
        events.add(new RowChange(ORIGIN, Operation.READ, table, null, row, position, -1, null, "s1", Instant.EPOCH));
    }

    private void create(TableSchema table, Object[] after) {
        add(Operation.CREATE, table, null, new Row(table, after), null);
    }

    private void update(TableSchema table, Object[] before, Object[] after) {
        add(Operation.UPDATE, table, new Row(table, before), new Row(table, after), null);
    }

    private void delete(TableSchema table, Object[] before) {
        RowChange deletion = add(Operation.DELETE, table, new Row(table, before), null, null);
        events.add(new Tombstone(deletion));
    }

    private void changeKey(TableSchema table, Object[] before, Object[] after) {
        Row oldRow = new Row(table, before);
        Row newRow = new Row(table, after);
        events.add(new Tombstone(add(Operation.DELETE, table, oldRow, null, table.messageKeyOf(newRow))));
        add(Operation.CREATE, table, null, newRow, table.messageKeyOf(oldRow));
    }

    private RowChange add(Operation operation, TableSchema table, Row before, Row after, RowKey otherKey) {
        Position position = Position.row(sequence(commit), sequence(intent));
        RowChange change = new RowChange(
                ORIGIN, operation, table, before, after, position, 0, null, null, Instant.EPOCH, otherKey);
        events.add(change);
        return change;
    }

    private static Sequence sequence(int number) {
        return Sequence.parse(String.format("%032x", number));
    }

    private static TableSchema table(String name, List<Column> columns, String... key) {
        return new TableSchema(new TableId("DB2INST1", name), columns, List.of(key), List.of(key));
    }

    private static Column column(String name, ColumnType type, boolean nullable) {
        return new Column(name, type, 0, 0, nullable);
    }

    private static List<Column> columnsOfAllTypes() {
        return List.of(
                column("ID", ColumnType.INTEGER, false),
                column("C_SMALLINT", ColumnType.SMALLINT, true),
                column("C_INTEGER", ColumnType.INTEGER, true),
                column("C_BIGINT", ColumnType.BIGINT, true),
                new Column("C_DECIMAL", ColumnType.DECIMAL, 12, 2, true),
                column("C_DECFLOAT16", ColumnType.DECFLOAT, true),
                column("C_DECFLOAT34", ColumnType.DECFLOAT, true),
                column("C_REAL", ColumnType.REAL, true),
                column("C_DOUBLE", ColumnType.DOUBLE, true),
                column("C_CHAR", ColumnType.CHAR, true),
                column("C_VARCHAR", ColumnType.VARCHAR, true),
                column("C_DATE", ColumnType.DATE, true),
                column("C_TIME", ColumnType.TIME, true),
                new Column("C_TIMESTAMP", ColumnType.TIMESTAMP, 10, 6, true),
                new Column("C_TIMESTAMP3", ColumnType.TIMESTAMP, 9, 3, true),
                new Column("C_TIMESTAMP0", ColumnType.TIMESTAMP, 7, 0, true),
                new Column("C_TIMESTAMP9", ColumnType.TIMESTAMP, 12, 9, true),
                column("C_CHAR_FBD", ColumnType.CHAR_FOR_BIT_DATA, true),
                column("C_VARCHAR_FBD", ColumnType.VARCHAR_FOR_BIT_DATA, true),
                column("C_BOOLEAN", ColumnType.BOOLEAN, true),
                new Column("C_NUMERIC", ColumnType.DECIMAL, 9, 4, true),
                column("C_DEFAULT", ColumnType.CHAR, false));
    }

    private static Object[] employee(int id, String notes) {
        return new Object[] {
            id,
            "First" + id,
            "Last" + id,
            new BigDecimal("1000.50").add(BigDecimal.valueOf(id)),
            LocalDate.of(2020, 1, 1 + id % 9),
            LocalDateTime.of(2024, 5, 6, 7, 8, 9, 123_456_000),
            notes
        };
    }

    private static Object[] allNull(int id) {
        return with(
                with(new Object[columnsOfAllTypes().size()], 0, id),
                columnsOfAllTypes().size() - 1,
                "N");
    }

    private static Object[] with(Object[] row, int index, Object value) {
        Object[] changed = row.clone();
        changed[index] = value;
        return changed;
    }

    private static LocalDateTime leapDay(int nanos) {
        return LocalDateTime.of(2024, 2, 29, 13, 14, 15, nanos);
    }

    private static LocalDateTime beforeTheEpoch(int nanos) {
        return LocalDateTime.of(1969, 12, 31, 23, 59, 59, nanos);
    }

    private static LocalDateTime millennium(int nanos) {
        return LocalDateTime.of(2000, 1, 1, 0, 0, 0, nanos);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        IntStream.range(0, values.length).forEach(i -> bytes[i] = (byte) values[i]);
        return bytes;
    }
}
