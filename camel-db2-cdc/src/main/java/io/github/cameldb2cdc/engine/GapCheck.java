package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Anchor;
import io.github.cameldb2cdc.checkpoint.CaptureIdentity;
import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.checkpoint.Verdict;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.ChangeSource;
import io.github.cameldb2cdc.source.LogFacts;
import io.github.cameldb2cdc.source.PruningFacts;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.SourceTime;
import io.github.cameldb2cdc.source.Watermark;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Notices that changes behind the position are missing.
 *
 * <p><b>Always checked</b>, of each table from the moment it joined, or its load began: a CD_OLD_SYNCHPOINT beyond the
 * position that is another one than then; a change table or source table created anew; an interruption of Capture. Of the
 * log: Capture's first sequence beyond the position (a cold start); a watermark before the position for a minute; notes
 * of commits before the anchor and none of it, or another note of it (a restored source).
 *
 * <p><b>Unless the anchor's note is there</b>, which shows that nothing behind it was removed, and of tables that may have
 * changes behind the position: without a CD_OLD_SYNCHPOINT, an anchor's time older than Capture's retention less two
 * hours, or half of it; and subscribers that have all read beyond the position, up to where Capture may remove changes whatever their age.
 *
 * <p>Looked at before pages are read and again after them, before anything of them is delivered: what was pruned in
 * between is noticed in the second look, since pruning moves CD_OLD_SYNCHPOINT in the unit of work that removes rows.
 *
 * <p>For one thread.
 */
final class GapCheck {

    /** How long a watermark below the position is only strange: a takeover may show an old register for a moment. */
    static final Duration PATIENCE_BEHIND = Duration.ofSeconds(60);

    /** Capture prunes now and then, and clocks differ. */
    private static final Duration RETENTION_MARGIN = Duration.ofHours(2);

    private static final String DECIDE =
            "; start the route with onGap=SNAPSHOT to load again what is concerned, or with"
                    + " onGap=CONTINUE to go on without what is missing.";

    private final InstantSource clock;
    private Instant behindSince;

