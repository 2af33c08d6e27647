package io.github.cameldb2cdc.envelope;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/**
 * Dates and times of Db2 as ISO-8601 text of a fixed length: years 0001 to 9999 have four digits, seconds are always
 * there.
 *
 * <p>Written digit by digit, since {@code toString} of the values leaves out zero seconds and formatters take several
 * times as long.
 */
final class IsoText {

    /** The fractional digits that a value can have. */
    static final int NANOSECOND_DIGITS = 9;

    private static final int DATE_LENGTH = 10;
    private static final int TIME_LENGTH = 8;
    private static final int LAST_YEAR = 9999;
    private static final int[] NANOSECONDS_OF_LAST_DIGIT = {
        1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1
    };

    private IsoText() {}

    /** {@code 2026-11-30}. */
    static String ofDate(LocalDate date) {
        byte[] text = new byte[DATE_LENGTH];
        putDate(text, date);
        return ascii(text);
    }

    /** {@code 12:00:00}; a fraction is cut, a TIME of Db2 has none. */
    static String ofTime(LocalTime time) {
        byte[] text = new byte[TIME_LENGTH];
        putTime(text, 0, time);
        return ascii(text);
    }

    /**
     * {@code 2026-11-30T12:00:00.123456}; the end of the last day, 9999-12-31 24:00:00, is {@code +10000-01-01T00:00:00},
     * as ISO-8601 has it.
     *
     * @param digits the digits behind the point, 0 to {@value #NANOSECOND_DIGITS}; with 0 there is no point
     */
    static String ofTimestamp(LocalDateTime timestamp, int digits) {
        if (timestamp.getYear() > LAST_YEAR) {
            return "+1".concat(ofTimestamp(timestamp.minusYears(LAST_YEAR + 1), digits));
        }
        int secondsEnd = DATE_LENGTH + 1 + TIME_LENGTH;
        byte[] text = new byte[digits == 0 ? secondsEnd : secondsEnd + 1 + digits];
        putDate(text, timestamp.toLocalDate());
        text[DATE_LENGTH] = 'T';
        putTime(text, DATE_LENGTH + 1, timestamp.toLocalTime());
        if (digits > 0) {
            text[secondsEnd] = '.';
            putDigits(text, secondsEnd + 1, digits, timestamp.getNano() / NANOSECONDS_OF_LAST_DIGIT[digits]);
        }
        return ascii(text);
    }

    private static void putDate(byte[] text, LocalDate date) {
        putDigits(text, 0, 4, date.getYear());
        text[4] = '-';
        putDigits(text, 5, 2, date.getMonthValue());
        text[7] = '-';
        putDigits(text, 8, 2, date.getDayOfMonth());
    }

    private static void putTime(byte[] text, int from, LocalTime time) {
        putDigits(text, from, 2, time.getHour());
        text[from + 2] = ':';
        putDigits(text, from + 3, 2, time.getMinute());
        text[from + 5] = ':';
        putDigits(text, from + 6, 2, time.getSecond());
    }

    private static void putDigits(byte[] text, int from, int count, int number) {
        int rest = number;
        for (int i = from + count - 1; i >= from; i--) {
            text[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    private static String ascii(byte[] text) {
        return new String(text, StandardCharsets.ISO_8859_1);
    }
}
