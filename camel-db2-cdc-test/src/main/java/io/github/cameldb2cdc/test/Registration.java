package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.derby.TableName;
import java.util.List;
import java.util.Objects;

/**
 * What is registered about one source table. Immutable: each method returns a changed copy. Without any of them a
 * registration captures all columns but LOBs into {@code <control schema>.CDC_<schema>_<table>}, writes an update as a
 * D and an I row, and is active.
 */
public final class Registration {
    /** What CD_OLD_SYNCHPOINT and CD_NEW_SYNCHPOINT become when the registration is activated. */
    public enum OldSynchpoint {
        /** Both are set at activation and moved by pruning, as after a CAPSTART signal. */
        SET,
        /** CD_OLD_SYNCHPOINT stays null for ever, as in set-ups that insert STATE A by hand. */
        NULL
    }

    private final TableName source;
    private final TableName changeTable;
    private final List<String> columns;
    private final boolean updatesAsRows;
    private final String beforeImagePrefix;
    private final boolean changesOnly;
    private final boolean active;
    private final boolean awaited;
    private final boolean stopOnError;
    private final OldSynchpoint oldSynchpoint;

    private Registration(Draft draft) {
        this.source = draft.source;
        this.changeTable = draft.changeTable;
        this.columns = draft.columns;
        this.updatesAsRows = draft.updatesAsRows;
        this.beforeImagePrefix = draft.beforeImagePrefix;
        this.changesOnly = draft.changesOnly;
        this.active = draft.active;
        this.awaited = draft.awaited;
        this.stopOnError = draft.stopOnError;
        this.oldSynchpoint = draft.oldSynchpoint;
    }

    /** A registration of the table with that schema and name as the catalog stores them (usually upper case). */
    public static Registration of(String schema, String table) {
        return of(new TableName(schema, table));
    }

    static Registration of(TableName source) {
        Draft draft = new Draft();
        draft.source = source;
        return new Registration(draft);
    }

    /** Names the change table, as the catalog stores schema and name. */
    public Registration changeTable(String schema, String table) {
        Draft draft = new Draft(this);
        draft.changeTable = new TableName(schema, table);
        return new Registration(draft);
    }

    /** Writes an update as one U row (CHG_UPD_TO_DEL_INS = N). */
    public Registration updatesAsRows() {
        Draft draft = new Draft(this);
        draft.updatesAsRows = true;
        return new Registration(draft);
    }

    /**
     * Adds a before-image column for each registered column.
     *
     * @param prefix one to four characters in front of the column's name, usually {@code X}
     */
    public Registration beforeImages(String prefix) {
        Objects.requireNonNull(prefix, "prefix");
        if (prefix.isEmpty() || prefix.length() > 4) {
            throw new IllegalArgumentException(
                    "The before-image prefix '" + prefix + "' must have one to four characters");
        }
        Draft draft = new Draft(this);
        draft.beforeImagePrefix = prefix;
        return new Registration(draft);
    }

    /** Registers these columns only, in this order, as the catalog stores their names. */
    public Registration columns(String... names) {
        Draft draft = new Draft(this);
        draft.columns = List.of(names);
        return new Registration(draft);
    }

    /** Skips updates that change no registered column (CHGONLY = Y). */
    public Registration changesOnly() {
        Draft draft = new Draft(this);
        draft.changesOnly = true;
        return new Registration(draft);
    }

    /** Leaves the registration in STATE I. */
    public Registration inactive() {
        Draft draft = new Draft(this);
        draft.active = false;
        return new Registration(draft);
    }

    /** Returns from the registration before Capture has read it; of use with {@link Capture#reinitDelay}. */
    public Registration withoutWaiting() {
        Draft draft = new Draft(this);
        draft.awaited = false;
        return new Registration(draft);
    }

    /** Lets an error on this table stop its registration (STATE S) and not all of Capture (STOP_ON_ERROR = N). */
    public Registration continueOnError() {
        Draft draft = new Draft(this);
        draft.stopOnError = false;
        return new Registration(draft);
    }

    /** Chooses what happens to CD_OLD_SYNCHPOINT; the default is {@link OldSynchpoint#SET}. */
    public Registration oldSynchpoint(OldSynchpoint choice) {
        Draft draft = new Draft(this);
        draft.oldSynchpoint = Objects.requireNonNull(choice, "choice");
        return new Registration(draft);
    }

    /** The source table. */
    public TableName source() {
        return source;
    }

    /** The change table, which stands in the schema of the control tables unless it was named. */
    public TableName changeTableIn(String controlSchema) {
        return changeTable != null
                ? changeTable
                : new TableName(controlSchema, "CDC_" + source.schema() + "_" + source.name());
    }

    /** The chosen columns, or null for all. */
    public List<String> columns() {
        return columns;
    }

    /** Whether an update is one row. */
    public boolean writesUpdatesAsRows() {
        return updatesAsRows;
    }

    /** The prefix, or null without before images. */
    public String beforeImagePrefix() {
        return beforeImagePrefix;
    }

    /** Whether updates that change no registered column are skipped. */
    public boolean skipsUnchanged() {
        return changesOnly;
    }

    /** Whether Capture is to capture the table. */
    public boolean active() {
        return active;
    }

    /** Whether the registration returns only when Capture captures the table. */
    public boolean awaited() {
        return awaited;
    }

    /** Whether an error on this table stops all of Capture. */
    public boolean stopOnError() {
        return stopOnError;
    }

    /** What happens to CD_OLD_SYNCHPOINT. */
    public OldSynchpoint oldSynchpoint() {
        return oldSynchpoint;
    }

    private static final class Draft {
        private TableName source;
        private TableName changeTable;
        private List<String> columns;
        private boolean updatesAsRows;
        private String beforeImagePrefix;
        private boolean changesOnly;
        private boolean active = true;
        private boolean awaited = true;
        private boolean stopOnError = true;
        private OldSynchpoint oldSynchpoint = OldSynchpoint.SET;

        private Draft() {}

        private Draft(Registration from) {
            source = from.source;
            changeTable = from.changeTable;
            columns = from.columns;
            updatesAsRows = from.updatesAsRows;
            beforeImagePrefix = from.beforeImagePrefix;
            changesOnly = from.changesOnly;
            active = from.active;
            awaited = from.awaited;
            stopOnError = from.stopOnError;
            oldSynchpoint = from.oldSynchpoint;
        }
    }
}
