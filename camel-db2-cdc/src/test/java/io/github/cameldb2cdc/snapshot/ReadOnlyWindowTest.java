package io.github.cameldb2cdc.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.source.SourceTime;
import io.github.cameldb2cdc.source.Watermark;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** When a window closes, by scripted watermarks of a server whose local date is that of a change of its offset. */
class ReadOnlyWindowTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final ZoneOffset WINTER = ZoneOffset.ofHours(1);
    private static final ZoneOffset SUMMER = ZoneOffset.ofHours(2);
    private static final LocalDateTime CLOCK_GOES_FORWARD = LocalDateTime.of(2026, 3, 29, 0, 0);
    private static final LocalDateTime CLOCK_GOES_BACK = LocalDateTime.of(2026, 10, 25, 0, 0);
    private static final LocalDateTime ORDINARY_DAY = LocalDateTime.of(2026, 6, 1, 0, 0);

    private final LocalDateTime day = ORDINARY_DAY;
    private ReadOnlyWindow window;

    private static SourceTime at(LocalDateTime day, String time, ZoneOffset offset) {
        return new SourceTime(day.with(LocalTime.parse(time)), offset);
    }

    private static Watermark log(LocalDateTime day, String time) {
        return new Watermark(Sequence.parse("00000000000000000001"), day.with(LocalTime.parse(time)));
    }

    private boolean closes(String time) {
        return window.isClosedBy(log(day, time), () -> SUMMER);
    }

    @Test
    void itClosesWhenTheLogIsMoreThanTwoSecondsPastTheOpeningAndHasMovedTwice() {
        window = new ReadOnlyWindow(at(day, "12:00:00", SUMMER), null);
        assertThat(closes("11:59:58")).isFalse();
        assertThat(closes("12:00:01")).isFalse();
        assertThat(closes("12:00:02")).isFalse();
        assertThat(closes("12:00:03")).isTrue();
    }

    @Test
    void oneMoveIsNotEnoughHoweverFarItGoes() {
        window = new ReadOnlyWindow(at(day, "12:00:00", SUMMER), null);
        assertThat(closes("11:59:30")).isFalse();
        assertThat(closes("12:05:00")).isFalse();
        assertThat(closes("12:05:00")).isFalse();
        assertThat(closes("12:05:01")).isTrue();
    }

    @Test
    void aLogThatStandsStillNeverClosesIt() {
        window = new ReadOnlyWindow(at(day, "12:00:00", SUMMER), null);
        for (int look = 0; look < 100; look++) {
            assertThat(closes("12:00:02")).isFalse();
        }
    }

    @Test
    void aWatermarkWithoutATimeSaysNothing() {
        window = new ReadOnlyWindow(at(day, "12:00:00", SUMMER), null);
        Watermark fallback = new Watermark(Sequence.parse("00000000000000000001"), null);
        assertThat(window.isClosedBy(fallback, () -> SUMMER)).isFalse();
        assertThat(closes("11:59:00")).isFalse();
        assertThat(closes("11:59:10")).isFalse();
        assertThat(closes("12:00:10")).isTrue();
    }

    @Test
    void aClockThatIsPutForwardIsWaitedOut() {
        window = new ReadOnlyWindow(at(CLOCK_GOES_FORWARD, "01:59:59", WINTER), null);
        assertThat(window.isClosedBy(log(CLOCK_GOES_FORWARD, "01:59:58"), () -> WINTER))
                .isFalse();
        assertThat(window.isClosedBy(log(CLOCK_GOES_FORWARD, "01:59:59"), () -> WINTER))
                .isFalse();
        // one second later by any other clock
        assertThat(window.isClosedBy(log(CLOCK_GOES_FORWARD, "03:00:00"), () -> SUMMER))
                .isFalse();
        assertThat(window.isClosedBy(log(CLOCK_GOES_FORWARD, "03:00:02"), () -> SUMMER))
                .isTrue();
    }

    @Test
    void aLogThatIsStillBeforeTheClockWasPutBackClosesNothing() {
        window = new ReadOnlyWindow(at(CLOCK_GOES_BACK, "02:00:30", WINTER), null);
        assertThat(window.isClosedBy(log(CLOCK_GOES_BACK, "02:59:40"), () -> WINTER))
                .isFalse();
        assertThat(window.isClosedBy(log(CLOCK_GOES_BACK, "02:59:50"), () -> WINTER))
                .isFalse();
        assertThat(window.isClosedBy(log(CLOCK_GOES_BACK, "02:59:59"), () -> WINTER))
                .isFalse();
        assertThat(window.isClosedBy(log(CLOCK_GOES_BACK, "02:00:40"), () -> WINTER))
                .isFalse();
        assertThat(window.isClosedBy(log(CLOCK_GOES_BACK, "03:00:33"), () -> WINTER))
                .isTrue();
    }

    @Test
    void withTheZoneKnownALogThatIsHoursBehindWhenTheClockIsPutBackClosesNothing() {
        window = new ReadOnlyWindow(at(CLOCK_GOES_BACK, "02:00:30", WINTER), BERLIN);
        assertThat(window.isClosedBy(log(CLOCK_GOES_BACK, "01:30:00"), () -> WINTER))
                .isFalse();
        assertThat(window.isClosedBy(log(CLOCK_GOES_BACK, "02:10:00"), () -> WINTER))
                .isFalse();
        assertThat(window.isClosedBy(log(CLOCK_GOES_BACK, "02:59:59"), () -> WINTER))
                .isFalse();
        assertThat(window.isClosedBy(log(CLOCK_GOES_BACK, "03:00:33"), () -> WINTER))
                .isTrue();
    }
}
