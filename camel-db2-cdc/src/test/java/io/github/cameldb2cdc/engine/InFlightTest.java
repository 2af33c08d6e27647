package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.engine.InFlightRun.Exchange;
import io.github.cameldb2cdc.engine.Interleavings.Choices;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** All orders in which events are appended, given out, answered and repeated. */
class InFlightTest {

    private static final long MANY_BYTES = 1 << 20;
    private static final Throwable CAUSE = new IllegalStateException("scripted");

    @ParameterizedTest
    @CsvSource({"1, 1000", "2, 1000", "3, 1000", "4, 1000", "4, 1", "4, 20", "4, 29"})
    void nothingThatIsNotDoneIsEverPassedWhateverTheOrderOfAnswers(int mostEvents, long mostBytes) {
        Interleavings.forAll(choices -> {
            InFlightRun run = new InFlightRun(3, mostEvents, mostBytes, OnFailure.RETRY);
            drive(run, choices, 1);
            run.checkEnd();
        });
    }

    @Test
    void fourEventsHoldWithOneFailure() {
        Interleavings.forAll(choices -> {
            InFlightRun run = new InFlightRun(4, 4, MANY_BYTES, OnFailure.RETRY);
            while (run.mayAppend()) {
                run.append();
            }
            drive(run, choices, 1);
            run.checkEnd();
        });
    }

    @Test
    void aSkippedEventCountsAsDone() {
        Interleavings.forAll(choices -> {
            InFlightRun run = new InFlightRun(3, 2, MANY_BYTES, OnFailure.SKIP);
            drive(run, choices, 3);
            run.checkEnd();
            assertThat(run.inFlight.skipped()).isEqualTo(run.failures());
        });
    }

    /** Drives a run to its end: at each moment everything that may happen does, in one of the runs. */
    private static void drive(InFlightRun run, Choices choices, int mostFailures) {
        while (true) {
            List<Runnable> moves = new ArrayList<>();
            if (run.mayAppend()) {
                moves.add(run::append);
            }
            if (run.mayStartRound()) {
                moves.add(run::startRound);
            }
            for (Exchange exchange : run.running()) {
                moves.add(() -> run.done(exchange));
                if (run.failures() < mostFailures) {
                    moves.add(() -> run.fail(exchange));
                }
            }
            if (run.mayGive()) {
                moves.add(run::give);
            }
            if (moves.isEmpty()) {
                return;
            }
            moves.get(choices.choose(moves.size())).run();
            run.check();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"RETRY", "SKIP"})
    void aCommitNeverSwallowsWhatFailedBefore(OnFailure onFailure) {
        Interleavings.forAll(choices -> {
            InFlightRun run = new InFlightRun(3, 3, MANY_BYTES, onFailure);
            while (run.mayAppend()) {
                run.append();
            }
            driveByHand(run, choices);
            run.checkEnd();
        });
    }

    /** A route that commits and fails by hand, in any order, then in the end commits everything. */
    private static void driveByHand(InFlightRun run, Choices choices) {
        for (int move = 0; move < 5; move++) {
            if (choices.choose(2) == 0) {
                run.give();
            } else if (!run.given().isEmpty()) {
                Exchange exchange = run.given().get(choices.choose(run.given().size()));
                switch (choices.choose(exchange.running ? 4 : 2)) {
                    case 0 -> run.commit(exchange);
                    case 1 -> run.failUpTo(exchange);
                    case 2 -> run.end(exchange);
                    default -> run.fail(exchange);
                }
            }
            run.check();
        }
        for (int round = 0; round < 3; round++) {
            while (run.give()) {
                run.check();
            }
            run.running().forEach(run::end);
            if (run.mayStartRound()) {
                run.startRound();
            } else if (!run.given().isEmpty()) {
                run.commit(run.given().get(run.given().size() - 1));
            }
            run.check();
        }
    }

    @Test
    void answersOfAnEarlierRoundAndSecondAnswersChangeNothing() {
        Interleavings.forAll(choices -> {
            InFlightRun run = new InFlightRun(3, 3, MANY_BYTES, OnFailure.RETRY);
            while (run.mayAppend()) {
                run.append();
            }
            while (run.give()) {}
            run.done(run.given().get(1));
            run.fail(run.given().get(choices.choose(2) * 2));
            run.running().forEach(run::done);
            run.check();
            int before = run.acknowledged();
            run.startRound();
            run.answerAgain(choices);
            run.check();
            assertThat(run.acknowledged()).isEqualTo(before);
            assertThat(run.inFlight.failure()).isNull();
            while (run.give()) {}
            run.answerAgain(choices);
            run.check();
            assertThat(run.acknowledged()).isEqualTo(before);
            run.running().forEach(run::done);
            run.check();
            run.checkEnd();
        });
    }

