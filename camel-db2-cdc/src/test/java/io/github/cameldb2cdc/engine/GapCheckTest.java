package io.github.cameldb2cdc.engine;

import static io.github.cameldb2cdc.engine.PlanFixture.long16;
import static io.github.cameldb2cdc.engine.PlanFixture.registration;
import static io.github.cameldb2cdc.engine.PlanFixture.registrations;
import static io.github.cameldb2cdc.engine.PlanFixture.short10;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.checkpoint.Verdict;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.CaptureState;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.Watermark;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counts as changes that are missing. */
class GapCheckTest {

    private static final Position FIFTY = Position.endOf(long16(50));
    private Instant now = Instant.parse("2026-11-30T12:00:00Z");
    private final GapCheck gaps = new GapCheck(() -> now);

    private static TableCheckpoint joinedWith(Sequence old) {
        TableCheckpoint table = PlanFixture.table("T", LoadState.LOADED, true);
        return new TableCheckpoint(
                table.capture(), table.schema(), long16(5), old, table.load(), table.snapshotId(), List.of(), null);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, false",
                "-, 49, false",
                "-, 50, false",
                "-, 51, true",
                "51, 51, false",
                "51, 52, true",
                "40, 51, true",
                "40, 45, false"
            })
    void whatWasRemovedBehindThePositionIsAGapUnlessItWasGoneFromTheStart(Integer joined, Integer old, boolean gap) {
        TableCheckpoint table = joinedWith(joined == null ? null : long16(joined));
        Registration registration = registration("T", CaptureState.ACTIVE, old == null ? null : long16(old));
        Throwable thrown =
                catchThrowable(() -> gaps.checkRegistrations(List.of(table), registrations(registration), FIFTY));
        if (gap) {
            assertThat(((GapException) thrown).verdict().kind()).isEqualTo(Verdict.Kind.PRUNED);
        } else {
            assertThat(thrown).isNull();
        }
    }

    @Test
    void aShortOldSynchpointIsComparedInTheLengthOfThePosition() {
        Registration registration = registration("T", CaptureState.ACTIVE, short10(60));
        assertThatThrownBy(() -> gaps.checkRegistrations(List.of(joinedWith(null)), registrations(registration), FIFTY))
                .isInstanceOf(GapException.class);
    }

    @Test
    void aMissingRegistrationAndAMissingTableAreDefiniteAndNoGap() {
        assertThatThrownBy(() -> gaps.checkRegistrations(List.of(joinedWith(null)), Map.of(), FIFTY))
                .isInstanceOf(CdcException.class)
                .isNotInstanceOf(GapException.class)
                .hasMessageContaining("S.T");
        Registration gone = created(PlanFixture.CREATED, null, "CDT");
        assertThatThrownBy(() -> gaps.checkRegistrations(List.of(joinedWith(null)), registrations(gone), FIFTY))
                .isInstanceOf(CdcException.class)
                .isNotInstanceOf(GapException.class);
    }

    @Test
    void anotherChangeTableIsFound() {
        LocalDateTime later = PlanFixture.CREATED.plusNanos(1000);
        for (Registration registration : List.of(
                created(PlanFixture.CREATED, later, "CDT"),
                created(PlanFixture.CREATED, PlanFixture.CREATED, "CDT2"))) {
            Throwable thrown = catchThrowable(
                    () -> gaps.checkRegistrations(List.of(joinedWith(null)), registrations(registration), FIFTY));
            assertThat(((GapException) thrown).verdict().kind()).isEqualTo(Verdict.Kind.CREATED_ANEW);
        }
    }

    private static Registration created(LocalDateTime source, LocalDateTime changes, String changeTable) {
        return new Registration(
                new TableId("S", "T"),
                new TableId("ASNCDC", changeTable),
                CaptureState.ACTIVE,
                null,
                null,
                null,
                null,
                true,
                source,
                source,
                changes,
                changes,
                true);
    }

    @Test
    void aLogBehindThePositionIsAGapOnlyAfterAMinuteWithoutAnInterruption() {
        behind();
        now = now.plusSeconds(59);
        behind();
        gaps.checkWatermark(PlanFixture.watermark(long16(50)), FIFTY);
        now = now.plusSeconds(59);
        behind();
        now = now.plusSeconds(59);
        behind();
        now = now.plusSeconds(1);
        assertThatThrownBy(this::behind)
                .isInstanceOf(GapException.class)
                .hasMessageContaining("restored to an earlier point");
    }

    @Test
    void aWatermarkTakenFromSingleRegistrationsNeverCountsAsBehind() {
        for (int minute = 0; minute < 5; minute++) {
            gaps.checkWatermark(new Watermark(long16(40), null), FIFTY);
            now = now.plusSeconds(60);
        }
    }

    private void behind() {
        gaps.checkWatermark(PlanFixture.watermark(long16(49)), FIFTY);
    }
}
