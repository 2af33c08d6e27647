package io.github.cameldb2cdc.engine;

import static io.github.cameldb2cdc.engine.PlanFixture.checkpoint;
import static io.github.cameldb2cdc.engine.PlanFixture.long16;
import static io.github.cameldb2cdc.engine.PlanFixture.plan;
import static io.github.cameldb2cdc.engine.PlanFixture.registration;
import static io.github.cameldb2cdc.engine.PlanFixture.short10;
import static io.github.cameldb2cdc.engine.PlanFixture.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.Phase;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.CaptureState;
import io.github.cameldb2cdc.source.Platform;
import io.github.cameldb2cdc.source.Registration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a start makes of a stored checkpoint, mode by mode. */
class StartPlanTest {

    private static final TableId T = new TableId("S", "T");
    private static final Position FIFTY = Position.endOf(long16(50));
    private static final Registration ACTIVE = registration("T", CaptureState.ACTIVE, null);

    private static EngineOptions mode(SnapshotMode mode) {
        return TestOptions.schema("S")
                .with(options -> {
                    options.snapshotMode = mode;
                    return options;
                })
                .build();
    }

    @ParameterizedTest
    @CsvSource({
        "INITIAL, NOT_LOADED, true, RELOADING",
        "INITIAL, LOADING, true, LOADING",
        "INITIAL, LOADED, true, LOADED",
        "INITIAL, TO_LOAD, true, TO_LOAD",
        "NEVER, TO_LOAD, true, NOT_LOADED",
        "ALWAYS, NOT_LOADED, true, RELOADING",
        "ALWAYS, LOADING, true, LOADING",
        "ALWAYS, LOADED, true, RELOADING",
        "ALWAYS, RELOADING, true, RELOADING",
        "INITIAL, RELOADING, true, RELOADING",
        "NEVER, RELOADING, true, NOT_LOADED",
        "INITIAL_ONLY, NOT_LOADED, true, RELOADING",
        "NEVER, NOT_LOADED, true, NOT_LOADED",
        "NEVER, LOADING, true, NOT_LOADED",
        "NEVER, LOADED, true, LOADED",
        "NO_DATA, LOADING, true, NOT_LOADED",
        "INITIAL, LOADING, false, LOADING",
        "INITIAL, NOT_LOADED, false, NOT_LOADED"
    })
    void aKnownTableGoesOnAsTheModeSays(SnapshotMode mode, LoadState stored, boolean keyed, LoadState planned) {
        Checkpoint before = checkpoint(FIFTY, Phase.STREAMING, table("T", stored, keyed));
        Checkpoint first = plan(mode(mode), Platform.LUW, long16(100), before, ACTIVE);
        assertThat(first.tables().get(T).load()).isEqualTo(planned);
        assertThat(first.phase()).isEqualTo(Phase.STREAMING);
        assertThat(first.position()).isEqualTo(FIFTY);
        assertThat(first.epoch()).isEqualTo(before.epoch() + 1);
        assertThat(first.recordNumber()).isEqualTo(before.recordNumber() + 1);
    }

    @ParameterizedTest
    @EnumSource(CaptureState.class)
    void aKnownTableTakesPartWhateverItsState(CaptureState state) {
        Checkpoint before = checkpoint(FIFTY, Phase.STREAMING, table("T", LoadState.LOADED, true));
        Checkpoint first =
                plan(mode(SnapshotMode.INITIAL), Platform.LUW, long16(100), before, registration("T", state, null));
        assertThat(first.tables()).containsKey(T);
    }

    @Test
    void aTableThatIsNotRegisteredAnyMoreIsForgotten() {
        Checkpoint before = checkpoint(
                FIFTY, Phase.STREAMING, table("T", LoadState.LOADED, true), table("GONE", LoadState.LOADING, true));
        Checkpoint first = plan(mode(SnapshotMode.INITIAL), Platform.LUW, long16(100), before, ACTIVE);
        assertThat(first.tables()).containsOnlyKeys(T);
        assertThat(first.phase()).isEqualTo(Phase.STREAMING);
    }

