package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.CaptureIdentity;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.checkpoint.Verdict;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.Watermark;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;

/**
 * Notices that changes behind the position are missing.
 *
 * <p>Looked at before pages are read and again after them, before anything of them is delivered: what was pruned in
 * between is noticed in the second look, since pruning moves CD_OLD_SYNCHPOINT in the unit of work that removes rows.
 *
 * <p>For one thread.
 */
final class GapCheck {

    /** How long a watermark below the position is only strange: a takeover may show an old register for a moment. */
    static final Duration PATIENCE_BEHIND = Duration.ofSeconds(60);

    private final InstantSource clock;
    private Instant behindSince;

    GapCheck(InstantSource clock) {
        this.clock = clock;
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
                throw CdcException.definite(
                        "The registration of " + table.table()
                                + " is gone, so its changes are not known; register it again, or restart the route without it.");
            }
            checkIdentity(table, registration);
            // what a table missed before its load is in the rows of the load
            if (!table.awaitsLoad()) {
                checkInterrupted(table, registration);
                checkPruned(table, registration, position);
            }
        }
    }

    private void checkIdentity(TableCheckpoint table, Registration registration) {
        CaptureIdentity known = table.capture();
        if (registration.changeTableCreated() == null || registration.sourceCreated() == null) {
            throw CdcException.definite("The source or change table of the registration of " + table.table()
                    + " does not exist; create and register it anew, or restart the route without it.");
        }
        boolean same = known.changeTable().equals(registration.changeTable())
                && known.changeTableCreated().equals(registration.changeTableCreated())
                && known.sourceCreated().equals(registration.sourceCreated());
        if (!same) {
            throw found(
                    Verdict.Kind.CREATED_ANEW,
                    table.table(),
                    "The change table or the source table of " + table.table() + " was created anew: "
                            + known.changeTable() + " of " + known.changeTableCreated() + " became "
                            + registration.changeTable() + " of " + registration.changeTableCreated()
                            + ", so changes in between may be missing; load the table again under another"
                            + " checkpointName.");
        }
    }

    /** As long as it is not active, what is there is delivered; whether something is missing shows when it is again. */
    private void checkInterrupted(TableCheckpoint table, Registration registration) {
        if (table.inactiveSince() != null && registration.isActive()) {
            throw found(
                    Verdict.Kind.CAPTURE_INTERRUPTED,
                    table.table(),
                    "Capture did not write changes of " + table.table() + " for a while, from " + table.inactiveSince()
                            + " on, and writes them again, so changes in between may be missing; load the table again"
                            + " under another checkpointName.");
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
                            + "; load the table again under another checkpointName, and look at RETENTION_LIMIT.");
        }
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
                            + ": the source was restored to an earlier point, or this is another server; check which,"
                            + " and load the tables again under another checkpointName.");
        }
    }

    private GapException found(Verdict.Kind kind, TableId table, String sentence) {
        return new GapException(new Verdict(kind, table, sentence, clock.instant()));
    }
}
