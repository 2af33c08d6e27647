package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.derby.TableName;
import java.sql.SQLException;

/** Capture could not write the changes of one table. */
final class TableFailure extends SQLException {
    private static final long serialVersionUID = 1L;

    private final transient RegisterRow register;

    TableFailure(RegisterRow register, SQLException cause) {
        super(
                "Capture cannot write the changes of " + register.source() + " to " + register.changeTable() + ": "
                        + cause.getMessage() + "; compare the columns of both tables",
                cause.getSQLState(),
                cause);
        this.register = register;
    }

    TableName source() {
        return register.source();
    }

    boolean stopsCapture() {
        return register.stopOnError();
    }
}
