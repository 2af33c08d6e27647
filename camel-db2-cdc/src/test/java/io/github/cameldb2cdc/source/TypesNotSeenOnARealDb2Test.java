package io.github.cameldb2cdc.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Types that the embedded engine lacks, by results that answer as the code of IBM's driver does. These values were not
 * seen on a real Db2.
 */
class TypesNotSeenOnARealDb2Test {

    private static final TableId TABLE = new TableId("S", "T");

    private static Column column(ColumnType type) {
        return new Column("C", type, 34, 0, true);
    }

    private static Object read(ColumnType type, ScriptedResult result) throws SQLException {
        return ColumnReader.of(column(type)).read(result.result(), 1);
    }

    /** As the driver does for each value that no BigDecimal is: a failure with the code -4231, and a name as text. */
    private static ScriptedResult special(String name) {
        return new ScriptedResult()
                .on("getBigDecimal", new SQLException("special value", null, -4231))
                .on("getString", name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1E+6144", "-1.234567890123456789012345678901234E-6143", "0E-6176", "1.50"})
    void aDecimalFloatKeepsDigitsAndExponent(String text) throws SQLException {
        BigDecimal number = new BigDecimal(text);
        assertThat(read(ColumnType.DECFLOAT, new ScriptedResult().on("getBigDecimal", number)))
                .isEqualTo(number);
        assertThat(read(ColumnType.DECFLOAT, new ScriptedResult().on("getBigDecimal", null)))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "NaN, NaN",
        "-NaN, NaN",
        "sNaN, NaN",
        "Infinity, Infinity",
        "-Infinity, -Infinity",
        "' Infinity', Infinity"
    })
    void aDecimalFloatThatIsNoNumberIsADouble(String name, double value) throws SQLException {
        assertThat(read(ColumnType.DECFLOAT, special(name))).isEqualTo(value);
    }

    @Test
    void anotherFailureOfADecimalFloatIsThrownOn() {
        assertThatThrownBy(() -> read(ColumnType.DECFLOAT, special("12.5")))
                .isInstanceOf(SQLException.class)
                .hasMessage("special value");
    }

    @ParameterizedTest
    @EnumSource(names = {"GRAPHIC", "VARGRAPHIC"})
    void graphicTextIsTextWithItsPadding(ColumnType type) throws SQLException {
        ScriptedResult result = new ScriptedResult().on("getString", "\u6f22\u5b57\u3000\u3000");
        assertThat(read(type, result)).isEqualTo("\u6f22\u5b57\u3000\u3000");
    }

    /** The driver gives a ROWID as bytes as well as in a class of its own, see its conversion table for getBytes. */
    @ParameterizedTest
    @EnumSource(names = {"BINARY", "VARBINARY", "ROWID", "CHAR_FOR_BIT_DATA", "VARCHAR_FOR_BIT_DATA"})
    void bytesAreBytes(ColumnType type) throws SQLException {
        byte[] bytes = {0, 1, -1, 0};
        assertThat(read(type, new ScriptedResult().on("getBytes", bytes))).isEqualTo(bytes);
        assertThat(read(type, new ScriptedResult().on("getBytes", null))).isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBooleanThatIsNullIsNotFalse(boolean isNull) throws SQLException {
        ScriptedResult result = new ScriptedResult().on("getBoolean", false).on("wasNull", isNull);
        assertThat(read(ColumnType.BOOLEAN, result)).isEqualTo(isNull ? null : false);
    }

    @Test
    void theLastDigitsOfAPreciseTimestampAreCut() throws SQLException {
        ScriptedResult result = new ScriptedResult().on("getString", "2026-11-30-12.00.00.123456789999");
        assertThat(read(ColumnType.TIMESTAMP, result)).isEqualTo(LocalDateTime.of(2026, 11, 30, 12, 0, 0, 123_456_789));
    }

    @Test
    void theEndOfADayIsTheBeginningOfTheNext() throws SQLException {
        assertThat(read(ColumnType.TIMESTAMP, new ScriptedResult().on("getString", "2026-12-31-24.00.00.000000")))
                .isEqualTo(LocalDateTime.of(2027, 1, 1, 0, 0));
        assertThat(read(ColumnType.TIME, new ScriptedResult().on("getString", "24.00.00")))
                .isEqualTo(LocalTime.MIDNIGHT);
    }

    @ParameterizedTest
    @CsvSource({"TIMESTAMP, 2026-11-30-12.00.00.123456789001", "TIMESTAMP, 2026-11-30-24.00.00.000000", "TIME, 24.00.00"
    })
    void aKeyThatWouldLookLikeAnotherRowsIsRefused(ColumnType type, String text) {
        assertRefused(type, new ScriptedResult().on("getString", text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "Infinity"})
    void aKeyThatIsNoNumberIsRefused(String name) {
        assertRefused(ColumnType.DECFLOAT, special(name));
    }

    private static void assertRefused(ColumnType type, ScriptedResult result) {
        TableSchema table = new TableSchema(TABLE, List.of(column(type)), List.of("C"), List.of("C"));
        assertThatThrownBy(() -> new RowReader(table).read(result.result(), 1))
                .isInstanceOf(CdcException.class)
                .satisfies(
                        failure -> assertThat(((CdcException) failure).kind()).isEqualTo(FailureKind.DEFINITE))
                .hasMessageStartingWith("The key column C of S.T has a value by which events cannot tell rows apart");
    }

    @Test
    void outsideTheKeySuchAValueIsDelivered() throws SQLException {
        TableSchema table = new TableSchema(TABLE, List.of(column(ColumnType.DECFLOAT)), List.of(), List.of());
        Row row = new RowReader(table).read(special("NaN").result(), 1);
        assertThat(row.get(0)).isEqualTo(Double.NaN);
    }
}
