package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.CdcException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/**
 * Reads dates and times out of the text that the database makes of them: {@code 2026-11-30}, {@code 12.00.00},
 * {@code 2026-11-30-12.00.00.123456}; colons may stand for points and a blank for a dash, and a fraction has up to 12
 * digits.
 *
 * <p><b>Why text.</b> The driver makes {@link java.sql.Date} and its kin of them, which follow the calendar of 1582 and the
 * zone of this process, whatever is asked of it: 1582-10-10 comes as 1582-10-20, also as a {@link LocalDate}; in a zone
 * that skips a day the day after it comes; 24:00:00 comes as 00:00:00. Text says what the database holds.
 *
 * <p>A TIME of 24:00:00 becomes 00:00, a TIMESTAMP of that time the next day's 00:00, and digits behind the ninth are cut,
 * since the Java classes have no such values. In a key two rows would then look alike, so there it is refused.
 */
final class TemporalText {

    private static final int DATE_LENGTH = 10;
    private static final int TIME_LENGTH = 8;
    private static final int FRACTION_START = DATE_LENGTH + 1 + TIME_LENGTH + 1;
    private static final int NANOSECOND_DIGITS = 9;
    private static final int HOURS_OF_DAY = 24;

    private TemporalText() {}

    static LocalDate date(String text) {
        try {
            return date(text, 0);
        } catch (DateTimeException | IndexOutOfBoundsException e) {
            throw notIso("DATE");
        }
    }

    static LocalTime time(String text) {
        try {
            return isEndOfDay(text, 0) ? LocalTime.MIDNIGHT : time(text, 0, 0);
        } catch (DateTimeException | IndexOutOfBoundsException e) {
            throw notIso("TIME");
        }
    }

    static LocalDateTime timestamp(String text) {
        try {
            LocalDate date = date(text, 0);
            return isEndOfDay(text, DATE_LENGTH + 1)
                    ? date.plusDays(1).atStartOfDay()
                    : LocalDateTime.of(date, time(text, DATE_LENGTH + 1, nanoseconds(text)));
        } catch (DateTimeException | IndexOutOfBoundsException e) {
            throw notIso("TIMESTAMP");
        }
    }

    /** Whether the value of a TIME is itself, and not another one's. */
    static boolean isExactTime(String text) {
        return !isEndOfDay(text, 0);
    }

    /** Whether the value of a TIMESTAMP is itself, and not another one's. */
    static boolean isExactTimestamp(String text) {
        for (int i = FRACTION_START + NANOSECOND_DIGITS; i < text.length(); i++) {
            if (text.charAt(i) > '0') {
                return false;
            }
        }
        return !isEndOfDay(text, DATE_LENGTH + 1);
    }

    private static boolean isEndOfDay(String text, int from) {
        return number(text, from, 2) == HOURS_OF_DAY;
    }

    private static LocalDate date(String text, int from) {
        requireOneOf("-", text, from + 4, from + 7);
        return LocalDate.of(number(text, from, 4), number(text, from + 5, 2), number(text, from + 8, 2));
    }

    private static LocalTime time(String text, int from, int nanoseconds) {
        requireOneOf(".:", text, from + 2, from + 5);
        return LocalTime.of(number(text, from, 2), number(text, from + 3, 2), number(text, from + 6, 2), nanoseconds);
    }

    private static int nanoseconds(String text) {
        int nanoseconds = 0;
        for (int i = 0; i < NANOSECOND_DIGITS; i++) {
            int at = FRACTION_START + i;
            boolean isGiven = at < text.length() && text.charAt(at) != ' ';
            nanoseconds = nanoseconds * 10 + (isGiven ? number(text, at, 1) : 0);
        }
        return nanoseconds;
    }

    private static void requireOneOf(String separators, String text, int first, int second) {
        if (separators.indexOf(text.charAt(first)) < 0 || separators.indexOf(text.charAt(second)) < 0) {
            throw new DateTimeException("not a separator");
        }
    }

    private static int number(String text, int from, int digits) {
        int number = 0;
        for (int i = from; i < from + digits; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                throw new DateTimeException("not a digit");
            }
            number = number * 10 + digit;
        }
        return number;
    }

    /** Without the value, and without a cause, which would quote it. */
    private static CdcException notIso(String type) {
        return CdcException.bug("The database gave a " + type + " in a form that is not ISO; please report it.");
    }
}
