package io.github.cameldb2cdc.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.event.CdcException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dates and times in the spellings of LUW, of z/OS and of the embedded engine. */
class TemporalTextTest {

    @ParameterizedTest
    @ValueSource(strings = {"0001-01-01", "1582-10-04", "1582-10-05", "1582-10-14", "1582-10-15", "9999-12-31"})
    void aDateIsTheDayThatItSays(String text) {
        assertThat(TemporalText.date(text)).isEqualTo(LocalDate.parse(text));
    }

    @ParameterizedTest
    @CsvSource({"00.00.00, 00:00", "02.10.59, 02:10:59", "23:59:58, 23:59:58", "24.00.00, 00:00"})
    void aTimeMayHavePointsOrColons(String text, LocalTime time) {
        assertThat(TemporalText.time(text)).isEqualTo(time);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-29-02.10.00, 2026-03-29T02:10",
        "2026-03-29-02.10.00.5, 2026-03-29T02:10:00.5",
        "2026-03-29-02.10.00.123456, 2026-03-29T02:10:00.123456",
        "2026-03-29 02:10:00.123456   , 2026-03-29T02:10:00.123456",
        "1582-10-10-00.00.00.000000001, 1582-10-10T00:00:00.000000001",
        "2026-12-31-23.59.59.999999999999, 2026-12-31T23:59:59.999999999",
        "2026-12-31-24.00.00.000000, 2027-01-01T00:00",
        "9999-12-31-24.00.00.000000, +10000-01-01T00:00"
    })
    void aTimestampKeepsItsDigitsToTheNinth(String text, LocalDateTime timestamp) {
        assertThat(TemporalText.timestamp(text)).isEqualTo(timestamp);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-12-31-23.59.59.999999999, true",
        "2026-12-31-23.59.59.999999999000, true",
        "2026-12-31-23.59.59.000000000001, false",
        "2026-12-31-23.59.59.000000000100, false",
        "2026-12-31-24.00.00.000000, false",
        "2026-12-31 00:00:00.123456   , true",
        "2026-12-31-00.00.00, true"
    })
    void aTimestampIsExactIfNoDigitIsCutAndItIsOnItsOwnDay(String text, boolean exact) {
        assertThat(TemporalText.isExactTimestamp(text)).isEqualTo(exact);
    }

    @Test
    void onlyTheEndOfTheDayIsAnotherTime() {
        assertThat(TemporalText.isExactTime("00.00.00")).isTrue();
        assertThat(TemporalText.isExactTime("24.00.00")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "11/30/2026", "30.11.2026", "2026-13-01", "2026-02-30", "2026-1-1", "secretSECRET"})
    void anotherFormIsRefusedWithoutTheValue(String text) {
        for (Runnable read : new Runnable[] {
            () -> TemporalText.date(text), () -> TemporalText.time(text), () -> TemporalText.timestamp(text)
        }) {
            assertThatThrownBy(read::run)
                    .isInstanceOf(CdcException.class)
                    .hasMessageContaining("a form that is not ISO")
                    .hasNoCause()
                    .satisfies(failure -> assertThat(
                                    text.isEmpty() || !failure.getMessage().contains(text))
                            .isTrue());
        }
    }
}
