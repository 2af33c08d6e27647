package io.github.cameldb2cdc.envelope;

import static io.github.cameldb2cdc.envelope.Events.column;
import static io.github.cameldb2cdc.envelope.Events.insertInto;
import static io.github.cameldb2cdc.envelope.Events.keyed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.event.Unavailable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EnvelopeStyleTest {

    private static final LocalDateTime NOON = LocalDateTime.of(2026, 11, 30, 12, 0, 0, 500_000_000);

    @Test
    void aFormatPresetsAllSwitches() {
        assertThat(EnvelopeStyle.PLAIN)
                .isEqualTo(new EnvelopeStyle(
                        EnvelopeFormat.PLAIN, DecimalMode.NUMBER, TemporalMode.ISO, BinaryMode.BASE64, false, false));
        assertThat(EnvelopeStyle.DEBEZIUM)
                .isEqualTo(new EnvelopeStyle(
                        EnvelopeFormat.DEBEZIUM,
                        DecimalMode.PRECISE,
                        TemporalMode.ADAPTIVE,
                        BinaryMode.BASE64,
                        true,
                        false));
    }

    @Test
    void aSwitchThatIsSetWinsOverTheFormat() {
        assertThat(EnvelopeStyle.of(
                        EnvelopeFormat.DEBEZIUM, DecimalMode.STRING, TemporalMode.CONNECT, BinaryMode.HEX, false, true))
                .isEqualTo(new EnvelopeStyle(
                        EnvelopeFormat.DEBEZIUM,
                        DecimalMode.STRING,
                        TemporalMode.CONNECT,
                        BinaryMode.HEX,
                        false,
                        true));
    }

    @Test
    void numbersOfAnyScaleHaveNoSchema() {
        assertThatThrownBy(() -> EnvelopeStyle.of(EnvelopeFormat.PLAIN, null, null, null, null, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("includeSchema=true is not allowed with decimalMode=NUMBER");
    }

    static List<Arguments> decimals() {
        BigDecimal pay = new BigDecimal("-10.00");
        BigDecimal floating = new BigDecimal("12.50");
        return List.of(
                decimal(DecimalMode.NUMBER, ColumnType.DECIMAL, pay, "-10.00"),
                decimal(DecimalMode.PRECISE, ColumnType.DECIMAL, pay, "\"/Bg=\""),
                decimal(DecimalMode.PRECISE, ColumnType.DECIMAL, BigDecimal.TEN, "\"A+g=\""),
                decimal(DecimalMode.STRING, ColumnType.DECIMAL, pay, "\"-10.00\""),
                decimal(DecimalMode.DOUBLE, ColumnType.DECIMAL, pay, "-10.0"),
                decimal(DecimalMode.NUMBER, ColumnType.DECFLOAT, floating, "12.50"),
                decimal(DecimalMode.PRECISE, ColumnType.DECFLOAT, floating, "{\"scale\":1,\"value\":\"fQ==\"}"),
                decimal(DecimalMode.STRING, ColumnType.DECFLOAT, floating, "\"12.50\""),
                decimal(DecimalMode.DOUBLE, ColumnType.DECFLOAT, floating, "12.5"),
                decimal(DecimalMode.NUMBER, ColumnType.DECFLOAT, Double.NaN, "\"NaN\""),
                decimal(DecimalMode.PRECISE, ColumnType.DECFLOAT, Double.NaN, "null"),
                decimal(DecimalMode.STRING, ColumnType.DECFLOAT, Double.NEGATIVE_INFINITY, "\"-Infinity\""),
                decimal(DecimalMode.DOUBLE, ColumnType.DECFLOAT, Double.NaN, "\"NaN\""));
    }

    private static Arguments decimal(DecimalMode mode, ColumnType type, Object value, String expected) {
        return arguments(
                EnvelopeStyle.of(EnvelopeFormat.PLAIN, mode, null, null, null, false), type, 2, value, expected);
    }

    static List<Arguments> dates() {
        LocalDate day = LocalDate.of(1970, 1, 2);
        LocalTime time = LocalTime.of(0, 0, 1);
        return List.of(
                temporal(TemporalMode.ISO, ColumnType.DATE, 0, day, "\"1970-01-02\""),
                temporal(TemporalMode.ISOSTRING, ColumnType.DATE, 0, day, "\"1970-01-02Z\""),
                temporal(TemporalMode.ADAPTIVE, ColumnType.DATE, 0, day, "1"),
                temporal(TemporalMode.ADAPTIVE_TIME_MICROSECONDS, ColumnType.DATE, 0, day, "1"),
                temporal(TemporalMode.CONNECT, ColumnType.DATE, 0, LocalDate.of(1969, 12, 31), "-1"),
                temporal(TemporalMode.MICROSECONDS, ColumnType.DATE, 0, day, "1"),
                temporal(TemporalMode.NANOSECONDS, ColumnType.DATE, 0, day, "1"),
                temporal(TemporalMode.ISO, ColumnType.TIME, 0, time, "\"00:00:01\""),
                temporal(TemporalMode.ISOSTRING, ColumnType.TIME, 0, time, "\"00:00:01Z\""),
                temporal(TemporalMode.ADAPTIVE, ColumnType.TIME, 0, time, "1000"),
                temporal(TemporalMode.ADAPTIVE_TIME_MICROSECONDS, ColumnType.TIME, 0, time, "1000000"),
                temporal(TemporalMode.CONNECT, ColumnType.TIME, 0, time, "1000"),
                temporal(TemporalMode.MICROSECONDS, ColumnType.TIME, 0, time, "1000000"),
                temporal(TemporalMode.NANOSECONDS, ColumnType.TIME, 0, time, "1000000000"));
    }

    static List<Arguments> timestamps() {
        LocalDateTime lastDay = LocalDateTime.of(9999, 12, 31, 0, 0);
        LocalDateTime firstDay = LocalDateTime.of(1, 1, 1, 0, 0);
        LocalDateTime lastNanosecond = LocalDateTime.of(2262, 4, 11, 23, 47, 16, 854_775_807);
        LocalDateTime firstNanosecond = LocalDateTime.of(1677, 9, 21, 0, 12, 43, 145_224_192);
        return List.of(
                timestamp(TemporalMode.ISO, 3, NOON, "\"2026-11-30T12:00:00.500\""),
                timestamp(TemporalMode.ISOSTRING, 6, NOON, "\"2026-11-30T12:00:00.5Z\""),
                timestamp(TemporalMode.ISOSTRING, 6, NOON.withNano(0), "\"2026-11-30T12:00:00Z\""),
                timestamp(TemporalMode.ISOSTRING, 9, NOON.withNano(10), "\"2026-11-30T12:00:00.00000001Z\""),
                timestamp(TemporalMode.ADAPTIVE, 3, NOON, "1796040000500"),
                timestamp(TemporalMode.ADAPTIVE, 4, NOON, "1796040000500000"),
                timestamp(TemporalMode.ADAPTIVE, 6, lastDay, "253402214400000000"),
                timestamp(TemporalMode.ADAPTIVE, 7, NOON, "1796040000500000000"),
                timestamp(TemporalMode.ADAPTIVE, 12, lastDay, "null"),
                timestamp(TemporalMode.ADAPTIVE_TIME_MICROSECONDS, 0, NOON.withNano(0), "1796040000000"),
                timestamp(TemporalMode.CONNECT, 6, NOON.withNano(500_999_000), "1796040000500"),
                timestamp(TemporalMode.MICROSECONDS, 0, NOON, "1796040000500000"),
                timestamp(TemporalMode.MICROSECONDS, 12, firstDay, "-62135596800000000"),
                timestamp(TemporalMode.NANOSECONDS, 0, NOON, "1796040000500000000"),
                timestamp(TemporalMode.NANOSECONDS, 9, lastNanosecond, "9223372036854775807"),
                timestamp(TemporalMode.NANOSECONDS, 9, lastNanosecond.plusNanos(1), "null"),
                timestamp(TemporalMode.NANOSECONDS, 9, firstNanosecond, "-9223372036854775808"),
                timestamp(TemporalMode.NANOSECONDS, 9, firstNanosecond.minusNanos(1), "null"));
    }

    private static Arguments timestamp(TemporalMode mode, int scale, LocalDateTime value, String expected) {
        return temporal(mode, ColumnType.TIMESTAMP, scale, value, expected);
    }

    private static Arguments temporal(TemporalMode mode, ColumnType type, int scale, Object value, String expected) {
        EnvelopeStyle style = EnvelopeStyle.of(EnvelopeFormat.PLAIN, null, mode, null, null, false);
        return arguments(style, type, scale, value, expected);
    }

    static List<Arguments> bytes() {
        byte[] bytes = {(byte) 0xFB, (byte) 0xFF, 1};
        return List.of(
                binary(BinaryMode.BASE64, bytes, "\"+/8B\""),
                binary(BinaryMode.BASE64_URL_SAFE, bytes, "\"-_8B\""),
                binary(BinaryMode.BASE64_URL_SAFE, new byte[] {1}, "\"AQ==\""),
                binary(BinaryMode.HEX, bytes, "\"fbff01\""),
                binary(BinaryMode.HEX, new byte[] {}, "\"\""));
    }

    private static Arguments binary(BinaryMode mode, byte[] value, String expected) {
        EnvelopeStyle style = EnvelopeStyle.of(EnvelopeFormat.PLAIN, null, null, mode, null, false);
        return arguments(style, ColumnType.VARBINARY, 0, value, expected);
    }

    @ParameterizedTest
    @MethodSource({"decimals", "dates", "timestamps", "bytes"})
    void aValueIsWrittenAsTheModeSays(EnvelopeStyle style, ColumnType type, int scale, Object value, String expected) {
        TableSchema table = keyed(List.of(column("C", type, scale)), "C");
        RowChange change = insertInto(table, value);
        assertThat(JsonEnvelope.of(style).toText(change)).contains("\"after\":{\"C\":" + expected + "},");
        assertThat(JsonEnvelope.of(style).keyToText(change)).isEqualTo("{\"C\":" + expected + "}");
    }

    @Test
    void sequencesAreGroupedAsDebeziumGroupsThem() {
        RowChange shortOnes = insertInto(keyed(List.of(column("C", ColumnType.INTEGER))), 1);
        assertThat(JsonEnvelope.of(EnvelopeStyle.DEBEZIUM).toText(shortOnes))
                .contains("\"change_lsn\":\"00000000:00000000:c34f\",\"commit_lsn\":\"00000000:00000000:c350\"");

        Position place = Position.row(
                Sequence.parse("0123456789ABCDEF0123456789ABCDEF"), Sequence.parse("0123456789ABCDEF0123456789ABCDE0"));
        RowChange longOnes = Events.change(Operation.CREATE, null, shortOnes.after(), place, null);
        assertThat(JsonEnvelope.of(EnvelopeStyle.DEBEZIUM).toText(longOnes))
                .contains("\"change_lsn\":\"01234567:89abcdef:0123456789abcde0\"")
                .contains("\"commit_lsn\":\"01234567:89abcdef:0123456789abcdef\"");
    }

    @Test
    void debeziumsSourceAlwaysHasATime() {
        TableSchema table = keyed(List.of(column("C", ColumnType.INTEGER)));
        JsonEnvelope envelope = JsonEnvelope.of(EnvelopeStyle.DEBEZIUM);
        JsonNode known = envelope.toTree(insertInto(table, 1)).get("source");
        assertThat(known.get("ts_ms").longValue()).isEqualTo(Events.COMMITTED.toEpochMilli());

        RowChange unknown = Events.change(
                Operation.CREATE, null, Events.row(table, 1), Position.row(Events.COMMIT, Events.INTENT), null);
        assertThat(envelope.toTree(unknown).at("/source/ts_ms").longValue()).isEqualTo(Events.READ.toEpochMilli());
    }

    @Test
    void aSchemaSaysWhatThePlainEnvelopeMayLack() {
        EnvelopeStyle style = EnvelopeStyle.of(EnvelopeFormat.PLAIN, DecimalMode.STRING, null, null, null, true);
        TableSchema table = keyed(List.of(column("C", ColumnType.DATE)), "C");
        JsonNode message = JsonEnvelope.of(style).toTree(insertInto(table, LocalDate.of(2026, 11, 30)));
        assertThat(message.at("/payload/after/C").textValue()).isEqualTo("2026-11-30");
        assertThat(message.at("/schema/fields/1/fields/0").toString())
                .isEqualTo("{\"type\":\"string\",\"optional\":true,\"field\":\"C\"}");
        assertThat(message.at("/schema/fields/2/fields/3").toString())
                .isEqualTo("{\"type\":\"int64\",\"optional\":true,\"field\":\"ts_ms\"}");
    }

    @Test
    void theMapHasTheSequencesOfTheFormat() {
        RowChange change = insertInto(keyed(List.of(column("C", ColumnType.INTEGER))), 1);
        assertThat(MapEnvelope.toMap(change, EnvelopeFormat.DEBEZIUM))
                .extractingByKey("source")
                .hasFieldOrPropertyWithValue("commit_lsn", "00000000:00000000:c350");
    }

    @Test
    void equalStylesShareAnEnvelope() {
        assertThat(JsonEnvelope.of(EnvelopeStyle.of(EnvelopeFormat.PLAIN))).isSameAs(JsonEnvelope.plain());
    }

    @Test
    void largeObjectsHaveTheirSchemaAndFollowTheBinaryMode() {
        EnvelopeStyle style = EnvelopeStyle.of(EnvelopeFormat.DEBEZIUM, null, null, BinaryMode.HEX, null, true);
        TableSchema table =
                keyed(List.of(column("C", ColumnType.CLOB), column("X", ColumnType.XML), column("B", ColumnType.BLOB)));
        JsonNode message =
                JsonEnvelope.of(style).toTree(insertInto(table, Unavailable.VALUE, "<a/>", new byte[] {1, -1}));
        JsonNode fields = message.at("/schema/fields/1/fields");
        assertThat(fields.get(0).get("type").textValue()).isEqualTo("string");
        assertThat(fields.get(1).get("name").textValue()).isEqualTo("io.debezium.data.Xml");
        assertThat(fields.get(2).get("type").textValue()).isEqualTo("string");
        assertThat(message.at("/payload/after").toString())
                .isEqualTo("{\"C\":\"__debezium_unavailable_value\",\"X\":\"<a/>\",\"B\":\"01ff\"}");
    }
}
