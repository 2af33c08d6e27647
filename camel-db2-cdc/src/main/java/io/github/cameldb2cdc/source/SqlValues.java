package io.github.cameldb2cdc.source;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;

/** Binds values of rows to markers. */
public final class SqlValues {

    private SqlValues() {}

    /** Binds a value as the class in which {@link RowReader} read it. */
    public static void bind(PreparedStatement statement, int marker, Object value) throws SQLException {
        if (value instanceof byte[] bytes) {
            statement.setBytes(marker, bytes);
        } else if (value instanceof String text) {
            statement.setString(marker, text);
        } else if (value instanceof LocalDate date) {
            LocalTimes.bind(statement, marker, date);
        } else if (value instanceof LocalDateTime time) {
            LocalTimes.bind(statement, marker, time);
        } else {
            statement.setObject(marker, value);
        }
    }
}