    GapCheck(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Compares everything that Capture says with what the checkpoint remembers, except for the watermark.
     *
     * @param registrations those of the schemas, just read
     * @param position everything up to here was read before the pages that are being checked
     * @param schemas the schemas of the selection
     * @throws GapException if changes are missing
     * @throws CdcException definite, if a registration is gone
     */
    void check(
            Checkpoint checkpoint,
            Map<TableId, Registration> registrations,
            Position position,
            Collection<String> schemas,
            ChangeSource source) {
        boolean anchored = checkLog(checkpoint.anchor(), position, source);
        checkRegistrations(checkpoint.tables().values(), registrations, position);
        List<TableCheckpoint> doubtful = anchored ? List.of() : mayHaveChanges(checkpoint, registrations, position);
        if (!doubtful.isEmpty()) {
            PruningFacts facts = source.pruningFacts(schemas);
            for (TableCheckpoint table : doubtful) {
                checkRetention(table, registrations.get(table.table()), checkpoint.anchor(), facts, source);
                checkSubscribers(table, facts, position);
            }
        }
    }

    /** Whether the anchor's note is there, so that nothing behind it was removed. */
    private boolean checkLog(Anchor anchor, Position position, ChangeSource source) {
        LogFacts facts = source.logFacts(anchor.commit());
        Sequence first = facts.captureFirst();
        int length = position.commit().length();
        if (first != null && first.length() <= length && isBefore(position, first.widenTo(length))) {
            throw found(
                    Verdict.Kind.COLD_START,
                    null,
                    "Capture was started cold and reads the log from " + first + " on, and the position is " + position
                            + ", so the changes of all tables in between are missing" + DECIDE);
        }
        if (anchor.commit() == null || facts.anchorMarkers().contains(anchor.logMarker())) {
            return anchor.commit() != null;
        }
        if (!facts.anchorMarkers().isEmpty() || source.hasNotesBefore(anchor.commit())) {
            throw found(
                    Verdict.Kind.LOG_REPLACED,
                    null,
                    "Capture's notes have commits before " + anchor.commit() + ", which was delivered, and "
                            + (facts.anchorMarkers().isEmpty() ? "not that one" : "another one in its place")
                            + ": the source was restored to an earlier point, or is another one" + DECIDE);
        }
        return false;
    }

    private static boolean isBefore(Position position, Sequence first) {
        return !isZero(first) && Position.before(first).compareTo(position) > 0;
    }

    private static boolean isZero(Sequence sequence) {
        for (byte part : sequence.bytes()) {
            if (part != 0) {
                return false;
            }
        }
        return true;
    }

    private static List<TableCheckpoint> mayHaveChanges(
            Checkpoint checkpoint, Map<TableId, Registration> registrations, Position position) {
        return checkpoint.tables().values().stream()
                .filter(table -> !table.awaitsLoad())
                .filter(table -> isBeyond(registrations.get(table.table()).newSynchpoint(), position, true))
                .toList();
    }

    /** Whether a place stands beyond the position; what is not known counts as given. */
    private static boolean isBeyond(Sequence place, Position position, boolean unknown) {
        int length = position.commit().length();
        if (place == null || place.length() > length) {
            return unknown;
        }
        return Position.endOf(place.widenTo(length)).compareTo(position) > 0;
    }

    private void checkRetention(
            TableCheckpoint table, Registration registration, Anchor anchor, PruningFacts facts, ChangeSource source) {
        if (registration.oldSynchpoint() != null || facts.retention() == null || anchor.time() == null) {
            return;
        }
        SourceTime now = source.time();
        Instant oldest = now.time().toInstant(now.offset()).minus(facts.retention());
        Duration half = facts.retention().dividedBy(2);
        Duration margin = half.compareTo(RETENTION_MARGIN) < 0 ? half : RETENTION_MARGIN;
        if (anchor.time().isBefore(oldest.plus(margin))) {
            throw found(
                    Verdict.Kind.PRUNED,
                    table.table(),
                    "The newest change that was read is of " + anchor.time() + ", and Capture keeps changes for "
                            + facts.retention().toMinutes() + " minutes (RETENTION_LIMIT), so changes of "
                            + table.table() + " may have been removed unread" + DECIDE);
        }
    }

    private void checkSubscribers(TableCheckpoint table, PruningFacts facts, Position position) {
        Sequence place = facts.subscribed().get(table.table());
        boolean accepted = place != null && place.equals(table.oldSynchpointWhenJoined());
        if (!accepted && isBeyond(place, position, false)) {
            throw found(
                    Verdict.Kind.PRUNED,
                    table.table(),
                    "The other subscribers of " + table.table() + " have read up to " + place
                            + " (IBMSNAP_PRUNE_SET), up to where Capture removes changes, and the position is "
                            + position + ", so changes may have been removed unread" + DECIDE);
        }
    }

    /**
     * Compares the registrations with what the checkpoint remembers.
     *
     * @param position everything up to here was read before the pages that are being checked
     * @throws GapException if changes are missing
     * @throws CdcException definite, if a registration is gone
     */
    void checkRegistrations(
            Collection<TableCheckpoint> tables, Map<TableId, Registration> registrations, Position position) {
        for (TableCheckpoint table : tables) {
            Registration registration = registrations.get(table.table());
            if (registration == null) {
                throw registrationIsGone(table.table());
            }
            checkIdentity(table, registration);
            // what a table missed before its load is in the rows of the load
            if (!table.awaitsLoad()) {
                checkInterrupted(table, registration);
                checkPruned(table, registration, position);
            }
        }
    }

    static CdcException registrationIsGone(TableId table) {
        return CdcException.definite("The registration of " + table
                + " is gone, so its changes are not known; register it again, or restart the route without it.");
    }

    private void checkIdentity(TableCheckpoint table, Registration registration) {
        CaptureIdentity known = table.capture();
        if (registration.changeTableCreated() == null) {
            throw CdcException.definite("The change table " + registration.changeTable() + " of the registration of "
                    + table.table() + " does not exist; register the table anew, or restart the route without it.");
        }
        boolean same = known.changeTable().equals(registration.changeTable())
                && known.changeTableCreated().equals(registration.changeTableCreated());
        if (!same) {
            throw found(
                    Verdict.Kind.CREATED_ANEW,
                    table.table(),
                    "The change table of " + table.table() + " was created anew: "
                            + known.changeTable() + " of " + known.changeTableCreated() + " became "
                            + registration.changeTable() + " of " + registration.changeTableCreated()
                            + ", so changes in between may be missing" + DECIDE);
        }
    }

    /** As long as it is not active, what is there is delivered; whether something is missing shows when it is again. */
    private void checkInterrupted(TableCheckpoint table, Registration registration) {
        if (table.inactiveSince() != null && registration.isActive()) {
            throw found(
                    Verdict.Kind.CAPTURE_INTERRUPTED,
                    table.table(),
                    "Capture did not write changes of " + table.table() + " for a while, from " + table.inactiveSince()
                            + " on, and writes them again, so changes in between may be missing" + DECIDE);
        }
    }

    private void checkPruned(TableCheckpoint table, Registration registration, Position position) {
        Sequence old = registration.oldSynchpoint();
        if (old == null || old.equals(table.oldSynchpointWhenJoined())) {
            return;
        }
        Position oldest = Position.endOf(old).widenTo(position.commit().length());
        if (oldest.compareTo(position) > 0) {
            throw found(
                    Verdict.Kind.PRUNED,
                    table.table(),
                    "Capture removed changes of " + table.table() + " that were not read: the position is " + position
                            + " and the oldest retained change is behind " + old
                            + DECIDE);
        }
    }

    /** Forgets how long watermarks stood before the position, since the position is another one. */
    void forgetWatermarks() {
        behindSince = null;
    }

    /**
     * Compares a watermark with the position.
     *
     * @throws GapException if the log has stood before the position for a while
     */
    void checkWatermark(Watermark watermark, Position position) {
        if (watermark.isFallback()) {
            return;
        }
        Position end =
                Position.endOf(watermark.synchpoint()).widenTo(position.commit().length());
        if (end.compareTo(position) >= 0) {
            behindSince = null;
            return;
        }
        Instant now = clock.instant();
        if (behindSince == null) {
            behindSince = now;
        } else if (Duration.between(behindSince, now).compareTo(PATIENCE_BEHIND) >= 0) {
            throw found(
                    Verdict.Kind.LOG_BEHIND_POSITION,
                    null,
                    "Capture's watermark " + watermark.synchpoint() + " stands before the position " + position
                            + ": the source was restored to an earlier point, or this is another server" + DECIDE);
        }
    }

    private GapException found(Verdict.Kind kind, TableId table, String sentence) {
        return new GapException(new Verdict(kind, table, sentence, clock.instant()));
    }
}