    @Test
    void whatTheSinkAppliedLastForAKeyIsTheNewest() {
        Set<Integer> lasts = new HashSet<>();
        Interleavings.forAll(choices -> {
            InFlightRun run = new InFlightRun(3, 3, MANY_BYTES, OnFailure.RETRY);
            while (run.mayAppend()) {
                run.append();
            }
            int[] applied = new int[1];
            int failures = 0;
            while (!run.inFlight.isEmpty()) {
                if (run.mayStartRound()) {
                    run.startRound();
                }
                List<Exchange> running = run.running();
                boolean gives = running.isEmpty() || choices.choose(2) == 0;
                if (gives && run.give()) {
                    continue;
                }
                // One key, so its exchanges run in order; each has written before it fails.
                Exchange next = running.get(0);
                applied[0] = next.number;
                if (failures < 2 && choices.choose(2) == 1) {
                    failures++;
                    run.fail(next);
                } else {
                    run.done(next);
                }
            }
            assertThat(applied[0]).isEqualTo(3);
            lasts.add(failures);
        });
        assertThat(lasts).containsExactlyInAnyOrder(0, 1, 2);
    }

    @Test
    void aFailedBatchIsNotSwallowedByTheCommitOfTheNext() {
        InFlight inFlight = fourEvents(OnFailure.RETRY);
        List<Delivery> deliveries = takeAll(inFlight);
        deliveries.forEach(Delivery::ended);
        deliveries.get(1).failedUpTo(CAUSE);
        deliveries.get(3).doneUpTo();
        assertThat(inFlight.acknowledged()).isNull();
        inFlight.startRound();
        assertThat(takeAll(inFlight)).extracting(NumberedEvents::numberOf).containsExactly(1, 2, 3, 4);
    }

    @Test
    void aFailedExchangeIsNotSwallowedByTheCommitOfALaterOne() {
        InFlight inFlight = fourEvents(OnFailure.RETRY);
        List<Delivery> deliveries = takeAll(inFlight);
        deliveries.get(1).failed(CAUSE);
        deliveries.get(3).doneUpTo();
        assertThat(NumberedEvents.numberOf(inFlight.acknowledged())).isEqualTo(1);
        List.of(0, 2, 3).forEach(i -> deliveries.get(i).ended());
        inFlight.startRound();
        assertThat(takeAll(inFlight)).extracting(NumberedEvents::numberOf).containsExactly(2, 3, 4);
    }

    @Test
    void aCommitIsCumulativeAlsoWhenItsOwnEventWasSkipped() {
        InFlight inFlight = fourEvents(OnFailure.SKIP);
        List<Delivery> deliveries = takeAll(inFlight);
        deliveries.get(3).failed(CAUSE);
        deliveries.get(3).doneUpTo();
        assertThat(NumberedEvents.numberOf(inFlight.acknowledged())).isEqualTo(4);
        assertThat(inFlight.skipped()).isEqualTo(1);
    }

    @Test
    void aFailureAfterTheCommitOfItsEventChangesNothing() {
        InFlight inFlight = fourEvents(OnFailure.RETRY);
        List<Delivery> deliveries = takeAll(inFlight);
        deliveries.get(2).doneUpTo();
        deliveries.get(1).failed(CAUSE);
        deliveries.get(2).failedUpTo(CAUSE);
        assertThat(inFlight.failure()).isNull();
        assertThat(NumberedEvents.numberOf(inFlight.acknowledged())).isEqualTo(3);
    }

    @Test
    void anEventLargerThanEveryLimitIsGivenOutAlone() {
        InFlight inFlight = new InFlight(4, 100, OnFailure.RETRY, InstantSource.system(), (place, round) -> null);
        inFlight.append(NumberedEvents.event(1), 1_000, NumberedEvents.place(1));
        inFlight.append(NumberedEvents.event(2), 1_000, NumberedEvents.place(2));
        Delivery first = inFlight.next();
        assertThat(first).isNotNull();
        assertThat(inFlight.next()).isNull();
        first.done();
        assertThat(inFlight.next()).isNotNull();
    }

    @Test
    void anAnswerBetweenALookAndTheWaitEndsTheWait() throws InterruptedException {
        InFlight inFlight =
                new InFlight(1, MANY_BYTES, OnFailure.RETRY, InstantSource.system(), (place, round) -> null);
        inFlight.append(NumberedEvents.event(1), 10, NumberedEvents.place(1));
        inFlight.append(NumberedEvents.event(2), 10, NumberedEvents.place(2));
        Delivery first = inFlight.next();
        assertThat(inFlight.next()).isNull();
        first.done();
        Instant begun = Instant.now();
        inFlight.awaitChange(Duration.ofSeconds(20));
        assertThat(Duration.between(begun, Instant.now())).isLessThan(Duration.ofSeconds(10));
    }

    private static InFlight fourEvents(OnFailure onFailure) {
        InFlight inFlight = new InFlight(4, MANY_BYTES, onFailure, InstantSource.system(), (place, round) -> null);
        for (int number = 1; number <= 4; number++) {
            inFlight.append(NumberedEvents.event(number), 10, NumberedEvents.place(number));
        }
        return inFlight;
    }

    private static List<Delivery> takeAll(InFlight inFlight) {
        List<Delivery> deliveries = new ArrayList<>();
        for (Delivery delivery = inFlight.next(); delivery != null; delivery = inFlight.next()) {
            deliveries.add(delivery);
        }
        return deliveries;
    }
}
