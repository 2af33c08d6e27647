package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.derby.Column;
import io.github.cameldb2cdc.test.derby.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes the statements that move staged changes into a change table. Which columns are written follows from the change
 * table alone, by name: a source column's after image, a prefixed name's before image, null for anything else.
 */
final class ChangeStatements {
    private static final Set<String> OWN_COLUMNS =
            Set.of("IBMSNAP_COMMITSEQ", "IBMSNAP_INTENTSEQ", "IBMSNAP_OPERATION");

    private final StagedSource staged;
    private final RegisterRow register;
    private final List<Column> changeColumns;
    private final Set<String> sourceColumns;
    private final int sequenceBytes;

    ChangeStatements(
            StagedSource staged,
            RegisterRow register,
            List<Column> sourceColumns,
            List<Column> changeColumns,
            int sequenceBytes) {
        this.staged = staged;
        this.register = register;
        this.changeColumns = changeColumns.stream()
                .filter(column -> !OWN_COLUMNS.contains(column.name()))
                .toList();
        this.sourceColumns = sourceColumns.stream()
                .filter(column -> !column.large())
                .map(Column::name)
                .collect(Collectors.toUnmodifiableSet());
        this.sequenceBytes = sequenceBytes;
    }

    /** The statements; each has one parameter, the log position after which changes count. */
    List<String> all() {
        List<String> statements = new ArrayList<>();
        if (register.updatesAsPairs()) {
            statements.add(insert("'D'", 0, "S.OPERATION IN ('D', 'U')" + changed(), Image.BEFORE));
            statements.add(insert("'I'", 1, "S.OPERATION IN ('I', 'U')" + changed(), Image.AFTER));
        } else {
            statements.add(insert("'D'", 0, "S.OPERATION = 'D'", Image.BEFORE));
            statements.add(insert("'I'", 1, "S.OPERATION = 'I'", Image.AFTER));
            statements.add(insert("'U'", 1, "S.OPERATION = 'U'" + changed(), Image.BOTH));
        }
        return statements;
    }

    private enum Image {
        BEFORE,
        AFTER,
        BOTH
    }

    private String insert(String operation, int offset, String condition, Image image) {
        String names =
                changeColumns.stream().map(column -> ", " + column.sqlName()).collect(Collectors.joining());
        String values = changeColumns.stream()
                .map(column -> ", " + value(column, image))
                .collect(Collectors.joining());
        return "INSERT INTO " + register.changeTable().sql()
                + " (IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ, IBMSNAP_OPERATION" + names + ") SELECT B.COMMIT_SEQUENCE, "
                + "DB2KIT.SEQUENCE(S.LOG_POSITION * " + SequenceFormat.NUMBERS_PER_POSITION + " + " + offset + ", "
                + sequenceBytes + "), " + operation + values
                // the order is fixed so that the scan meets rows of ended transactions only
                + " FROM --DERBY-PROPERTIES joinOrder=FIXED\n DB2KIT.BATCH B, " + staged.table()
                + " S --DERBY-PROPERTIES index=" + staged.index() + "\n WHERE S.TRANSACTION_ID = B.TRANSACTION_ID "
                + "AND S.LOG_POSITION > ? AND " + condition;
    }

    private String value(Column column, Image image) {
        if (sourceColumns.contains(column.name())) {
            return "S."
                    + TableName.quote(
                            (image == Image.BEFORE ? StagedSource.BEFORE : StagedSource.AFTER) + column.name());
        }
        String prefix = register.beforeImagePrefix();
        if (prefix != null && image != Image.AFTER && column.name().startsWith(prefix)) {
            String name = column.name().substring(prefix.length());
            if (sourceColumns.contains(name)) {
                return "S." + TableName.quote(StagedSource.BEFORE + name);
            }
        }
        return "CAST(NULL AS " + column.sqlType() + ")";
    }

    private String changed() {
        if (!register.changesOnly()) {
            return "";
        }
        String differences = changeColumns.stream()
                .map(Column::name)
                .filter(sourceColumns::contains)
                .map(ChangeStatements::differs)
                .collect(Collectors.joining(" OR "));
        return " AND (S.OPERATION <> 'U' OR " + differences + ")";
    }

    private static String differs(String name) {
        String before = "S." + TableName.quote(StagedSource.BEFORE + name);
        String after = "S." + TableName.quote(StagedSource.AFTER + name);
        return "(" + before + " <> " + after + " OR (" + before + " IS NULL AND " + after + " IS NOT NULL) OR ("
                + before + " IS NOT NULL AND " + after + " IS NULL))";
    }
}
