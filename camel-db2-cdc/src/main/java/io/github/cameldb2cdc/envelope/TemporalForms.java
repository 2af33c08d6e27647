package io.github.cameldb2cdc.envelope;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.TableId;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.function.ToLongFunction;

/** The forms of dates and times, see {@link TemporalMode}. */
final class TemporalForms {

    private static final String CONNECT = "org.apache.kafka.connect.data.";
    private static final String DEBEZIUM = "io.debezium.time.";
    private static final String UTC = "Z";
    private static final int MILLISECOND_DIGITS = 3;
    private static final int MICROSECOND_DIGITS = 6;

    private TemporalForms() {}

    static ColumnForm ofDate(TemporalMode mode) {
        return switch (mode) {
            case ISO ->
                new ColumnForm(
                        (value, json) -> json.writeString(IsoText.ofDate((LocalDate) value)), ConnectType.STRING);
            case ISOSTRING ->
                new ColumnForm(
                        (value, json) -> json.writeString(
                                IsoText.ofDate((LocalDate) value).concat(UTC)),
                        ConnectType.STRING.named(DEBEZIUM + "IsoDate"));
            case CONNECT -> daysOf(CONNECT + "Date");
            case ADAPTIVE, ADAPTIVE_TIME_MICROSECONDS, MICROSECONDS, NANOSECONDS -> daysOf(DEBEZIUM + "Date");
        };
    }

    private static ColumnForm daysOf(String meaning) {
        return new ColumnForm(
                (value, json) -> json.writeNumber(((LocalDate) value).toEpochDay()), ConnectType.INT32.named(meaning));
    }

    static ColumnForm ofTime(TemporalMode mode) {
        return switch (mode) {
            case ISO ->
                new ColumnForm(
                        (value, json) -> json.writeString(IsoText.ofTime((LocalTime) value)), ConnectType.STRING);
            case ISOSTRING ->
                new ColumnForm(
                        (value, json) -> json.writeString(
                                IsoText.ofTime((LocalTime) value).concat(UTC)),
                        ConnectType.STRING.named(DEBEZIUM + "IsoTime"));
            case CONNECT -> timeIn(1_000_000, ConnectType.INT32.named(CONNECT + "Time"));
            case ADAPTIVE -> timeIn(1_000_000, ConnectType.INT32.named(DEBEZIUM + "Time"));
            case ADAPTIVE_TIME_MICROSECONDS, MICROSECONDS ->
                timeIn(1_000, ConnectType.INT64.named(DEBEZIUM + "MicroTime"));
            case NANOSECONDS -> timeIn(1, ConnectType.INT64.named(DEBEZIUM + "NanoTime"));
        };
    }

    private static ColumnForm timeIn(long nanoseconds, ConnectType type) {
        return new ColumnForm((value, json) -> json.writeNumber(((LocalTime) value).toNanoOfDay() / nanoseconds), type);
    }

    static ColumnForm ofTimestamp(TableId table, Column column, TemporalMode mode) {
        return switch (mode) {
            case ISO -> isoOf(column);
            case ISOSTRING ->
                new ColumnForm(
                        (value, json) -> json.writeString(isoWithoutZeros((LocalDateTime) value)),
                        ConnectType.STRING.named(DEBEZIUM + "IsoTimestamp"));
            case CONNECT -> timestampIn(EpochTime::millis, CONNECT + "Timestamp");
            case ADAPTIVE, ADAPTIVE_TIME_MICROSECONDS -> adaptive(table, column);
            case MICROSECONDS -> timestampIn(EpochTime::micros, DEBEZIUM + "MicroTimestamp");
            case NANOSECONDS -> nanosecondsOf(table, column);
        };
    }

    private static ColumnForm isoOf(Column column) {
        // a TIMESTAMP(12) is read to the nanosecond; digits that were not read are not made up
        int digits = Math.min(column.scale(), IsoText.NANOSECOND_DIGITS);
        return new ColumnForm(
                (value, json) -> json.writeString(IsoText.ofTimestamp((LocalDateTime) value, digits)),
                ConnectType.STRING);
    }

    private static String isoWithoutZeros(LocalDateTime timestamp) {
        int digits = timestamp.getNano() == 0 ? 0 : IsoText.NANOSECOND_DIGITS;
        for (int rest = timestamp.getNano(); digits > 0 && rest % 10 == 0; rest /= 10) {
            digits--;
        }
        return IsoText.ofTimestamp(timestamp, digits).concat(UTC);
    }

    private static ColumnForm adaptive(TableId table, Column column) {
        if (column.scale() <= MILLISECOND_DIGITS) {
            return timestampIn(EpochTime::millis, DEBEZIUM + "Timestamp");
        }
        return column.scale() <= MICROSECOND_DIGITS
                ? timestampIn(EpochTime::micros, DEBEZIUM + "MicroTimestamp")
                : nanosecondsOf(table, column);
    }

    private static ColumnForm timestampIn(ToLongFunction<LocalDateTime> unit, String meaning) {
        return new ColumnForm(
                (value, json) -> json.writeNumber(unit.applyAsLong((LocalDateTime) value)),
                ConnectType.INT64.named(meaning));
    }

    private static ColumnForm nanosecondsOf(TableId table, Column column) {
        UnwritableValues tooFar = new UnwritableValues(
                table,
                column,
                "nanoseconds since 1970 end in 1677 and 2262; temporalMode=ISO, ISOSTRING, MICROSECONDS or CONNECT goes"
                        + " further.");
        return new ColumnForm(
                (value, json) -> {
                    LocalDateTime timestamp = (LocalDateTime) value;
                    if (EpochTime.hasNanos(timestamp)) {
                        json.writeNumber(EpochTime.nanos(timestamp));
                    } else {
                        tooFar.write(json);
                    }
                },
                ConnectType.INT64.named(DEBEZIUM + "NanoTimestamp"));
    }
}
