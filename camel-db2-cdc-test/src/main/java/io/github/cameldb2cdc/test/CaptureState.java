package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.derby.Column;
import io.github.cameldb2cdc.test.derby.Columns;
import io.github.cameldb2cdc.test.derby.TableName;
import io.github.cameldb2cdc.test.derby.TransactionLog;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What Capture has in its memory about registrations: it is read at start and with each REINIT, and not in between. One
 * thread at a time; {@link Capture} holds its lock around every call.
 */
final class CaptureState {
    private final Register register;
    private final TransactionLog log;
    private final SequenceFormat format;
    private Map<TableName, CapturedTable> captured = new LinkedHashMap<>();
    private List<StagedSource> staged = List.of();

    CaptureState(Register register, TransactionLog log, SequenceFormat format) {
        this.register = register;
        this.log = log;
        this.format = format;
    }

    /** The tables whose changes are published. */
    Collection<CapturedTable> captured() {
        return captured.values();
    }

    /** The tables whose changes are staged, published or not. */
    List<StagedSource> staged() {
        return staged;
    }

    boolean captures(TableName source) {
        return captured.containsKey(source);
    }

    void forget(TableName source) {
        captured.remove(source);
    }

    void clear() {
        captured = new LinkedHashMap<>();
        staged = List.of();
    }

    /**
     * Reads the registrations. One that became active is captured from the present log position on, one that is active
     * no longer is dropped.
     *
     * @param synchpoint the number that CD_OLD_SYNCHPOINT and CD_NEW_SYNCHPOINT get at an activation
     */
    void load(Connection connection, long synchpoint) throws SQLException {
        Map<TableName, Sources.Entry> entries = new LinkedHashMap<>();
        for (Sources.Entry entry : Sources.all(connection)) {
            entries.put(entry.staged().source(), entry);
        }
        Map<TableName, CapturedTable> loaded = new LinkedHashMap<>();
        for (RegisterRow row : register.rows(connection)) {
            Sources.Entry entry = entries.get(row.source());
            if (entry != null && row.active()) {
                long captureFrom = entry.captureFrom() != null
                        ? entry.captureFrom()
                        : activate(connection, row, entry, synchpoint);
                loaded.put(row.source(), table(connection, entry.staged(), row, captureFrom));
            } else if (entry != null && entry.captureFrom() != null) {
                Sources.setCaptureFrom(connection, entry.staged(), null);
            }
        }
        captured = loaded;
        staged = entries.values().stream().map(Sources.Entry::staged).toList();
    }

    private long activate(Connection connection, RegisterRow row, Sources.Entry entry, long synchpoint)
            throws SQLException {
        long position = log.next();
        Sources.setCaptureFrom(connection, entry.staged(), position);
        if (entry.oldSynchpoint() == Registration.OldSynchpoint.SET) {
            register.setOldSynchpoint(connection, row.source(), synchpoint);
            register.moveNewSynchpoint(connection, row.source(), synchpoint);
        }
        return position;
    }

    private CapturedTable table(Connection connection, StagedSource source, RegisterRow row, long captureFrom)
            throws SQLException {
        List<Column> sourceColumns = Columns.of(connection, row.source());
        List<Column> changeColumns = Columns.of(connection, row.changeTable());
        ChangeStatements statements =
                new ChangeStatements(source, row, sourceColumns, changeColumns, format.lengthBytes());
        return new CapturedTable(source, row, captureFrom, statements.all());
    }
}
