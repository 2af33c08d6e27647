package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.ChangeTable;
import io.github.cameldb2cdc.source.Db2ChangeSource;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.Watermark;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when it is certain enough that Capture captures a table, so that its rows may be loaded.
 *
 * <p><b>Why.</b> A registration that is active proves nothing: Capture reads it later. A change in between is in no change
 * table and, if its row was read before, not in the snapshot either.
 *
 * <p><b>Proofs.</b> Any of these:
 *
 * <ul>
 *   <li>the change table has a row above the watermark at which the table joined;
 *   <li>CD_OLD_SYNCHPOINT is another one than when the table joined;
 *   <li>CD_OLD_SYNCHPOINT is there, and the newest commit up to CD_NEW_SYNCHPOINT is not older than 30 seconds;
 *   <li>its load was begun before;
 *   <li>without all of these, a wait, with two moves of Capture's own time in it, by which a reading of the registrations
 *       that was under way is taken to be over.
 * </ul>
 *
 * <p>A wait of zero says that whoever configured it knows: then no proof is asked for.
 *
 * <p>For one thread.
 */
final class CaptureProof {

    private static final Logger LOG = LoggerFactory.getLogger(CaptureProof.class);
    private static final Duration RECENT = Duration.ofSeconds(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final int MOVES = 2;

    private final EngineOptions options;
    private final InstantSource clock;
    /** The proven tables, with the watermark at which they joined: one that joins again is to be proven again. */
    private final Map<TableId, Sequence> proven = new HashMap<>();

    private final Map<TableId, Wait> waits = new HashMap<>();
    private Instant looked;

    /** How long a table has waited, in the consumer's time and in Capture's. */
    private static final class Wait {
        private final Sequence joinedAt;
        private final Instant begun;
        private LocalDateTime lastTime;
        private int moves;

        Wait(Sequence joinedAt, Instant begun) {
            this.joinedAt = joinedAt;
            this.begun = begun;
        }

        void see(LocalDateTime time) {
            if (!time.equals(lastTime)) {
                moves += lastTime == null ? 0 : 1;
                lastTime = time;
            }
        }
    }

    CaptureProof(EngineOptions options, InstantSource clock) {
        this.options = options;
        this.clock = clock;
    }

    /** Those of the tables that may be loaded; looks at the source if it does not know of all of them. */
    Set<TableId> provenOf(Collection<TableCheckpoint> tables, CapturedTables structures, SourceConnection connection) {
        if (options.captureProofWait().isZero()) {
            return tables.stream().map(TableCheckpoint::table).collect(Collectors.toSet());
        }
        List<TableCheckpoint> open =
                tables.stream().filter(table -> !isProven(table)).toList();
        Instant now = clock.instant();
        if (!open.isEmpty() && (looked == null || Duration.between(looked, now).compareTo(BETWEEN_LOOKS) >= 0)) {
            looked = now;
            look(open, structures, connection, now);
        }
        return tables.stream()
                .filter(this::isProven)
                .map(TableCheckpoint::table)
                .collect(Collectors.toSet());
    }

    private boolean isProven(TableCheckpoint table) {
        return table.joinedAt().equals(proven.get(table.table()));
    }

    private boolean prove(TableCheckpoint table) {
        proven.put(table.table(), table.joinedAt());
        return true;
    }

    private void look(
            List<TableCheckpoint> tables, CapturedTables structures, SourceConnection connection, Instant now) {
        Map<TableId, Registration> registrations =
                connection.source().registrations(options.selection().registeredSchemas());
        List<TableCheckpoint> active = new ArrayList<>(tables);
        active.removeIf(table -> {
            Registration registration = registrations.get(table.table());
            return registration == null || !registration.isActive();
        });
        List<TableCheckpoint> open = new ArrayList<>();
        for (TableCheckpoint table : active) {
            if (isShownByRegister(table, registrations.get(table.table()), connection)) {
                prove(table);
            } else {
                open.add(table);
            }
        }
        open.removeIf(table -> hasRows(table, structures, connection) && prove(table));
        waitFor(open, connection, now);
    }

    private static boolean isShownByRegister(
            TableCheckpoint table, Registration registration, SourceConnection connection) {
        if (table.isLoadBegun()) {
            return true;
        }
        Sequence old = registration.oldSynchpoint();
        if (old == null) {
            return false;
        }
        return !old.equals(table.oldSynchpointWhenJoined()) || isRecent(registration.newSynchpoint(), connection);
    }

    private static boolean isRecent(Sequence commit, SourceConnection connection) {
        if (commit == null) {
            return false;
        }
        // CD_NEW_SYNCHPOINT is the end of the publication that wrote the rows, which need not be a commit
        Db2ChangeSource source = connection.source();
        return source.newestCommitTime(commit)
                .filter(time -> time.plus(RECENT).isAfter(source.time().time()))
                .isPresent();
    }

    private static boolean hasRows(TableCheckpoint table, CapturedTables structures, SourceConnection connection) {
        ChangeTable structure = structures.get(table.table());
        Sequence above = table.joinedAt();
        return !connection
                .source()
                .whoHasRows(List.of(structure), above, Sequence.highest(above.length()))
                .isEmpty();
    }

    private void waitFor(List<TableCheckpoint> tables, SourceConnection connection, Instant now) {
        if (tables.isEmpty()) {
            return;
        }
        List<TableId> begun = new ArrayList<>();
        for (TableCheckpoint table : tables) {
            Wait wait = waits.get(table.table());
            if (wait == null || !wait.joinedAt.equals(table.joinedAt())) {
                waits.put(table.table(), new Wait(table.joinedAt(), now));
                begun.add(table.table());
            }
        }
        if (!begun.isEmpty()) {
            LOG.warn(
                    "Nothing shows yet that Capture captures {}: the load waits for a change of theirs, or for {} s and"
                            + " two moves of Capture's time.",
                    begun,
                    options.captureProofWait().toSeconds());
        }
        connection
                .source()
                .watermark()
                .filter(watermark -> !watermark.isFallback())
                .map(Watermark::synchtime)
                .ifPresent(
                        time -> tables.forEach(table -> waits.get(table.table()).see(time)));
        tables.stream().filter(table -> isOver(table.table(), now)).forEach(this::prove);
    }

    private boolean isOver(TableId table, Instant now) {
        Wait wait = waits.get(table);
        return wait.moves >= MOVES && Duration.between(wait.begun, now).compareTo(options.captureProofWait()) >= 0;
    }
}
