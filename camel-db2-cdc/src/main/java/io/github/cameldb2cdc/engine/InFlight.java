package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.EventCheckpoint;
import io.github.cameldb2cdc.event.CdcEvent;
import io.github.cameldb2cdc.event.Position;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events that were read and are not done, in order, and the rounds in which they are delivered.
 *
 * <p><b>Steps.</b> The engine appends events; {@link #next()} gives them out in order; each answer marks its event. The
 * head moves over the contiguous prefix of done events, and with it the acknowledged position: an event that is done
 * while an earlier one is not moves nothing. On a failure nothing more is given out until every exchange has ended; then
 * {@link #startRound()} begins anew at the head, also with events behind it that were done.
 *
 * <p><b>Guarantee.</b> In each round events are given out in order, each once; the acknowledged position never passes an
 * event that is not done; what a sink applied last for a key is the newest state that was delivered, since a round
 * repeats everything behind the first failure and no exchange of an earlier round is alive by then. An answer of an
 * earlier round changes nothing.
 *
 * <p><b>Bounds.</b> What is given out spans at most {@code mostEvents} events and {@code mostBytes} bytes from the head
 * on, done or not; one event is always given out, however large.
 *
 * <p>{@link #append}, {@link #next} and {@link #startRound} are for the engine's thread; answers come from any thread.
 */
final class InFlight {

    private static final Logger LOG = LoggerFactory.getLogger(InFlight.class);

    private final int mostEvents;
    private final long mostBytes;
    private final OnFailure onFailure;
    private final InstantSource clock;
    private final Stamp stamp;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** The oldest entry that is not done; null if there is none. */
    private Entry head;
    /** The newest entry. */
    private Entry tail;
    /** The next entry to give out in this round; null if all were. */
    private Entry cursor;

    private int spanEvents;
    private long spanBytes;
    private int round = 1;
    private int running;
    private Throwable failure;
    private Position acknowledged;
    /** The place of the event that was appended last. */
    private EventPlace lastPlace = EventPlace.NONE;

    private List<Progress> progress = new ArrayList<>();
    private long delivered;
    private long skipped;
    private boolean eventsDone;
    private boolean changedSinceWait;
    private long doneEvents;

    /** Makes what a sink can store of an event. */
    @FunctionalInterface
    interface Stamp {
        EventCheckpoint of(EventPlace place, int round);
    }

    InFlight(int mostEvents, long mostBytes, OnFailure onFailure, InstantSource clock, Stamp stamp) {
        this.mostEvents = mostEvents;
        this.mostBytes = mostBytes;
        this.onFailure = onFailure;
        this.clock = clock;
        this.stamp = stamp;
    }

    /** An event, or a mark between events, in its place. */
    private static final class Entry {
        private final CdcEvent event;
        private final int bytes;
        private final EventPlace place;
        private final Progress progress;
        private Entry next;
        private boolean done;
        /** Failed in this round, so that no commit of the route may count it as done. */
        private boolean failed;
        /** Acknowledged: the head has moved over it. */
        private boolean passed;

        private boolean givenOut;
        private Instant givenOutAt;

        Entry(CdcEvent event, int bytes, EventPlace place, Progress progress) {
            this.event = event;
            this.bytes = bytes;
            this.place = place;
            this.progress = progress;
            this.done = event == null;
        }
    }

    /**
     * Appends an event.
     *
     * @param resumeAfter what is acknowledged once it and all before it are done; null if that does not move
     */
    void append(CdcEvent event, int bytes, Position resumeAfter) {
        lastPlace = EventPlace.next(lastPlace, event.position(), resumeAfter);
        link(new Entry(event, bytes, lastPlace, null));
    }

    /** Appends a mark: what is known once all events before it are done. */
    void mark(Position resumeAfter, Progress atMark) {
        link(new Entry(null, 0, new EventPlace(resumeAfter, null, 0), atMark));
    }

    private void link(Entry entry) {
        lock.lock();
        try {
            if (head == null) {
                head = entry;
            } else {
                tail.next = entry;
            }
            tail = entry;
            if (cursor == null) {
                cursor = entry;
            }
            moveHead();
        } finally {
            lock.unlock();
        }
    }

    /** The next event to hand over; null if there is none, or not now. */
    Delivery next() {
        lock.lock();
        try {
            skipMarks();
            if (cursor == null || failure != null || isFull(cursor)) {
                return null;
            }
            Entry entry = cursor;
            cursor = entry.next;
            entry.givenOutAt = clock.instant();
            if (!entry.givenOut) {
                entry.givenOut = true;
                delivered++;
            }
            spanEvents++;
            spanBytes += entry.bytes;
            running++;
            return new Handle(entry, round, stamp.of(entry.place, round));
        } finally {
            lock.unlock();
        }
    }

    private void skipMarks() {
        while (cursor != null && cursor.event == null) {
            cursor = cursor.next;
        }
    }

    private boolean isFull(Entry entry) {
        return spanEvents > 0 && (spanEvents >= mostEvents || spanBytes + entry.bytes > mostBytes);
    }

    /** Whether everything that was appended was given out, so that more may be read. */
    boolean wantsMore() {
        lock.lock();
        try {
            skipMarks();
            return cursor == null && failure == null && spanEvents < mostEvents && spanBytes < mostBytes;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Forgets the resume point, since places begin anew.
     *
     * @throws IllegalStateException if something is waiting or under way
     */
    void forgetPlaces() {
        lock.lock();
        try {
            if (head != null) {
                throw new IllegalStateException("Events are still under way.");
            }
            acknowledged = null;
            lastPlace = EventPlace.NONE;
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing is waiting or under way. */
    boolean isEmpty() {
        lock.lock();
        try {
            return head == null;
        } finally {
            lock.unlock();
        }
    }

    /** The first failure of this round; null if there is none. */
    Throwable failure() {
        lock.lock();
        try {
            return failure;
        } finally {
            lock.unlock();
        }
    }

    /** Whether no exchange is under way. */
    boolean isQuiet() {
        lock.lock();
        try {
            return running == 0;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Begins the next round at the oldest event that is not done.
     *
     * @return the number of the round
     * @throws IllegalStateException if an exchange is under way
     */
    int startRound() {
        lock.lock();
        try {
            if (running > 0) {
                throw new IllegalStateException(running + " exchanges are still under way.");
            }
            for (Entry entry = head; entry != cursor; entry = entry.next) {
                entry.done = entry.event == null;
                entry.failed = false;
            }
            cursor = head;
            spanEvents = 0;
            spanBytes = 0;
            failure = null;
            return ++round;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until an answer changes something, at most for the given time. What changed since the last wait counts, so
     * that an answer between a look and the wait is not slept over.
     */
    void awaitChange(Duration patience) throws InterruptedException {
        lock.lock();
        try {
            if (!changedSinceWait) {
                changed.awaitNanos(patience.toNanos());
            }
            changedSinceWait = false;
        } finally {
            lock.unlock();
        }
    }

    /** Ends a wait. */
    void wake() {
        lock.lock();
        try {
            signalChange();
        } finally {
            lock.unlock();
        }
    }

    private void signalChange() {
        changedSinceWait = true;
        changed.signalAll();
    }

    /** The resume point: the end of the contiguous prefix of done events; null as long as nothing moved it. */
    Position acknowledged() {
        lock.lock();
        try {
            return acknowledged;
        } finally {
            lock.unlock();
        }
    }

    /** The resume point, with the marks that the head passed since the last call, in order. */
    Acknowledgement takeAcknowledgement() {
        lock.lock();
        try {
            Acknowledgement result = new Acknowledgement(acknowledged, progress, head == null, eventsDone);
            progress = new ArrayList<>();
            eventsDone = false;
            return result;
        } finally {
            lock.unlock();
        }
    }

    /**
     * What is acknowledged.
     *
     * @param position the resume point; null as long as nothing moved it
     * @param progress the marks passed since the last look
     * @param complete whether nothing is waiting or under way
     * @param eventsDone whether events became done since the last look
     */
    record Acknowledgement(Position position, List<Progress> progress, boolean complete, boolean eventsDone) {}

    int spanEvents() {
        lock.lock();
        try {
            return spanEvents;
        } finally {
            lock.unlock();
        }
    }

    /** How long the oldest event that is not done has been under way; zero if there is none. */
    Duration ageOfOldest() {
        lock.lock();
        try {
            return head == null || head.givenOutAt == null
                    ? Duration.ZERO
                    : Duration.between(head.givenOutAt, clock.instant());
        } finally {
            lock.unlock();
        }
    }

    long delivered() {
        lock.lock();
        try {
            return delivered;
        } finally {
            lock.unlock();
        }
    }

    /** How many events the head has passed. */
    long doneEvents() {
        lock.lock();
        try {
            return doneEvents;
        } finally {
            lock.unlock();
        }
    }

    long skipped() {
        lock.lock();
        try {
            return skipped;
        } finally {
            lock.unlock();
        }
    }

    private void moveHead() {
        while (head != null && head.done) {
            // A mark may be passed before the cursor has seen it.
            boolean unseen = head == cursor;
            if (unseen) {
                cursor = head.next;
            } else if (head.event != null) {
                spanEvents--;
                spanBytes -= head.bytes;
            }
            if (head.event != null) {
                eventsDone = true;
                doneEvents++;
            }
            if (head.place.resumeAfter() != null) {
                acknowledged = head.place.resumeAfter();
            }
            if (head.progress != null) {
                progress.add(head.progress);
            }
            head.passed = true;
            head = head.next;
        }
        if (head == null) {
            tail = null;
        }
    }

    /** One event in one round. */
    private final class Handle implements Delivery {

        private final Entry entry;
        private final int ofRound;
        private final EventCheckpoint checkpoint;
        private boolean exchangeEnded;

        Handle(Entry entry, int ofRound, EventCheckpoint checkpoint) {
            this.entry = entry;
            this.ofRound = ofRound;
            this.checkpoint = checkpoint;
        }

        @Override
        public EventCheckpoint checkpoint() {
            return checkpoint;
        }

        @Override
        public CdcEvent event() {
            return entry.event;
        }

        @Override
        public int round() {
            return ofRound;
        }

        @Override
        public void done() {
            answer(true, () -> {
                entry.done = true;
                moveHead();
            });
        }

        @Override
        public void failed(Throwable cause) {
            answer(true, () -> fail(cause, entry));
        }

        @Override
        public void ended() {
            answer(true, () -> {});
        }

        @Override
        public void doneUpTo() {
            answer(false, this::commit);
        }

        @Override
        public void failedUpTo(Throwable cause) {
            answer(false, () -> fail(cause, null));
        }

        private void answer(boolean endsExchange, Runnable change) {
            lock.lock();
            try {
                boolean first = !endsExchange || !exchangeEnded;
                if (endsExchange && !exchangeEnded) {
                    exchangeEnded = true;
                    running--;
                }
                if (first && ofRound == round) {
                    change.run();
                }
                signalChange();
            } finally {
                lock.unlock();
            }
        }

        /** Fails one entry, or, with null, all up to this one that are not done. */
        private void fail(Throwable cause, Entry single) {
            if (onFailure == OnFailure.SKIP) {
                skipFailed(single);
                return;
            }
            // An event that a commit of the route has acknowledged fails no longer.
            if ((single == null ? entry : single).done) {
                return;
            }
            if (single == null) {
                forEachUpToThis(at -> at.failed = true);
            } else {
                single.failed = true;
            }
            if (failure == null) {
                failure = cause;
            }
        }

        private void skipFailed(Entry single) {
            if (single == null) {
                forEachUpToThis(this::skip);
            } else if (!single.done) {
                skip(single);
            }
            moveHead();
        }

        /** A commit ends before what failed in this round: that is delivered again, whatever was committed behind it. */
        private void commit() {
            boolean[] stopped = new boolean[1];
            forEachUpToThis(at -> {
                stopped[0] |= at.failed;
                at.done = !stopped[0];
            });
            moveHead();
        }

        /** Visits the events up to this one that are not done. */
        private void forEachUpToThis(Consumer<Entry> visit) {
            if (entry.passed) {
                return;
            }
            for (Entry at = head; at != entry.next; at = at.next) {
                if (!at.done) {
                    visit.accept(at);
                }
            }
        }

        private void skip(Entry entryToSkip) {
            entryToSkip.done = true;
            skipped++;
            LOG.warn("Skipped an event that failed, since onFailure is SKIP: {}.", entryToSkip.event);
        }
    }
}
