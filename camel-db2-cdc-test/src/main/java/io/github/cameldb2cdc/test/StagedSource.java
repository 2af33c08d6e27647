package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.derby.Column;
import io.github.cameldb2cdc.test.derby.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A source table whose changes are written to the log: row triggers put one row per change into a table of the kit,
 * with position, transaction, operation and both images. A rollback takes the staged rows back with the changes.
 *
 * @param source the table that is changed
 * @param number names the staging table and the triggers
 */
record StagedSource(TableName source, int number) {
    static final String AFTER = "A_";
    static final String BEFORE = "B_";
    private static final String HEAD =
            "DB2KIT.LOG_POSITION(), DB2KIT.LOG_TRANSACTION(), '%s', CURRENT_TIMESTAMP, CURRENT_USER";
    private static final List<String> OPERATIONS = List.of("INSERT", "UPDATE", "DELETE");

    String table() {
        return "DB2KIT.STAGE_" + number;
    }

    String index() {
        return "STAGE_" + number + "_X";
    }

    /** The triggers that must exist while the table is captured. */
    List<String> triggerNames() {
        return OPERATIONS.stream().map(this::triggerName).toList();
    }

    List<String> createTable(List<Column> columns) {
        String images = stageable(columns).stream()
                .map(column -> ", " + TableName.quote(BEFORE + column.name()) + " " + type(column) + ", "
                        + TableName.quote(AFTER + column.name()) + " " + type(column))
                .collect(Collectors.joining());
        return List.of(
                "CREATE TABLE " + table() + " (LOG_POSITION BIGINT NOT NULL, TRANSACTION_ID VARCHAR(40) NOT NULL, "
                        + "OPERATION CHAR(1) NOT NULL, CHANGED TIMESTAMP NOT NULL, USER_ID VARCHAR(128) NOT NULL"
                        + images + ")",
                // the removal of published rows must never touch the rows of open transactions
                "CREATE UNIQUE INDEX DB2KIT." + index() + " ON " + table() + " (TRANSACTION_ID, LOG_POSITION)");
    }

    List<String> addColumn(Column column) {
        return List.of(
                "ALTER TABLE " + table() + " ADD COLUMN " + TableName.quote(BEFORE + column.name()) + " "
                        + type(column),
                "ALTER TABLE " + table() + " ADD COLUMN " + TableName.quote(AFTER + column.name()) + " "
                        + type(column));
    }

    List<String> lengthenColumn(Column column) {
        return List.of(
                "ALTER TABLE " + table() + " ALTER COLUMN " + TableName.quote(BEFORE + column.name())
                        + " SET DATA TYPE " + type(column),
                "ALTER TABLE " + table() + " ALTER COLUMN " + TableName.quote(AFTER + column.name()) + " SET DATA TYPE "
                        + type(column));
    }

    List<String> createTriggers(List<Column> columns) {
        List<Column> staged = stageable(columns);
        List<String> statements = new ArrayList<>();
        statements.add(trigger("INSERT", "NEW AS N", staged, List.of("N")));
        statements.add(trigger("UPDATE", "OLD AS O NEW AS N", staged, List.of("O", "N")));
        statements.add(trigger("DELETE", "OLD AS O", staged, List.of("O")));
        return statements;
    }

    List<String> dropTriggers() {
        return triggerNames().stream()
                .map(name -> "DROP TRIGGER DB2KIT." + name)
                .toList();
    }

    String dropTable() {
        return "DROP TABLE " + table();
    }

    private String trigger(String operation, String referencing, List<Column> columns, List<String> sides) {
        String targets = columns.stream()
                .map(column -> sides.stream()
                        .map(side -> ", " + TableName.quote(prefix(side) + column.name()))
                        .collect(Collectors.joining()))
                .collect(Collectors.joining());
        String values = columns.stream()
                .map(column -> sides.stream()
                        .map(side -> ", " + side + "." + column.sqlName())
                        .collect(Collectors.joining()))
                .collect(Collectors.joining());
        return "CREATE TRIGGER DB2KIT." + triggerName(operation) + " AFTER " + operation + " ON " + source.sql()
                + " REFERENCING " + referencing + " FOR EACH ROW INSERT INTO " + table()
                + " (LOG_POSITION, TRANSACTION_ID, OPERATION, CHANGED, USER_ID" + targets + ") VALUES ("
                + HEAD.formatted(operation.charAt(0)) + values + ")";
    }

    private String triggerName(String operation) {
        return "STAGE_" + number + "_" + operation;
    }

    private static String prefix(String side) {
        return side.equals("N") ? AFTER : BEFORE;
    }

    private static String type(Column column) {
        return column.sqlType();
    }

    private static List<Column> stageable(List<Column> columns) {
        return columns.stream().filter(column -> !column.large()).toList();
    }
}
