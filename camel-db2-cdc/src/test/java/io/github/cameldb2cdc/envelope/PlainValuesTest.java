package io.github.cameldb2cdc.envelope;

import static io.github.cameldb2cdc.envelope.Events.column;
import static io.github.cameldb2cdc.envelope.Events.insertInto;
import static io.github.cameldb2cdc.envelope.Events.keyed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.event.Unavailable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainValuesTest {

    static List<Arguments> integers() {
        return List.of(
                arguments(ColumnType.SMALLINT, 0, 0, "0"),
                arguments(ColumnType.SMALLINT, 0, -32768, "-32768"),
                arguments(ColumnType.INTEGER, 0, Integer.MIN_VALUE, "-2147483648"),
                arguments(ColumnType.INTEGER, 0, Integer.MAX_VALUE, "2147483647"),
                arguments(ColumnType.BIGINT, 0, Long.MIN_VALUE, "-9223372036854775808"),
                arguments(ColumnType.BIGINT, 0, Long.MAX_VALUE, "9223372036854775807"),
                arguments(ColumnType.BOOLEAN, 0, true, "true"),
                arguments(ColumnType.BOOLEAN, 0, false, "false"));
    }

    static List<Arguments> decimals() {
        return List.of(
                decimal(2, "10.00"),
                decimal(2, "-0.01"),
                decimal(0, "0"),
                decimal(10, "0.0000000001"),
                decimal(31, "0.0000000000000000000000000000001"),
                decimal(0, "9999999999999999999999999999999"),
                decimal(15, "-1234567890123456.789012345678901"),
                arguments(ColumnType.DECIMAL, 10, new BigDecimal("1E-10"), "0.0000000001"),
                arguments(ColumnType.DECIMAL, 10, new BigDecimal("0E-10"), "0.0000000000"),
                arguments(ColumnType.DECFLOAT, 0, new BigDecimal("1.50"), "1.50"),
                arguments(ColumnType.DECFLOAT, 0, new BigDecimal("1E-10"), "0.0000000001"),
                arguments(ColumnType.DECFLOAT, 0, new BigDecimal("1E+3"), "1000"),
                arguments(ColumnType.DECFLOAT, 0, new BigDecimal("1E+6144"), "1E+6144"),
                arguments(ColumnType.DECFLOAT, 0, new BigDecimal("-1.25E-6143"), "-1.25E-6143"),
                arguments(ColumnType.DECFLOAT, 0, Double.NaN, "\"NaN\""),
                arguments(ColumnType.DECFLOAT, 0, Double.NEGATIVE_INFINITY, "\"-Infinity\""));
    }

    private static Arguments decimal(int scale, String text) {
        return arguments(ColumnType.DECIMAL, scale, new BigDecimal(text), text);
    }

    static List<Arguments> floats() {
        return List.of(
                arguments(ColumnType.REAL, 0, 1.5f, "1.5"),
                arguments(ColumnType.REAL, 0, Float.MAX_VALUE, "3.4028235E38"),
                arguments(ColumnType.REAL, 0, Float.NaN, "\"NaN\""),
                arguments(ColumnType.REAL, 0, Float.NEGATIVE_INFINITY, "\"-Infinity\""),
                arguments(ColumnType.DOUBLE, 0, -0.0, "-0.0"),
                arguments(ColumnType.DOUBLE, 0, 2.0E-3, "0.002"),
                arguments(ColumnType.DOUBLE, 0, 2.0E-3 / 1000, "2.0E-6"),
                arguments(ColumnType.DOUBLE, 0, 2.2250738585072014E-308, "2.2250738585072014E-308"),
                arguments(ColumnType.DOUBLE, 0, Double.MIN_VALUE, "4.9E-324"),
                arguments(ColumnType.DOUBLE, 0, Double.MAX_VALUE, "1.7976931348623157E308"),
                arguments(ColumnType.DOUBLE, 0, Double.POSITIVE_INFINITY, "\"Infinity\""));
    }

    static List<Arguments> texts() {
        return List.of(
                arguments(ColumnType.CHAR, 0, "abc  ", "\"abc  \""),
                arguments(ColumnType.VARCHAR, 0, "", "\"\""),
                arguments(ColumnType.VARCHAR, 0, "say \"hi\" \\ /", "\"say \\\"hi\\\" \\\\ /\""),
                arguments(ColumnType.VARCHAR, 0, "\u0000\u0001\b\t\n\f\r\u001f\u007f", controlCharacters()),
                arguments(ColumnType.GRAPHIC, 0, "Z\u00fcrich \u6f22", "\"Z\u00fcrich \u6f22\""),
                arguments(ColumnType.VARGRAPHIC, 0, "a\u2028b\u2029", "\"a\u2028b\u2029\""),
                arguments(ColumnType.VARGRAPHIC, 0, "\ud83d\ude00", "\"\\uD83D\\uDE00\""),
                arguments(ColumnType.VARGRAPHIC, 0, "cut \ud83d", "\"cut \\uD83D\""));
    }

    private static String controlCharacters() {
        return "\"\\u0000\\u0001\\b\\t\\n\\f\\r\\u001F\u007f\"";
    }

    static List<Arguments> bytes() {
        return List.of(
                arguments(ColumnType.CHAR_FOR_BIT_DATA, 0, new byte[] {1, 2, -2, -1}, "\"AQL+/w==\""),
                arguments(ColumnType.VARCHAR_FOR_BIT_DATA, 0, new byte[] {}, "\"\""),
                arguments(ColumnType.BINARY, 0, new byte[] {0, 0, 0}, "\"AAAA\""),
                arguments(ColumnType.VARBINARY, 0, new byte[90], "\"" + "A".repeat(120) + "\""),
                arguments(ColumnType.ROWID, 0, new byte[] {10, 11}, "\"Cgs=\""));
    }

    /** 9999-12-31 24:00:00. */
    private static LocalDateTime endOfTime() {
        return LocalDateTime.of(10_000, 1, 1, 0, 0);
    }

    static List<Arguments> times() {
        LocalDateTime noon = LocalDateTime.of(2026, 11, 30, 12, 0);
        LocalDateTime precise = LocalDateTime.of(2026, 11, 30, 23, 59, 59, 123_456_789);
        return List.of(
                arguments(ColumnType.DATE, 0, LocalDate.of(2026, 11, 30), "\"2026-11-30\""),
                arguments(ColumnType.DATE, 0, LocalDate.of(1, 1, 1), "\"0001-01-01\""),
                arguments(ColumnType.DATE, 0, LocalDate.of(1582, 10, 10), "\"1582-10-10\""),
                arguments(ColumnType.DATE, 0, LocalDate.of(9999, 12, 31), "\"9999-12-31\""),
                arguments(ColumnType.TIME, 0, LocalTime.of(12, 0), "\"12:00:00\""),
                arguments(ColumnType.TIME, 0, LocalTime.MIDNIGHT, "\"00:00:00\""),
                arguments(ColumnType.TIME, 0, LocalTime.of(23, 59, 59), "\"23:59:59\""),
                arguments(ColumnType.TIMESTAMP, 0, noon, "\"2026-11-30T12:00:00\""),
                arguments(ColumnType.TIMESTAMP, 1, noon, "\"2026-11-30T12:00:00.0\""),
                arguments(ColumnType.TIMESTAMP, 6, noon, "\"2026-11-30T12:00:00.000000\""),
                arguments(ColumnType.TIMESTAMP, 6, endOfTime(), "\"+10000-01-01T00:00:00.000000\""),
                arguments(ColumnType.TIMESTAMP, 0, endOfTime(), "\"+10000-01-01T00:00:00\""),
                arguments(ColumnType.TIMESTAMP, 6, noon.withNano(1_000), "\"2026-11-30T12:00:00.000001\""),
                arguments(ColumnType.TIMESTAMP, 9, precise, "\"2026-11-30T23:59:59.123456789\""),
                arguments(ColumnType.TIMESTAMP, 12, precise, "\"2026-11-30T23:59:59.123456789\""),
                arguments(ColumnType.TIMESTAMP, 6, LocalDateTime.of(1, 1, 1, 0, 0), "\"0001-01-01T00:00:00.000000\""));
    }

    @ParameterizedTest
    @MethodSource({"integers", "decimals", "floats", "texts", "bytes", "times"})
    void aValueHasItsTextInEveryImageAndInTheKey(ColumnType type, int scale, Object value, String expected) {
        TableSchema table = keyed(List.of(column("C", type, scale)), "C");
        String object = "{\"C\":" + expected + "}";
        RowChange update = Events.update(Events.row(table, value), Events.row(table, value));
        JsonEnvelope envelope = JsonEnvelope.plain();
        assertThat(envelope.toText(update)).startsWith("{\"before\":" + object + ",\"after\":" + object + ",");
        assertThat(envelope.keyToText(update)).isEqualTo(object);
    }

    @ParameterizedTest
    @MethodSource({"integers", "decimals", "floats", "texts", "bytes", "times"})
    void aValueHasItsTextBetweenNullsToo(ColumnType type, int scale, Object value, String expected) {
        TableSchema table =
                keyed(List.of(column("A", type, scale), column("B", type, scale), column("C", type, scale)), "A", "B");
        RowChange change = insertInto(table, null, value, null);
        assertThat(JsonEnvelope.plain().toText(change))
                .contains("\"after\":{\"A\":null,\"B\":" + expected + ",\"C\":null}");
        assertThat(JsonEnvelope.plain().keyToText(change)).isEqualTo("{\"A\":null,\"B\":" + expected + "}");
    }

    @Test
    void eachTypeOfAnEventIsTestedHere() {
        List<ColumnType> tested = Stream.of(integers(), decimals(), floats(), texts(), bytes(), times())
                .flatMap(List::stream)
                .map(arguments -> (ColumnType) arguments.get()[0])
                .distinct()
                .toList();
        assertThat(tested)
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(ColumnType.values())
                        .filter(type -> !type.isLargeObject())
                        .collect(Collectors.toList()));
    }

    static List<Arguments> largeObjects() {
        return List.of(
                arguments(ColumnType.CLOB, "text", "\"text\""),
                arguments(ColumnType.DBCLOB, "\u6f22", "\"\u6f22\""),
                arguments(ColumnType.XML, "<a/>", "\"<a/>\""),
                arguments(ColumnType.BLOB, new byte[] {1, 2, -2, -1}, "\"AQL+/w==\""),
                arguments(ColumnType.CLOB, null, "null"),
                arguments(ColumnType.BLOB, null, "null"),
                arguments(ColumnType.CLOB, Unavailable.VALUE, "\"__debezium_unavailable_value\""),
                arguments(ColumnType.XML, Unavailable.VALUE, "\"__debezium_unavailable_value\""),
                arguments(ColumnType.BLOB, Unavailable.VALUE, "\"X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==\""));
    }

    @ParameterizedTest
    @MethodSource
    void largeObjects(ColumnType type, Object value, String json) {
        RowChange change = insertInto(keyed(List.of(column("C", type))), new Object[] {value});
        assertThat(JsonEnvelope.plain().toText(change)).contains("\"after\":{\"C\":" + json + "}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d\ude00", "\u2028", "\u0000", "cut \ud83d"})
    void textComesBackAsItWas(String text) {
        TableSchema table = keyed(List.of(column("C", ColumnType.VARGRAPHIC)));
        assertThat(JsonEnvelope.plain()
                        .toTree(insertInto(table, text))
                        .at("/after/C")
                        .textValue())
                .isEqualTo(text);
    }
}