    @Test
    void initialGoesOnWithoutATableThatIsNotActive() {
        Checkpoint before = checkpoint(FIFTY, Phase.STREAMING, table("T", LoadState.LOADED, true));
        Registration stopped = registration("U", CaptureState.STOPPED, null);
        Checkpoint first = plan(mode(SnapshotMode.INITIAL), Platform.LUW, long16(100), before, ACTIVE, stopped);
        assertThat(first.tables()).containsOnlyKeys(T);
    }

    @Test
    void initialOnlyNamesATableThatIsNotActiveInsteadOfEndingWithoutIt() {
        Checkpoint before = checkpoint(FIFTY, Phase.STREAMING, table("T", LoadState.LOADED, true));
        Registration stopped = registration("U", CaptureState.STOPPED, null);
        assertThatThrownBy(
                        () -> plan(mode(SnapshotMode.INITIAL_ONLY), Platform.LUW, long16(100), before, ACTIVE, stopped))
                .isInstanceOf(CdcException.class)
                .hasMessageContaining("S.U");
    }

    @Test
    void anotherServerOrControlSchemaIsRefusedByName() {
        Checkpoint before = checkpoint(FIFTY, Phase.STREAMING, table("T", LoadState.LOADED, true));
        var other = new io.github.cameldb2cdc.checkpoint.Anchor("OTHER", "ASNCDC", null, null, null);
        var schema = new io.github.cameldb2cdc.checkpoint.Anchor("SAMPLE", "ASN2", null, null, null);
        for (var anchor : List.of(other, schema)) {
            assertThatThrownBy(() -> plan(
                            mode(SnapshotMode.INITIAL), Platform.LUW, long16(100), before.withAnchor(anchor), ACTIVE))
                    .isInstanceOf(CdcException.class)
                    .hasMessageContaining(anchor.server())
                    .hasMessageContaining(anchor.controlSchema());
        }
    }

    @Test
    void aShortPositionIsWidenedOnLuwOnly() {
        Position stored = Position.row(short10(50), short10(7));
        Checkpoint before = checkpoint(stored, Phase.STREAMING, table("T", LoadState.LOADED, true));
        Checkpoint first = plan(mode(SnapshotMode.INITIAL), Platform.LUW, long16(100), before, ACTIVE);
        assertThat(first.position()).isEqualTo(Position.row(long16(50), long16(7)));
        assertThatThrownBy(() -> plan(mode(SnapshotMode.INITIAL), Platform.ZOS, long16(100), before, ACTIVE))
                .isInstanceOf(CdcException.class)
                .hasMessageContaining("10");
    }

    @Test
    void aLongPositionNeverMeetsShortData() {
        Checkpoint before = checkpoint(FIFTY, Phase.STREAMING, table("T", LoadState.LOADED, true));
        for (Platform platform : Platform.values()) {
            assertThatThrownBy(() -> plan(mode(SnapshotMode.INITIAL), platform, short10(100), before, ACTIVE))
                    .isInstanceOf(CdcException.class);
        }
    }

    @Test
    void aSelectionWithoutATableIsRefused() {
        assertThatThrownBy(() -> plan(mode(SnapshotMode.INITIAL), Platform.LUW, long16(100), null))
                .hasMessageContaining("No registered table");
        assertThatThrownBy(() -> plan(
                        mode(SnapshotMode.INITIAL),
                        Platform.LUW,
                        long16(100),
                        null,
                        registration("T", CaptureState.INACTIVE, null)))
                .isInstanceOf(CdcException.class);
        EngineOptions named = TestOptions.tables("S", "MISSING").build();
        assertThatThrownBy(() -> plan(named, Platform.LUW, long16(100), null, ACTIVE))
                .hasMessageContaining("S.MISSING")
                .hasMessageContaining("CREATE REGISTRATION");
    }

    @Test
    void aVerdictSurvivesAStart() {
        var verdict = new io.github.cameldb2cdc.checkpoint.Verdict(
                io.github.cameldb2cdc.checkpoint.Verdict.Kind.PRUNED, T, "gone", java.time.Instant.EPOCH);
        Checkpoint before = checkpoint(FIFTY, Phase.STREAMING, table("T", LoadState.LOADED, true))
                .withVerdict(verdict);
        for (SnapshotMode mode : SnapshotMode.values()) {
            assertThat(plan(mode(mode), Platform.LUW, long16(100), before, ACTIVE)
                            .verdict())
                    .isEqualTo(verdict);
        }
    }
}
