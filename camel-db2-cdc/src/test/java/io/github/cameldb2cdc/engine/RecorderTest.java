package io.github.cameldb2cdc.engine;

import static io.github.cameldb2cdc.engine.NumberedEvents.place;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.KeyRange;
import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.Phase;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.checkpoint.Verdict;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.snapshot.RangePlace;
import io.github.cameldb2cdc.source.CaptureState;
import io.github.cameldb2cdc.source.Platform;
import io.github.cameldb2cdc.source.Watermark;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the checkpoint takes over of what is acknowledged. */
class RecorderTest {

    private static final TableId T = new TableId("S", "T");
    private final ScriptedRepository repository = new ScriptedRepository("");
    private final SourceConnection connection = PlanFixture.connection(Platform.LUW);
    private Recorder recorder;

    private void begin(Phase phase, LoadState load) {
        repository.store("test", null, PlanFixture.checkpoint(place(50), phase, PlanFixture.table("T", load, true)));
        CheckpointLog log =
                new CheckpointLog(repository, "test", Duration.ZERO, () -> Instant.parse("2026-11-30T12:00:00Z"));
        recorder = new Recorder(log, new Random(1));
        recorder.begin(
                TestOptions.schema("S").build(),
                connection,
                PlanFixture.watermark(PlanFixture.long16(100)),
                PlanFixture.registrations(PlanFixture.registration("T", CaptureState.ACTIVE, null)));
    }

    private void record(int position, boolean complete, Progress... progress) {
        recorder.record(
                new InFlight.Acknowledgement(position == 0 ? null : place(position), List.of(progress), complete, true),
                connection,
                true);
    }

    private Checkpoint stored() {
        return repository.load("test").orElseThrow();
    }

    @Test
    void thePositionNeverGoesBack() {
        begin(Phase.STREAMING, LoadState.LOADED);
        record(60, false);
        record(55, false);
        assertThat(stored().position()).isEqualTo(place(60));
    }

    @Test
    void aWatermarkBeyondWhatIsAcknowledgedMakesThePositionNoYounger() {
        begin(Phase.STREAMING, LoadState.LOADED);
        recorder.noteWatermark(new Watermark(PlanFixture.long16(100), PlanFixture.NOW));
        record(60, true);
        assertThat(stored().anchor().time()).isNull();
        record(100, true);
        assertThat(stored().anchor().time()).isEqualTo(PlanFixture.NOW.toInstant(ZoneOffset.UTC));
    }

    private String snapshotId() {
        return stored().tables().get(T).snapshotId();
    }

    @Test
    void whatWasDoneForALoadThatHasAnotherIdByNowCountsForNothing() {
        begin(Phase.STREAMING, LoadState.LOADING);
        record(0, true, new Progress.TableDone("another", T));
        assertThat(stored().tables().get(T).load()).isEqualTo(LoadState.LOADING);
    }

    @Test
    void finishedRangesThatTouchBecomeOne() {
        begin(Phase.SNAPSHOT, LoadState.LOADING);
        RowKey ten = key(10);
        RowKey twenty = key(20);
        RangeLedger ledger = new RangeLedger(List.of());
        ledger.startReaders();
        RangeLedger.Entry first = ledger.handOver(new KeyRange(null, ten), new RangePlace(0, 0));
        RangeLedger.Entry second = ledger.handOver(new KeyRange(key(10), twenty), new RangePlace(0, 1));
        record(0, false, new Progress.RangeDone(snapshotId(), T, ledger, first));
        record(0, false, new Progress.RangeDone(snapshotId(), T, ledger, second));
        TableCheckpoint table = stored().tables().get(T);
        assertThat(table.finishedRanges()).containsExactly(new KeyRange(null, key(20)));
        assertThat(stored().position()).isEqualTo(place(50));
        record(0, true, new Progress.TableDone(snapshotId(), T), new Progress.LoadDone());
        assertThat(stored().tables().get(T).load()).isEqualTo(LoadState.LOADED);
        assertThat(stored().phase()).isEqualTo(Phase.STREAMING);
    }

    @Test
    void changesThatWereReadBeforeALoadMoveThePositionWhileItRuns() {
        begin(Phase.SNAPSHOT, LoadState.LOADING);
        record(70, true);
        assertThat(stored().position()).isEqualTo(place(70));
        assertThat(stored().phase()).isEqualTo(Phase.SNAPSHOT);
    }

    @Test
    void aVerdictIsStored() {
        begin(Phase.STREAMING, LoadState.LOADED);
        recorder.noteVerdict(new Verdict(Verdict.Kind.PRUNED, T, "gone", Instant.EPOCH));
        record(0, false);
        assertThat(stored().verdict().sentence()).isEqualTo("gone");
    }

    private static RowKey key(int id) {
        return new RowKey(new Object[] {id});
    }
}
