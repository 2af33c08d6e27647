package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.CommitTime;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the changes of all tables in commit order.
 *
 * <p><b>Steps.</b>
 *
 * <ol>
 *   <li>The caller reads the watermark H, alone and first, and opens a sweep from the place read so far up to H.
 *   <li>One question finds the tables that have rows in between. What Capture notes of a table's newest change is not
 *       trusted for that: it may be older than the rows.
 *   <li>{@link #nextBatch()} reads pages, merges them ({@link Sweep}), makes events ({@link CommitReplay}), asks the
 *       source for the keys of doubtful deletes, adds large objects ({@link Reselection}), which may cut the batch, and
 *       what Capture noted of the commits.
 *   <li>When the sweep is at its end, everything up to H was read.
 * </ol>
 *
 * <p><b>Guarantee.</b> The batches, one after the other, hold every change with a position behind the start and at or
 * before the end of the last batch, once, in the order of positions.
 *
 * <p><b>Why.</b> Capture is one writer that commits the rows of all change tables together with H. So when H was read,
 * every row at or below it was committed, and no row at or below it appears later: neither the order in which tables are
 * read nor Capture's commits in between matter. A row above H may be visible in one table and its siblings not yet in
 * another, so it waits. Inside a sweep a page continues behind the last row that was read, by commit and by the row's
 * sequence in the commit, so a commit larger than any page loses and doubles nothing.
 *
 * <p>A start inside a commit reads that commit from its first row, since what a unit means depends on the rows before
 * it, and leaves out the events up to the start.
 *
 * <p>After an exception the reader is of no further use: another one is started at the end of the last batch. For one
 * thread.
 */
public final class ChangeReader {

    private static final Logger LOG = LoggerFactory.getLogger(ChangeReader.class);

    private final ChangeSource source;
    private final ReadLimits limits;
    private final Origin origin;
    private final SourceClock sourceClock;
    private final InstantSource clock;
    private final ChangeObserver observer;
    private final CommitReplay replay = new CommitReplay();
    private final Position start;
    private Position position;
    private final Reselection reselection;
    private final Deque<Draft> waiting = new ArrayDeque<>();
    private Position waitingUpTo;
    private Sweep sweep;
    private long undecidedDeletes;

    /**
     * @param largeObjects which large objects are read
     * @param start everything behind this place is delivered
     * @param clock tells when a row was read
     * @param observer sees each change behind the start
     */
    public ChangeReader(
            ChangeSource source,
            ReadLimits limits,
            LargeObjects largeObjects,
            Origin origin,
            SourceClock sourceClock,
            InstantSource clock,
            Position start,
            ChangeObserver observer) {
        this.source = source;
        this.limits = limits;
        this.reselection = new Reselection(source, largeObjects, limits.bytes());
        this.origin = origin;
        this.sourceClock = sourceClock;
        this.clock = clock;
        this.start = start;
        this.position = start;
        this.observer = observer;
    }

    /** The place up to which everything was given out. */
    public Position position() {
        return position;
    }

    /** Whether a sweep is open: there is more to read before the watermark is looked at again. */
    public boolean isInSweep() {
        return sweep != null || !waiting.isEmpty();
    }

    /**
     * Whether this watermark shows anything that was not read yet. A commit that was only read in part always is.
     *
     * @param watermark of the length of the position
     */
    public boolean isBehind(Sequence watermark) {
        return position.compareTo(Position.endOf(watermark)) < 0;
    }

    /**
     * Opens a sweep.
     *
     * @param tables the tables to read, whose order breaks ties
     * @param upTo the watermark, which was read before
     * @throws IllegalStateException if a sweep is open
     */
    public void openSweep(List<ChangeTable> tables, Sequence upTo) {
        if (isInSweep()) {
            throw new IllegalStateException("The sweep before is not at its end.");
        }
        Position from = position.isEndOfCommit() ? position : Position.before(position.commit());
        sweep = new Sweep(source, limits, tables, from.commit(), upTo);
    }

    /**
     * The next part of the open sweep, of at least one unit if it has more.
     *
     * @throws IllegalStateException if no sweep is open
     */
    public Batch nextBatch() {
        if (!isInSweep()) {
            throw new IllegalStateException("No sweep is open.");
        }
        if (waiting.isEmpty()) {
            readWaiting();
        }
        List<Draft> drafts = reselection.complete(waiting);
        Map<Sequence, CommitNote> notes = notesOf(drafts);
        Optional<CommitNote> lastNote = lastNote(drafts, notes);
        // the events behind a cut are given out next, so the place is not behind the commit of this one
        Position behind = waiting.isEmpty() ? waitingUpTo : waiting.peek().position();
        List<Change> changes = changes(drafts, notes, behind);
        position = waiting.isEmpty()
                ? waitingUpTo
                : changes.get(changes.size() - 1).resumeAfter();
        return new Batch(changes, position, lastNote);
    }

    private void readWaiting() {
        List<Draft> drafts = new ArrayList<>();
        waitingUpTo = readDrafts(drafts);
        Set<Draft> leftOut = decideDoubtful(drafts);
        if (!leftOut.isEmpty()) {
            drafts.removeIf(leftOut::contains);
        }
        waiting.addAll(drafts);
    }

    private Position readDrafts(List<Draft> drafts) {
        long bytes = 0;
        int rows = 0;
        Position end = position;
        boolean tied = false;
        while (tied || (rows < limits.rows() && bytes < limits.bytes())) {
            Unit unit = sweep.next();
            if (unit == null) {
                end = Position.endOf(sweep.upTo());
                sweep = null;
                return end;
            }
            boolean wanted = unit.position().compareTo(start) > 0;
            if (wanted) {
                observer.see(unit.table(), unit.before(), unit.after(), unit.position());
            }
            // The place is not reached before all units at it are done: a start there leaves all of them out.
            tied = sweep.hasAnotherAt(unit.position());
            Position reached = tied ? end : unit.position();
            replay.replay(unit, end, reached, draft -> {
                if (wanted) {
                    drafts.add(draft);
                }
            });
            if (wanted) {
                end = reached;
                rows += unit.rows();
                bytes += unit.bytes();
            }
        }
        return sweep.isBehind(end.commit()) ? Position.endOf(end.commit()) : end;
    }

    private Set<Draft> decideDoubtful(List<Draft> drafts) {
        Map<TableId, List<Draft>> doubtful = new LinkedHashMap<>();
        for (Draft draft : drafts) {
            if (draft.isDoubtful()) {
                doubtful.computeIfAbsent(draft.table().id(), id -> new ArrayList<>())
                        .add(draft);
            }
        }
        Set<Draft> leftOut = Collections.newSetFromMap(new IdentityHashMap<>());
        doubtful.values().forEach(deletes -> decideDoubtful(deletes, leftOut));
        return leftOut;
    }

    /** Takes the doubtful deletes of one table. */
    private void decideDoubtful(List<Draft> deletes, Set<Draft> leftOut) {
        Set<RowKey> keys = new LinkedHashSet<>();
        deletes.forEach(delete -> keys.add(delete.doubtfulKey()));
        Optional<Set<RowKey>> existing = source.existingKeys(deletes.get(0).table(), keys);
        for (Draft delete : deletes) {
            boolean exists =
                    existing.map(found -> found.contains(delete.doubtfulKey())).orElseGet(() -> decideByImages(delete));
            if (exists) {
                leftOut.add(delete);
            }
        }
    }

    /** Where the source may not be read: a deleted row that is not the one written was there before the commit. */
    private boolean decideByImages(Draft delete) {
        if (delete.table().hasWholeRows() && delete.imageDiffers().orElse(false)) {
            return true;
        }
        undecidedDeletes++;
        if (undecidedDeletes == 1) {
            LOG.warn(
                    "Deletes of keys that the same transaction wrote before cannot be checked, since the user may not"
                            + " read {}; they are delivered. Grant SELECT on it.",
                    delete.table().id());
        }
        return false;
    }

    private Map<Sequence, CommitNote> notesOf(List<Draft> drafts) {
        if (drafts.isEmpty()) {
            return Map.of();
        }
        Set<Sequence> commits = new HashSet<>();
        drafts.forEach(draft -> commits.add(draft.position().commit()));
        return source.commitNotes(
                commits,
                drafts.get(0).position().commit(),
                drafts.get(drafts.size() - 1).position().commit());
    }

    private static Optional<CommitNote> lastNote(List<Draft> drafts, Map<Sequence, CommitNote> notes) {
        for (int i = drafts.size() - 1; i >= 0; i--) {
            CommitNote note = notes.get(drafts.get(i).position().commit());
            if (note != null) {
                return Optional.of(note);
            }
        }
        return Optional.empty();
    }

    private List<Change> changes(List<Draft> drafts, Map<Sequence, CommitNote> notes, Position behindLast) {
        Instant now = clock.instant();
        Map<Sequence, CommitTime> times = new HashMap<>();
        notes.forEach((commit, note) -> times.put(commit, sourceClock.commitTimeOf(note)));
        List<Change> changes = new ArrayList<>(drafts.size());
        for (int i = 0; i < drafts.size(); i++) {
            Draft draft = drafts.get(i);
            Position behind = i + 1 < drafts.size() ? drafts.get(i + 1).position() : behindLast;
            RowChange event = new RowChange(
                    origin,
                    draft.operation(),
                    draft.table().schema(),
                    draft.before(),
                    draft.after(),
                    draft.position(),
                    draft.transactionIndex(),
                    times.get(draft.position().commit()),
                    null,
                    now,
                    draft.otherKey());
            changes.add(new Change(event, resumeAfter(draft, behind), draft.bytes()));
        }
        return changes;
    }

    /** Behind the last event of a commit the place is the commit's end: pruning up to there has not passed it. */
    private static Position resumeAfter(Draft draft, Position behind) {
        Sequence commit = draft.position().commit();
        boolean commitEnds = behind.isEndOfCommit() || !behind.commit().equals(commit);
        return commitEnds ? Position.endOf(commit) : draft.resumeAfter();
    }

    /** How many deletes could neither be looked up nor decided by their images, and were delivered. */
    public long undecidedDeletes() {
        return undecidedDeletes;
    }
}
