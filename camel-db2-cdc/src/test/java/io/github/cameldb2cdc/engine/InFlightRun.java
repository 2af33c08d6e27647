package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.engine.Interleavings.Choices;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One run of {@link InFlight} beside the plainest model of it that there is: a list of what was given out in each round.
 * The marks 0, 1, ... stand behind each second event.
 */
final class InFlightRun {

    private static final Throwable CAUSE = new IllegalStateException("scripted");

    /** A delivery and what it was told. */
    static final class Exchange {
        final int number;
        final Delivery delivery;
        boolean running = true;

        Exchange(Delivery delivery) {
            this.number = NumberedEvents.numberOf(delivery);
            this.delivery = delivery;
        }
    }

    final InFlight inFlight;
    private final int events;
    private final int mostEvents;
    private final long mostBytes;
    private final OnFailure onFailure;
    private final List<Exchange> past = new ArrayList<>();
    private final List<Exchange> given = new ArrayList<>();
    private final List<Integer> progress = new ArrayList<>();
    private int appended;
    private int acknowledged;
    private int firstOfRound = 1;
    private int lastFailed;
    private int failures;

    InFlightRun(int events, int mostEvents, long mostBytes, OnFailure onFailure) {
        this.events = events;
        this.mostEvents = mostEvents;
        this.mostBytes = mostBytes;
        this.onFailure = onFailure;
        this.inFlight = new InFlight(mostEvents, mostBytes, onFailure, InstantSource.system(), (place, round) -> null);
    }

    boolean mayAppend() {
        return appended < events;
    }

    void append() {
        appended++;
        inFlight.append(NumberedEvents.event(appended), 10, NumberedEvents.place(appended));
        if (appended % 2 == 0) {
            inFlight.mark(null, new Progress.TableDone("load", NumberedEvents.TABLE.id()));
        }
    }

    /** Whether the limits and the round allow another event, by the model's own count. */
    boolean mayGive() {
        int last = given.isEmpty() ? firstOfRound - 1 : given.get(given.size() - 1).number;
        int span = last - NumberedEvents.numberOf(inFlight.acknowledged());
        boolean room = span <= 0 || (span < mostEvents && 10L * (span + 1) <= mostBytes);
        return inFlight.failure() == null && last < appended && room;
    }

    /** Takes the next delivery; the events of a round come in order from the head on. */
    boolean give() {
        boolean expectsOne = mayGive();
        Delivery delivery = inFlight.next();
        assertThat(delivery != null).as("gives out another one").isEqualTo(expectsOne);
        if (delivery == null) {
            return false;
        }
        Exchange exchange = new Exchange(delivery);
        int expected = given.isEmpty() ? firstOfRound : given.get(given.size() - 1).number + 1;
        assertThat(exchange.number).as("given out next").isEqualTo(expected);
        given.add(exchange);
        return true;
    }

    List<Exchange> running() {
        return given.stream().filter(exchange -> exchange.running).toList();
    }

    List<Exchange> given() {
        return given;
    }

    int failures() {
        return failures;
    }

    void done(Exchange exchange) {
        exchange.running = false;
        exchange.delivery.done();
    }

    void fail(Exchange exchange) {
        exchange.running = false;
        failures++;
        noteFailureOf(exchange.number);
        exchange.delivery.failed(CAUSE);
    }

    void end(Exchange exchange) {
        exchange.running = false;
        exchange.delivery.ended();
    }

    void commit(Exchange exchange) {
        exchange.delivery.doneUpTo();
    }

    void failUpTo(Exchange exchange) {
        failures++;
        noteFailureOf(exchange.number);
        exchange.delivery.failedUpTo(CAUSE);
    }

    /** What failed while it was not acknowledged may not be passed in this round. */
    private void noteFailureOf(int number) {
        boolean counts = onFailure != OnFailure.SKIP && number > NumberedEvents.numberOf(inFlight.acknowledged());
        if (counts && (lastFailed == 0 || number < lastFailed)) {
            lastFailed = number;
        }
    }

    boolean mayStartRound() {
        return inFlight.failure() != null && inFlight.isQuiet();
    }

    void startRound() {
        assertThat(running()).isEmpty();
        past.addAll(given);
        given.clear();
        firstOfRound = NumberedEvents.numberOf(inFlight.acknowledged()) + 1;
        lastFailed = 0;
        inFlight.startRound();
        assertThat(inFlight.spanEvents()).isZero();
    }

    /** Answers of an earlier round, and second answers, change nothing. */
    void answerAgain(Choices choices) {
        Optional<Exchange> late =
                past.isEmpty() ? Optional.empty() : Optional.of(past.get(choices.choose(past.size())));
        if (late.isPresent()) {
            Delivery delivery = late.get().delivery;
            switch (choices.choose(4)) {
                case 0 -> delivery.done();
                case 1 -> delivery.failed(CAUSE);
                case 2 -> delivery.doneUpTo();
                default -> delivery.failedUpTo(CAUSE);
            }
        }
    }

    /** What holds at every moment. */
    void check() {
        int span = inFlight.spanEvents();
        assertThat(span).isBetween(0, mostEvents);
        InFlight.Acknowledgement taken = inFlight.takeAcknowledgement();
        int now = NumberedEvents.numberOf(taken.position());
        assertThat(now).as("the acknowledged place").isGreaterThanOrEqualTo(acknowledged);
        acknowledged = now;
        taken.progress().forEach(mark -> progress.add(progress.size()));
        assertThat(progress).as("marks passed").hasSize(acknowledged / 2);
        if (lastFailed > 0) {
            assertThat(acknowledged).as("nothing that failed is passed").isLessThan(lastFailed);
        }
    }

    /** What holds when everything is done. */
    void checkEnd() {
        assertThat(acknowledged).isEqualTo(events);
        assertThat(inFlight.isEmpty()).isTrue();
        assertThat(inFlight.isQuiet()).isTrue();
        assertThat(inFlight.spanEvents()).isZero();
        assertThat(inFlight.failure()).isNull();
        assertThat(inFlight.doneEvents()).isEqualTo(events);
        assertThat(inFlight.delivered()).isEqualTo(events);
        assertThat(inFlight.wantsMore()).isTrue();
    }

    int acknowledged() {
        return acknowledged;
    }
}
