package io.github.cameldb2cdc.envelope;

import static io.github.cameldb2cdc.envelope.Events.column;
import static io.github.cameldb2cdc.envelope.Events.keyed;
import static io.github.cameldb2cdc.envelope.Events.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.TableSchema;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class KeyDigestTest {

    // made with another implementation, Python's hashlib, of the encoding that KeyDigest describes
    static List<Arguments> numbers() {
        return List.of(
                arguments(
                        ColumnType.SMALLINT,
                        -32768,
                        "DC35D49131619989DBAA4900C6A2D5AB68E5FF1BF9254387A8C84E2A86EA42B8"),
                arguments(ColumnType.INTEGER, 1, "33A69B9143E6A37239ED1002DFCAE1409A0B03B889EEAA4DB903638EE5B3D956"),
                arguments(
                        ColumnType.BIGINT,
                        Long.MIN_VALUE,
                        "15475D13EAFC8CEA52833DC0CA4151D7F10F4A53BAF3EA646D5D00AD66906B02"),
                arguments(
                        ColumnType.DECIMAL,
                        new BigDecimal("10.00"),
                        "370BC34A2C3C757A41A32D919AC11BD1B668B1219107098AEF8ED0673A0D2C29"),
                arguments(
                        ColumnType.DECIMAL,
                        new BigDecimal("-12345678901234567890123456789.01"),
                        "CCAEA4D66DF2609598743950E1B74A351A2FCF907058CDB4CD22771D2BFDB875"),
                arguments(
                        ColumnType.DECFLOAT,
                        new BigDecimal("1E-10"),
                        "E0FDD95F6683BDF52EB4EBF95C22EC42992FFF4DB58D0EAEC001D2CE9D42ABF8"),
                arguments(
                        ColumnType.DECFLOAT,
                        new BigDecimal("0.00"),
                        "95B41DE77D2E091AFCD27DC1127428DC29A8BE53E52AC7984AC9E045C9B27333"),
                arguments(
                        ColumnType.DECFLOAT,
                        Double.NaN,
                        "972EF2AB7039F782C1B7725A436D6AAD7A53887D19CB867109D576EF69959E39"),
                arguments(ColumnType.REAL, 1.5f, "FB9BE1BEB4BDF1C167C4925B50B77084031D9423CF02BC42873AAAEC2D87B933"),
                arguments(
                        ColumnType.DOUBLE,
                        -2.25E100,
                        "24D60EAB5B013F9D876263C85714E6BC4BCD204DF91269479FBF7762095699E0"),
                arguments(
                        ColumnType.INTEGER, null, "52220820E352F4396D1D29102DD1D56C93169FD84B2BF0F5FF072A26FDB9FC3A"));
    }

    static List<Arguments> textsAndBytes() {
        return List.of(
                arguments(ColumnType.CHAR, "abc  ", "708146E555A1B32534C970C45D3F4563E08B35CD7ED322D81CAE08C33DE3AA9B"),
                arguments(ColumnType.VARCHAR, "", "6603E3B7C2D5FE04D06783C41918D9E8CC7A258E6B86D5AA9AAFA484049AC141"),
                arguments(
                        ColumnType.GRAPHIC,
                        "Z\u00fcrich",
                        "1A016290951900AC7C882E60D8F351C8439FE692CC15461F436EAD7F774E5D52"),
                arguments(
                        ColumnType.VARGRAPHIC,
                        "\ud83d\ude00",
                        "5B4B6636E1A6937DF9FFBBDF8BACDF51B0D9F9421FAECB2B692554ADA174CD4A"),
                arguments(
                        ColumnType.CHAR_FOR_BIT_DATA,
                        new byte[] {0, -1},
                        "3DEF0908098C768DFD7ADD1E78EF3F7434B852F81702942B20530E3A0EEF1F59"),
                arguments(
                        ColumnType.VARCHAR_FOR_BIT_DATA,
                        new byte[] {},
                        "A5410387C1557A496B4BB3606153997264F2DCF26860FACF43A75DEBA9C0D67C"),
                arguments(
                        ColumnType.BINARY,
                        new byte[] {1, 2},
                        "A8446E065F21B5CE41295A7A9B99AC42ED65D5184B7FB9110B676F00D1A919CB"),
                arguments(
                        ColumnType.VARBINARY,
                        new byte[] {1},
                        "DA39121BE2C3AA8004BDBA9C4498188531F7D8272BB276979F8BE09E73581454"),
                arguments(
                        ColumnType.ROWID,
                        new byte[] {7},
                        "96DA4875E934DD5EE6939BD8F2A257586A7EA322DBE296B3258C25CB5D17EBA3"));
    }

    static List<Arguments> timesAndTruth() {
        return List.of(
                arguments(
                        ColumnType.DATE,
                        LocalDate.of(1, 1, 1),
                        "9C9CF029315EE1E76E1AEB187927F3B57741F3C11E27E61E87583D0132766A46"),
                arguments(
                        ColumnType.TIME,
                        LocalTime.of(12, 0),
                        "DF93371F38C595EF8D9210FD1BF67A2B1D094F7C44390FB624AE3E173AF883E3"),
                arguments(
                        ColumnType.TIMESTAMP,
                        LocalDateTime.of(2026, 11, 30, 12, 0, 0, 123456000),
                        "BCB17F4D1171907096877C0990D01E96EB6EA143D312993766448C6AE2186635"),
                arguments(ColumnType.BOOLEAN, true, "D5A96041A69CB9C8E9E1787F918F78C3CC820093EA49B847E837398365CDF1C3"),
                arguments(
                        ColumnType.BOOLEAN, false, "025CC0376FCFBF312FA6BA6D8D7C87C359FBA01E623146F91D1888180315FAA0"));
    }

    @ParameterizedTest
    @MethodSource({"numbers", "textsAndBytes", "timesAndTruth"})
    void digestsNeverChange(ColumnType type, Object value, String expected) {
        assertThat(digestOf(type, value)).isEqualTo(expected);
    }

    @Test
    void theDigestOfSeveralColumnsNeverChanges() {
        TableSchema table = keyed(
                List.of(column("A", ColumnType.INTEGER), column("B", ColumnType.VARCHAR), column("C", ColumnType.DATE)),
                "B",
                "C",
                "A");
        assertThat(digestOf(table, 1, "Anna", LocalDate.of(2026, 11, 30)))
                .isEqualTo("41B0BB2C9571319D388CD8B3DE81FE170FEBC9597374644D7B61E92189AF8211");
    }

    @Test
    void equalNumbersHaveOneDigestWhateverTheirTypeAndScale() {
        assertThat(digestOf(ColumnType.SMALLINT, 5))
                .isEqualTo(digestOf(ColumnType.INTEGER, 5))
                .isEqualTo(digestOf(ColumnType.BIGINT, 5L));
        assertThat(digestOf(ColumnType.DECIMAL, new BigDecimal("10.00")))
                .isEqualTo(digestOf(ColumnType.DECFLOAT, new BigDecimal("1E+1")));
        assertThat(digestOf(ColumnType.REAL, 1.5f)).isEqualTo(digestOf(ColumnType.DOUBLE, 1.5));
        assertThat(digestOf(ColumnType.DOUBLE, -0.0)).isEqualTo(digestOf(ColumnType.DOUBLE, 0.0));
    }

    @Test
    void valuesThatLookAlikeWhenJoinedDiffer() {
        TableSchema table = keyed(List.of(column("A", ColumnType.VARCHAR), column("B", ColumnType.VARCHAR)), "A", "B");
        List<String> digests = List.of(
                digestOf(table, "ab", "c"),
                digestOf(table, "a", "bc"),
                digestOf(table, "abc", ""),
                digestOf(table, "abc", null),
                digestOf(table, null, "abc"),
                digestOf(table, "", "abc"));
        assertThat(digests).doesNotHaveDuplicates();
    }

    @Test
    void halvesOfSurrogatePairsDiffer() {
        assertThat(digestOf(ColumnType.VARGRAPHIC, "\ud83d"))
                .isNotEqualTo(digestOf(ColumnType.VARGRAPHIC, "\ud83e"))
                .isNotEqualTo(digestOf(ColumnType.VARGRAPHIC, "?"));
    }

    @ParameterizedTest
    @EnumSource(names = {"CLOB", "DBCLOB", "BLOB", "XML"})
    void aLargeObjectIdentifiesNothing(ColumnType type) {
        assertThatThrownBy(() -> digestOf(type, "x")).isInstanceOf(CdcException.class);
    }

    private static String digestOf(ColumnType type, Object value) {
        return digestOf(keyed(List.of(column("K", type)), "K"), value);
    }

    private static String digestOf(TableSchema table, Object... values) {
        byte[] digest = KeyDigest.of(table, table.identityOf(row(table, values)));
        return HexFormat.of().withUpperCase().formatHex(digest);
    }
}
