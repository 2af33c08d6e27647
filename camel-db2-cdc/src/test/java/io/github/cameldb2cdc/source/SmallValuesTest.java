package io.github.cameldb2cdc.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that are written, read back and compared. */
class SmallValuesTest {

    private static final int RUNS = 5_000;
    private static final String LETTERS = "AZaz09_$#@ .\",\u00c4\u00df\u0131'";

    private static Sequence randomSequence(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return Sequence.of(bytes);
    }

    @Test
    void sequencesAndPositionsAreReadBackAsTheyWereWritten() {
        Random random = new Random(1);
        for (int run = 0; run < RUNS; run++) {
            int length = random.nextBoolean() ? 10 : 16;
            Sequence commit = randomSequence(random, length);
            Sequence intent = randomSequence(random, length);
            assertThat(Sequence.parse(commit.toString())).isEqualTo(commit);
            assertThat(Sequence.parse(commit.toString().toLowerCase())).isEqualTo(commit);
            assertThat(Position.parse(Position.row(commit, intent).toString())).isEqualTo(Position.row(commit, intent));
            assertThat(Position.parse(Position.endOf(commit).toString())).isEqualTo(Position.endOf(commit));
        }
    }

    @Test
    void theOrderIsThatOfUnsignedNumbersAndWideningKeepsIt() {
        Random random = new Random(2);
        for (int run = 0; run < RUNS; run++) {
            Sequence one = randomSequence(random, 10);
            Sequence other = randomSequence(random, 10);
            int order = new java.math.BigInteger(1, one.bytes()).compareTo(new java.math.BigInteger(1, other.bytes()));
            assertThat(Integer.signum(one.compareTo(other))).isEqualTo(order);
            assertThat(Integer.signum(one.widenTo(16).compareTo(other.widenTo(16))))
                    .isEqualTo(order);
            assertThat(one.predecessor()).isLessThan(one);
            assertThat(Position.before(one)).isLessThan(Position.row(one, Sequence.of(new byte[10])));
            assertThat(Position.row(one, other)).isLessThan(Position.endOf(one));
        }
        assertThat(Sequence.parse("0100").predecessor()).isEqualTo(Sequence.parse("00FF"));
        assertThatThrownBy(() -> Sequence.parse("0000").predecessor()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Sequence.parse("00").compareTo(Sequence.parse("0000")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"16, 10", "10, 11", "8, 16", "16, 8"})
    void onlyTenBytesBecomeSixteen(int from, int to) {
        assertThatThrownBy(() -> randomSequence(new Random(3), from).widenTo(to))
                .isInstanceOf(CdcException.class);
    }

    @Test
    void tableNamesAreReadBackAsTheyWereSpelled() {
        Random random = new Random(4);
        for (int run = 0; run < RUNS; run++) {
            TableId table = new TableId(randomName(random), randomName(random));
            assertThat(TableId.parse(table.toString(), null)).isEqualTo(table);
            assertThat(TableId.parse(TableId.spell(table.name()), table.schema()))
                    .isEqualTo(table);
        }
    }

    private static String randomName(Random random) {
        StringBuilder name = new StringBuilder();
        for (int left = random.nextInt(6); left >= 0; left--) {
            name.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return name.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "A.", ".A", "A.B.C", "\"A", "\"\"", "\"A\"B", "A\"B", "\"A\" .B", " "})
    void whatIsNoTableNameIsRefusedAndQuoted(String text) {
        assertThatThrownBy(() -> TableId.parse(text, "S"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    void aPlaceToStartFromIsReadInAnyCase() {
        assertThat(StartFrom.parse(" latest ")).isEqualTo(new StartFrom.Latest());
        assertThat(StartFrom.parse("Earliest")).isEqualTo(new StartFrom.Earliest());
        assertThat(StartFrom.parse("csn:00ff")).isEqualTo(new StartFrom.Commit(Sequence.parse("00FF")));
        assertThat(StartFrom.parse("2026-11-30t12:00:00z"))
                .isEqualTo(new StartFrom.Time(Instant.parse("2026-11-30T12:00:00Z")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "NOW", "CSN:", "CSN:0", "CSN:XY", "00FF", "2026-11-30", "2026-11-30T12:00:00"})
    void whatIsNoPlaceToStartFromIsRefusedWithWhatIsAllowed(String text) {
        assertThatThrownBy(() -> StartFrom.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("EARLIEST");
    }

    @ParameterizedTest
    @CsvSource({"0, Z", "10000, +01:00", "53000, +05:30", "-33000, -03:30", "-120000, -12:00", "140000, +14:00"})
    void theZoneOfTheServerIsReadFromItsDecimalForm(int timezone, String offset) {
        assertThat(ServerFacts.offsetOf(timezone)).isEqualTo(ZoneOffset.of(offset));
    }

    @ParameterizedTest
    @CsvSource({
        "FLOAT, 4, false, REAL",
        "FLOAT, 8, false, DOUBLE",
        "CHARACTER, 5, true, CHAR_FOR_BIT_DATA",
        "CHAR, 5, false, CHAR",
        "LONGVAR, 5, true, VARCHAR_FOR_BIT_DATA",
        "VARBIN, 5, false, VARBINARY",
        "TIMESTMP, 10, false, TIMESTAMP",
        "VARG, 5, false, VARGRAPHIC"
    })
    void typesAreNamedDifferentlyByTheTwoCatalogs(String name, int length, boolean bitData, ColumnType type) {
        assertThat(Catalog.typeOf(name, length, bitData)).contains(type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"MONEY", "DISTINCT", "TIMESTZ", "integer", ""})
    void aTypeThatIsNotKnownIsNone(String name) {
        assertThat(Catalog.typeOf(name, 4, false)).isEmpty();
    }

    @Test
    void anOldTimestampOfZosHasSixDigitsAndOneOfSevenBytesHasNone() {
        assertThat(Catalog.scaleOf("TIMESTMP", 10, 0)).isEqualTo(6);
        assertThat(Catalog.scaleOf("TIMESTMP", 7, 0)).isZero();
        assertThat(Catalog.scaleOf("TIMESTMP", 13, 12)).isEqualTo(12);
        assertThat(Catalog.scaleOf("TIMESTAMP", 10, 6)).isEqualTo(6);
    }
}
