package io.github.cameldb2cdc.source;

import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/**
 * Binds dates and timestamps, which have no zone, as the values they are, and reads timestamps of control tables.
 *
 * <p>Left to itself the driver goes through the zone of this process, also for a {@link LocalDateTime}: 02:10 on the day
 * on which that zone skips the hour is read and bound as 03:10. With a calendar of UTC it skips none.
 *
 * <p>The ten days that the calendars of Java left out in 1582 are bound as text, since no {@link java.sql.Date} is one of
 * them; values of rows, where such days may come, are not read here but as {@link TemporalText}.
 */
final class LocalTimes {

    private static final TimeZone UTC = TimeZone.getTimeZone("UTC");

    private static final LocalDate LAST_JULIAN_DAY = LocalDate.of(1582, 10, 4);
    private static final LocalDate FIRST_GREGORIAN_DAY = LocalDate.of(1582, 10, 15);
    private static final DateTimeFormatter TEXT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd-HH.mm.ss.SSSSSSSSS", Locale.ROOT);

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

    static void bind(PreparedStatement statement, int marker, LocalDate value) throws SQLException {
        if (isLeftOut(value)) {
            statement.setString(marker, value.toString());
            return;
        }
        Calendar calendar = new GregorianCalendar(UTC);
        calendar.clear();
        calendar.set(value.getYear(), value.getMonthValue() - 1, value.getDayOfMonth());
        statement.setDate(marker, new Date(calendar.getTimeInMillis()), calendar);
    }

    private static boolean isLeftOut(LocalDate date) {
        return date.isAfter(LAST_JULIAN_DAY) && date.isBefore(FIRST_GREGORIAN_DAY);
    }

    static void bind(PreparedStatement statement, int marker, LocalDateTime value) throws SQLException {
        if (isLeftOut(value.toLocalDate())) {
            statement.setString(marker, TEXT.format(value));
            return;
        }
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
