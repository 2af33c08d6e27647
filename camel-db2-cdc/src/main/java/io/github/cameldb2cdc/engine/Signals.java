package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.SnapshotRequests;
import io.github.cameldb2cdc.checkpoint.StoredSignal;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.signal.Signal;
import io.github.cameldb2cdc.signal.SignalParser;
import io.github.cameldb2cdc.signal.SignalRefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes signals over.
 *
 * <p><b>Steps.</b> A signal that somebody sends waits in memory until the engine comes to it. It is judged against the
 * checkpoint as it is to be ({@link SignalRules}); what it asks for and its id enter the checkpoint in one change, and whoever
 * sent it is answered when that is stored. A signal that is met in the stream enters the checkpoint as it stands there,
 * together with its place; it is judged by the next look, and leaves the signals that wait in the change that does what it
 * asks for.
 *
 * <p><b>Guarantee.</b> What is answered as taken over is done, over restarts as well, and done once: a signal that is sent
 * again while its id is remembered is known. Of a signal that is not answered the sender does not know, and may send it again.
 * A signal of the stream is done once. A bad signal is refused with a reason; reading goes on.
 *
 * <p><b>Why.</b> What a signal asks for, its id and its place are parts of the one record whose writes form a chain: no
 * process sees one without the others. The resume point cannot pass a signal of the stream that is not stored, since
 * every write of it carries the signal, which entered before anything behind it was handed over; and a restart from
 * before the signal meets it at a place at or below the one that is stored.
 *
 * <p>{@link #ask} is for any thread, the rest for the engine's.
 */
final class Signals {

    private static final int MOST_AT_ONCE = SnapshotRequests.TAKEN_MAX / 4;

    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

    private final String consumer;
    private final Supplier<CdcException> trouble;
    private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();
    private final List<Asked> toBeStored = new ArrayList<>();
    private volatile boolean closed;

    /** @param trouble what keeps the engine from reading, asked from any thread; null if nothing does */
    Signals(String consumer, Supplier<CdcException> trouble) {
        this.consumer = consumer;
        this.trouble = trouble;
    }

    /** A signal whose sender waits. */
    private static final class Asked {
        private final Signal signal;
        private final AtomicBoolean settled = new AtomicBoolean();
        private final CompletableFuture<SignalAnswer> answer = new CompletableFuture<>();
        private SignalAnswer judged;

        Asked(Signal signal) {
            this.signal = signal;
        }

        /** Whether this call is the one that says what becomes of it: the engine that judges it, or who gives it up. */
        boolean settle() {
            return settled.compareAndSet(false, true);
        }
    }

    /**
     * Sends a signal and waits for the answer.
     *
     * @param patience how long to wait until the engine comes to it, and once more until that is stored
     * @throws CdcException transient, if it was taken over and is not known to be stored
     */
    SignalAnswer ask(Signal signal, Duration patience) throws InterruptedException {
        Asked one = new Asked(signal);
        asked.add(one);
        try {
            SignalAnswer answer = closed ? null : await(one, patience);
            if (answer == null && one.settle()) {
                return notReached(signal, patience);
            }
            answer = answer == null ? await(one, patience) : answer;
            if (answer == null) {
                throw notStored(signal);
            }
            return answer;
        } finally {
            one.settle();
            asked.remove(one);
        }
    }

    /** The answer; null if there is none in time. */
    private static SignalAnswer await(Asked one, Duration patience) throws InterruptedException {
        try {
            return one.answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return null;
        } catch (ExecutionException e) {
            throw new IllegalStateException("An answer never fails.", e);
        }
    }

    private SignalAnswer notReached(Signal signal, Duration patience) {
        CdcException present = trouble.get();
        return SignalAnswer.refused(
                signal.id(),
                closed
                        ? "The consumer stops; send it again when it runs."
                        : "The consumer did not come to it within " + patience.toSeconds()
                                + " s; send it again when it reads."
                                + (present == null ? "" : " At present: " + present.getMessage()));
    }

    private static CdcException notStored(Signal signal) {
        return CdcException.transientFailure(
                "The signal '" + signal.id() + "' was taken over and is not known to be stored; send it again with the"
                        + " same id, which does nothing twice.",
                null);
    }

    /** Notes the signal that the stream met as a new row, unless it was met before. */
    void meet(RowChange row, Recorder recorder) {
        Position met = recorder.checkpoint().requests().signalPosition();
        // an update of the key is a create as well, and means nothing
        if (row.operation() == Operation.CREATE
                && row.otherKey() == null
                && (met == null || row.position().compareTo(met) > 0)) {
            StoredSignal signal = SignalTable.signalOf(row);
            recorder.changeRequests(requests -> requests.withMet(signal, row.position()));
        }
    }

    /**
     * Judges signals that wait: no more at once than are remembered until they are stored.
     *
     * @throws CdcException transient, if the source does not answer: the signals go on waiting
     */
    void take(Recorder recorder, CapturedTables structures, SourceConnection connection) {
        List<StoredSignal> met = recorder.checkpoint().requests().waiting();
        for (StoredSignal signal : met) {
            takeMet(signal, recorder, structures, connection);
        }
        for (Asked next = asked.peek(); next != null && toBeStored.size() < MOST_AT_ONCE; next = asked.peek()) {
            Judgement judgement = judge(next.signal, recorder, structures, connection);
            asked.remove(next);
            if (next.settle()) {
                follow(next, judgement, recorder);
            }
        }
    }

    /**
     * What a signal comes to.
     *
     * @param next the checkpoint with it; null if that is as before
     */
    private record Judgement(Checkpoint next, SignalAnswer answer) {}

    private void takeMet(
            StoredSignal stored, Recorder recorder, CapturedTables structures, SourceConnection connection) {
        Judgement judgement;
        try {
            Signal signal = new Signal(stored.id(), stored.type(), stored.data());
            judgement = judge(signal, recorder, structures, connection);
        } catch (SignalRefusedException e) {
            judgement = new Judgement(null, SignalAnswer.refused(String.valueOf(stored.id()), e.getMessage()));
        }
        Checkpoint next = judgement.next() == null ? recorder.checkpoint() : judgement.next();
        recorder.noteSignal(next.withRequests(next.requests().withoutFirstWaiting()));
        report(judgement.answer());
    }

    private void follow(Asked one, Judgement judgement, Recorder recorder) {
        report(judgement.answer());
        if (judgement.answer().state() == SignalAnswer.State.REFUSED) {
            one.answer.complete(judgement.answer());
            return;
        }
        if (judgement.next() != null) {
            recorder.noteSignal(judgement.next());
        }
        one.judged = judgement.answer();
        toBeStored.add(one);
    }

    private Judgement judge(Signal signal, Recorder recorder, CapturedTables structures, SourceConnection connection) {
        Checkpoint checkpoint = recorder.checkpoint();
        if (checkpoint.requests().taken().contains(signal.id())) {
            return new Judgement(null, new SignalAnswer(signal.id(), SignalAnswer.State.KNOWN, null, List.of()));
        }
        try {
            SignalRules rules = new SignalRules(checkpoint, structures, connection.source());
            SignalRules.Outcome outcome = rules.apply(signal.id(), SignalParser.parse(signal), recorder.randomName());
            Checkpoint next = outcome.checkpoint();
            return new Judgement(
                    next.withRequests(next.requests().withTaken(signal.id())),
                    new SignalAnswer(signal.id(), SignalAnswer.State.TAKEN, null, outcome.tables()));
        } catch (SignalRefusedException e) {
            return new Judgement(null, SignalAnswer.refused(signal.id(), e.getMessage()));
        } catch (CdcException e) {
            if (e.kind() == FailureKind.TRANSIENT) {
                throw e;
            }
            return new Judgement(null, SignalAnswer.refused(signal.id(), e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("Consumer '{}' met a fault of this component in a signal.", consumer, e);
            return new Judgement(
                    null,
                    SignalAnswer.refused(
                            signal.id(),
                            "It met a fault of this component, " + e.getClass().getName() + "; please report it."));
        }
    }

    private void report(SignalAnswer answer) {
        switch (answer.state()) {
            case TAKEN ->
                LOG.info("Consumer '{}' takes over the signal '{}' for {}.", consumer, answer.id(), answer.tables());
            case KNOWN ->
                LOG.info(
                        "Consumer '{}' knows a signal '{}' already and does nothing; an id is used once.",
                        consumer,
                        answer.id());
            case REFUSED ->
                LOG.warn("Consumer '{}' refuses the signal '{}': {}", consumer, answer.id(), answer.reason());
        }
    }

    /** Answers what is stored. */
    void answerStored(Recorder recorder) {
        toBeStored.removeIf(one -> recorder.isTaken(one.signal.id()) && one.answer.complete(one.judged));
    }

    /** Lets nobody wait longer: the engine comes to nothing any more. */
    void close() {
        closed = true;
        asked.forEach(one -> one.answer.complete(null));
        toBeStored.forEach(one -> one.answer.complete(null));
    }
}
