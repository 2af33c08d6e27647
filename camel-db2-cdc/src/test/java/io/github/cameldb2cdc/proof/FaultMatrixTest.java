package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.proof.FaultPhase.Moment;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each fault in each phase: what is delivered is what a run without a fault delivers, or, after a definite failure was
 * named and its cause is gone, the same.
 */
class FaultMatrixTest {

    private static FaultScene scene;
    private static FaultRun undisturbed;
    private static int cells;

    @BeforeAll
    static void start() throws SQLException {
        scene = new FaultScene();
        undisturbed = new FaultRun(scene, "undisturbed", null, null);
        undisturbed.run();
        assertThat(undisturbed.troubles()).isEmpty();
        assertThat(undisturbed.loaded()).hasSize(8);
    }

    @AfterAll
    static void stop() throws SQLException {
        scene.close();
    }

    static Stream<Arguments> cells() {
        return Arrays.stream(FaultPhase.values()).flatMap(phase -> FaultKind.all().stream()
                .filter(kind -> isPossible(phase, kind))
                .map(kind -> Arguments.of(phase, kind)));
    }

    private static boolean isPossible(FaultPhase phase, FaultKind kind) {
        return switch (kind.name()) {
            case FaultKind.IN_ROWS -> phase.hasRows();
            case FaultKind.BETWEEN_BLOCKS -> phase.hasManyBlocks();
            case FaultKind.LATE -> phase.isTypical();
            default -> (kind.isSample() || phase.isTypical()) && !isAnotherAnswer(phase, kind);
        };
    }

    /** Where a code is no failure but says something else. */
    private static boolean isAnotherAnswer(FaultPhase phase, FaultKind kind) {
        boolean noLuw = phase == FaultPhase.CATALOG && kind.isCode(-204);
        boolean decidedByImages = phase == FaultPhase.EXISTING_KEYS && (kind.isCode(-551) || kind.isCode(-204));
        return noLuw || decidedByImages;
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("cells")
    void aFaultLosesAndReordersNothing(FaultPhase phase, FaultKind kind) throws SQLException {
        try (FaultRun run = new FaultRun(scene, "cell " + cells++, phase, kind)) {
            run.run();
            run.assertFired();
            assertSame(run, phase);
            if (kind.isCode() && phase.moment() != Moment.STOP) {
                assertNamed(run, kind);
            } else if (kind.failure() == null) {
                assertThat(run.troubles()).isEmpty();
            }
        }
    }

    private static void assertSame(FaultRun run, FaultPhase phase) {
        assertThat(run.loaded()).isEqualTo(undisturbed.loaded());
        if (phase.moment() != Moment.STOP) {
            assertThat(run.followed()).isEqualTo(undisturbed.followed());
        } else {
            // what was not recorded at the stop comes again
            assertThat(run.followed()).containsSubsequence(undisturbed.followed());
        }
    }

    private static void assertNamed(FaultRun run, FaultKind kind) {
        assertThat(run.troubles()).isNotEmpty();
        CdcException first = run.troubles().get(0);
        assertThat(first.kind()).isEqualTo(kind.failure());
        assertThat(first).hasMessageContaining(kind.sentence()).hasMessageMatching("[A-Z].*\\.");
        assertThat(run.troubles()).extracting(CdcException::kind).doesNotContain(FailureKind.BUG);
    }
}
