package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.checkpoint.Verdict;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.Watermark;
import java.util.Map;

/**
 * Decides about verdicts: changes that are missing, and structures that changed.
 *
 * <p>The options say how, or an operator does, once. One decision holds for everything that the same look at the source
 * finds. A verdict for which the decision is FAIL stays as it is, and stops reading.
 *
 * <p>For the engine's thread, except {@link #ask}.
 */
final class Decisions {

    private final EngineOptions options;
    private final Recorder recorder;
    private final InFlight inFlight;
    private final GapCheck gaps;
    private final StructureCheck structures;
    private final Loads loads;
    private final IncrementalSnapshots incremental;
    private volatile OnGap asked;

    Decisions(
            EngineOptions options,
            Recorder recorder,
            InFlight inFlight,
            GapCheck gaps,
            StructureCheck structures,
            Loads loads,
            IncrementalSnapshots incremental) {
        this.options = options;
        this.recorder = recorder;
        this.inFlight = inFlight;
        this.gaps = gaps;
        this.structures = structures;
        this.loads = loads;
        this.incremental = incremental;
    }

    /** From any thread: the next decision is this one, whatever the options say. */
    void ask(OnGap decision) {
        asked = decision;
    }

    /** Whether this verdict would be decided now, and does not stay. */
    boolean endsVerdict(Verdict verdict) {
        return decisionOn(verdict, asked) != OnGap.FAIL;
    }

    /** A decision may move the position, or begin a load anew: all events that belong to before have to be done. */
    boolean mayBeMade() {
        Verdict verdict = recorder.hasBegun() ? recorder.checkpoint().verdict() : null;
        return verdict == null
                || inFlight.isEmpty()
                || (!loads.isUnderWay(recorder) && !verdict.kind().concernsTheLog());
    }

    /**
     * Decides about the verdict of the checkpoint, and about all that one more look finds.
     *
     * @param readUpTo the place up to which was read
     * @return the place from which reading goes on
     * @throws GapException if the decision is to leave a verdict
     */
    Position make(
            SourceConnection connection, Watermark now, Map<TableId, Registration> registrations, Position readUpTo) {
        OnGap decision = asked;
        Verdict verdict = requireEnded(recorder.checkpoint().verdict(), decision);
        asked = null;
        loads.end();
        Position place = readUpTo;
        // a table can have one verdict of each of the two kinds
        int mostVerdicts = 1 + 2 * recorder.checkpoint().tables().size();
        for (int found = 0; verdict != null && found < mostVerdicts; found++) {
            requireEnded(verdict, decision);
            place = end(verdict, decisionOn(verdict, decision), connection, now, registrations, place);
            verdict = anotherVerdict(connection, registrations, place);
        }
        return place;
    }

    private Verdict requireEnded(Verdict verdict, OnGap operators) {
        if (decisionOn(verdict, operators) == OnGap.FAIL) {
            throw new GapException(verdict);
        }
        return verdict;
    }

    /** @param operators the operator's decision; null if there is none */
    private OnGap decisionOn(Verdict verdict, OnGap operators) {
        OnGap configured =
                StructureDecision.concerns(verdict) ? options.onSchemaChange().decision() : options.onGap();
        return operators == null ? configured : operators;
    }

    private Position end(
            Verdict verdict,
            OnGap decision,
            SourceConnection connection,
            Watermark now,
            Map<TableId, Registration> registrations,
            Position place) {
        boolean concernsTheLog = verdict.kind().concernsTheLog();
        if (concernsTheLog) {
            inFlight.forgetPlaces();
            gaps.forgetWatermarks();
            incremental.forget();
        } else if (StructureDecision.concerns(verdict)) {
            acceptStructure(verdict.table());
        }
        Checkpoint decided = recorder.decide(decision, options, connection, now, registrations);
        return concernsTheLog ? decided.position() : place;
    }

    /** @param table the table concerned; null if that is not known, as with a plain repository */
    private void acceptStructure(TableId table) {
        recorder.checkpoint().tables().keySet().stream()
                .filter(known -> table == null || known.equals(table))
                .forEach(structures::accept);
    }

    private Verdict anotherVerdict(
            SourceConnection connection, Map<TableId, Registration> registrations, Position place) {
        try {
            Checkpoint checkpoint = recorder.checkpoint();
            gaps.check(checkpoint, registrations, place, options.selection().schemas(), connection.source());
            for (TableCheckpoint table : checkpoint.tables().values()) {
                structures.look(table, registrations.get(table.table()), connection.source());
            }
            return null;
        } catch (GapException e) {
            recorder.noteVerdict(e.verdict());
            return e.verdict();
        }
    }
}
