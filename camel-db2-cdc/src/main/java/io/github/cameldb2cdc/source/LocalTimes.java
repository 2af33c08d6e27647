package io.github.cameldb2cdc.source;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.TimeZone;

/**
 * Reads and binds timestamps, which have no zone, as the values they are.
 *
 * <p>Left to itself the driver goes through the zone of this process, also for a {@link LocalDateTime}: 02:10 on the day
 * on which that zone skips the hour is read and bound as 03:10. With a calendar of UTC it skips none.
 */
final class LocalTimes {

    private static final TimeZone UTC = TimeZone.getTimeZone("UTC");

    private LocalTimes() {}

    /** The value of the result's column with this index (from 1); null for null. */
    static LocalDateTime read(ResultSet rows, int index) throws SQLException {
        Calendar calendar = new GregorianCalendar(UTC);
        Timestamp value = rows.getTimestamp(index, calendar);
        if (value == null) {
            return null;
        }
        calendar.setTimeInMillis(value.getTime());
        return LocalDateTime.of(
                calendar.get(Calendar.YEAR),
                calendar.get(Calendar.MONTH) + 1,
                calendar.get(Calendar.DAY_OF_MONTH),
                calendar.get(Calendar.HOUR_OF_DAY),
                calendar.get(Calendar.MINUTE),
                calendar.get(Calendar.SECOND),
                value.getNanos());
    }

    static void bind(PreparedStatement statement, int marker, LocalDateTime value) throws SQLException {
        Calendar calendar = new GregorianCalendar(UTC);
        calendar.clear();
        calendar.set(
                value.getYear(),
                value.getMonthValue() - 1,
                value.getDayOfMonth(),
                value.getHour(),
                value.getMinute(),
                value.getSecond());
        Timestamp timestamp = new Timestamp(calendar.getTimeInMillis());
        timestamp.setNanos(value.getNano());
        statement.setTimestamp(marker, timestamp, calendar);
    }
}
