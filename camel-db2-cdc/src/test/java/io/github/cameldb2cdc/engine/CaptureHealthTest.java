package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.source.Watermark;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;

/** A Capture that stands still, by scripted watermarks and a scripted clock, and tables that it does not follow. */
class CaptureHealthTest {

    private static final LocalDateTime SERVER_TIME = LocalDateTime.of(2026, 6, 1, 12, 0);

    private Instant now = Instant.parse("2026-06-01T10:00:00Z");
    private final CaptureHealth health = new CaptureHealth("test", Duration.ofMinutes(5), () -> now);

    private static Watermark watermark(int synchpoint, LocalDateTime time) {
        return new Watermark(Sequence.parse(String.format("%020X", synchpoint)), time);
    }

    private void after(Duration time, Watermark watermark) {
        now = now.plus(time);
        health.see(watermark);
    }

    @Test
    void aWatermarkThatStandsForTooLongIsAConcernUntilItMoves() {
        try (LogLines log = new LogLines(CaptureHealth.class.getName())) {
            after(Duration.ZERO, watermark(1, SERVER_TIME));
            after(Duration.ofMinutes(5), watermark(1, SERVER_TIME));
            assertThat(health.concerns()).isEmpty();
            after(Duration.ofSeconds(1), watermark(1, SERVER_TIME));
            after(Duration.ofHours(1), watermark(1, SERVER_TIME));
            assertThat(health.concerns())
                    .containsExactly(
                            "Capture has not moved since 2026-06-01T10:00:00Z, its time stands at 2026-06-01T12:00 of"
                                    + " the server; look whether it (asncap) runs.");
            after(Duration.ofSeconds(1), watermark(2, SERVER_TIME.plusHours(1)));
            assertThat(health.concerns()).isEmpty();
            assertThat(log.all())
                    .containsExactly(
                            "Consumer 'test' gets no changes: Capture has not moved since 2026-06-01T10:00:00Z, its time"
                                    + " stands at 2026-06-01T12:00 of the server; look whether it (asncap) runs.",
                            "Consumer 'test' sees Capture move again.");
        }
    }

    @Test
    void anIdleSourceIsNoConcernAsLongAsItsTimeMoves() {
        for (int minute = 0; minute < 600; minute++) {
            after(Duration.ofMinutes(1), watermark(1, SERVER_TIME.plusMinutes(minute)));
            assertThat(health.concerns()).isEmpty();
        }
    }

    @Test
    void withoutTheGlobalRowNothingIsSaid() {
        after(Duration.ZERO, watermark(1, null));
        after(Duration.ofDays(1), watermark(1, null));
        assertThat(health.concerns()).isEmpty();
    }

    @Test
    void aTableThatCaptureDoesNotFollowIsAConcernAsLongAsItIsSelected() {
        try (EmbeddedDb2 db2 = EmbeddedDb2.builder().capturePaused().start();
                EngineRig rig = new EngineRig(db2.dataSource(), new MemoryCheckpointRepository())) {
            for (String table : new String[] {"S.A", "S.B", "S.OTHER"}) {
                db2.execute("CREATE TABLE " + table + " (ID INTEGER NOT NULL PRIMARY KEY)");
                db2.register(table);
            }
            db2.capture().publish();
            rig.start(TestOptions.tables("S", "A", "B").build());
            rig.runUntilIdle();
            assertThat(rig.engine().status().concerns()).isEmpty();

            db2.capture().state("S.A", 'S', "ASN0069E");
            db2.capture().state("S.OTHER", 'I', null);
            db2.execute("INSERT INTO S.B VALUES 1");
            db2.capture().publish();
            rig.runUntilIdle();
            assertThat(rig.lines()).containsExactly("c B {ID=1}");
            assertThat(rig.engine().status().concerns())
                    .containsExactly(
                            "The registration of S.A is STOPPED (ASN0069E), so Capture writes no changes of it;"
                                    + " activate it, or leave the table out of the selection.");
        }
    }
}
