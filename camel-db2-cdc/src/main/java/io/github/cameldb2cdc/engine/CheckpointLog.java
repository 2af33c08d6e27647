package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.CheckpointRepository;
import io.github.cameldb2cdc.checkpoint.CurrentSource;
import io.github.cameldb2cdc.event.CdcException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The consumer's checkpoint: what it is to be, and what is stored.
 *
 * <p>A write whose outcome is not known is repeated as it was until the store has answered; only then the next one is
 * made. So the store sees a chain in which each write names the one before it. What is stored never runs ahead of what
 * was acknowledged, since only acknowledged positions enter the wanted checkpoint.
 *
 * <p>For one thread.
 */
final class CheckpointLog {

    /** How often a position is written that moved though no event was delivered: the store may be a source table. */
    private static final Duration IDLE_INTERVAL = Duration.ofMinutes(10);

    /** How soon a change has to be stored. Set by the caller of {@link #change}; never lowered before a write. */
    enum Urgency {
        /** Nothing new. */
        NONE,
        /** The position moved without an event. */
        IDLE,
        /** Events were acknowledged, or a range of keys finished. */
        EVENTS,
        /** What a restart must not do without: a phase, a loaded table, a verdict. */
        NOW
    }

    private final CheckpointRepository repository;
    private final String name;
    private final Duration interval;
    private final InstantSource clock;
    private Checkpoint stored;
    private Checkpoint wanted;
    private Checkpoint pending;
    private Urgency urgency = Urgency.NONE;
    private Instant writtenAt;

    CheckpointLog(CheckpointRepository repository, String name, Duration interval, InstantSource clock) {
        this.repository = repository;
        this.name = name;
        this.interval = interval;
        this.clock = clock;
    }

    String name() {
        return name;
    }

    /** Loads what is stored. */
    Optional<Checkpoint> load(CurrentSource source) {
        stored = ask(() -> repository.load(name, source)).orElse(null);
        return Optional.ofNullable(stored);
    }

    /**
     * Makes this consumer the owner, by its first write.
     *
     * @param first what to store: the loaded checkpoint claimed and changed, or a new one
     */
    void begin(Checkpoint first) {
        replaceStored(first);
        stored = first;
        wanted = first;
        writtenAt = clock.instant();
    }

    /** The checkpoint as it is to be. */
    Checkpoint current() {
        return wanted;
    }

    void change(UnaryOperator<Checkpoint> change, Urgency newUrgency) {
        wanted = change.apply(wanted);
        if (newUrgency.compareTo(urgency) > 0) {
            urgency = newUrgency;
        }
    }

    /** The checkpoint as the store has it. */
    Checkpoint stored() {
        return stored;
    }

    /** Writes if that is due. */
    void writeIfDue() {
        if (wanted == null) {
            return;
        }
        Duration age = Duration.between(writtenAt, clock.instant());
        boolean due = pending != null
                || switch (urgency) {
                    case NONE -> false;
                    case IDLE -> age.compareTo(IDLE_INTERVAL) >= 0;
                    case EVENTS -> age.compareTo(interval) >= 0;
                    case NOW -> true;
                };
        if (due) {
            write();
        }
    }

    /** Writes what is not stored yet. */
    void writeNow() {
        if (wanted != null && (pending != null || urgency != Urgency.NONE)) {
            write();
        }
    }

    private void write() {
        if (pending != null) {
            store(pending);
        }
        if (urgency != Urgency.NONE) {
            pending = wanted.next();
            store(pending);
        }
    }

    private void store(Checkpoint next) {
        Urgency before = urgency;
        replaceStored(next);
        boolean isNewest = sameContent(next);
        stored = next;
        pending = null;
        writtenAt = clock.instant();
        wanted = wanted.withRecordNumber(next.recordNumber());
        urgency = isNewest ? Urgency.NONE : before;
    }

    private void replaceStored(Checkpoint next) {
        ask(() -> {
            repository.store(name, stored, next);
            return null;
        });
    }

    /** A store that somebody else wrote may throw anything; what it is not known to be may pass. */
    private <T> T ask(Supplier<T> call) {
        try {
            return call.get();
        } catch (CdcException e) {
            throw e;
        } catch (RuntimeException e) {
            throw CdcException.transientFailure(
                    "The store of the checkpoint '" + name + "' failed with "
                            + e.getClass().getName() + "; look at its own log.",
                    e);
        }
    }

    private boolean sameContent(Checkpoint next) {
        return next.equals(wanted.withRecordNumber(next.recordNumber()));
    }
}
