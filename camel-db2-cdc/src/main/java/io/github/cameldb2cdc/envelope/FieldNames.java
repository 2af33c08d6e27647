package io.github.cameldb2cdc.envelope;

import com.fasterxml.jackson.core.io.SerializedString;
import io.github.cameldb2cdc.event.RowChange;

/** The names and fixed texts of the envelope, each escaped and encoded once. */
final class FieldNames {

    static final SerializedString BEFORE = new SerializedString("before");
    static final SerializedString AFTER = new SerializedString("after");
    static final SerializedString SOURCE = new SerializedString("source");
    static final SerializedString TRANSACTION = new SerializedString("transaction");
    static final SerializedString OPERATION = new SerializedString("op");
    static final SerializedString TIME_MILLIS = new SerializedString("ts_ms");
    static final SerializedString TIME_MICROS = new SerializedString("ts_us");
    static final SerializedString TIME_NANOS = new SerializedString("ts_ns");

    static final SerializedString VERSION = new SerializedString("version");
    static final SerializedString CONNECTOR = new SerializedString("connector");
    static final SerializedString NAME = new SerializedString("name");
    static final SerializedString SNAPSHOT = new SerializedString("snapshot");
    static final SerializedString DATABASE = new SerializedString("db");
    static final SerializedString SEQUENCE = new SerializedString("sequence");
    static final SerializedString SCHEMA = new SerializedString("schema");
    static final SerializedString TABLE = new SerializedString("table");
    static final SerializedString CHANGE_SEQUENCE = new SerializedString("change_lsn");
    static final SerializedString COMMIT_SEQUENCE = new SerializedString("commit_lsn");

    static final SerializedString PAYLOAD = new SerializedString("payload");

    static final SerializedString DB2 = new SerializedString("db2");
    static final SerializedString TRUE = new SerializedString("true");
    static final SerializedString FALSE = new SerializedString("false");

    private static final SerializedString INCREMENTAL = new SerializedString("incremental");

    private FieldNames() {}

    /** What {@code source.snapshot} says of an event. */
    static SerializedString snapshot(RowChange change) {
        if (!change.isSnapshot()) {
            return FALSE;
        }
        return change.incremental() ? INCREMENTAL : TRUE;
    }
}
