package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.engine.Delivery;
import io.github.cameldb2cdc.engine.EventSink;
import io.github.cameldb2cdc.event.CdcEvent;
import io.github.cameldb2cdc.event.RowChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A sink that applies events in order and answers as the seed says: at once or late and out of order, done or failed.
 * It checks what each delivery may be.
 */
final class RandomSink implements EventSink {

    private final Random random;
    private final Target target;
    private final OrderCheck order;
    private final List<Handed> handed = new ArrayList<>();
    private int round;
    private int unanswered;
    private boolean failed;
    private int mostPending;
    private double failures;

    /** An event in the running round. */
    private static final class Handed {
        private final Delivery delivery;
        private final CdcEvent event;
        private boolean answered;
        private boolean done;

        Handed(Delivery delivery) {
            this.delivery = delivery;
            this.event = delivery.event();
        }
    }

    RandomSink(Random random, Target target, OrderCheck order) {
        this.random = random;
        this.target = target;
        this.order = order;
    }

    /** A new process begins: what was not answered never will be. */
    void begin(int newMostPending, double newFailures) {
        handed.clear();
        round = 0;
        unanswered = 0;
        failed = false;
        mostPending = newMostPending;
        failures = newFailures;
    }

    @Override
    public void deliver(Delivery delivery) {
        if (delivery.round() != round) {
            enter(delivery);
        }
        RowChange event = (RowChange) delivery.event();
        order.check(event);
        Handed next = new Handed(delivery);
        handed.add(next);
        unanswered++;
        boolean fails = random.nextDouble() < failures;
        if (fails && random.nextBoolean()) {
            answer(next, true);
            return;
        }
        target.apply(event);
        if (fails) {
            answer(next, true);
        } else if (mostPending <= 0) {
            answer(next, false);
        }
        answerSome();
    }

    private void enter(Delivery delivery) {
        if (round != 0) {
            assertThat(unanswered).as("exchanges of the round before").isZero();
            CdcEvent expected =
                    handed.stream().filter(entry -> !entry.done).findFirst().orElseThrow().event;
            assertThat(delivery.event()).as("the first event of a round").isSameAs(expected);
            handed.clear();
        }
        round = delivery.round();
        failed = false;
        order.beginRun(null);
    }

    private void answerSome() {
        while (!handed.isEmpty() && unanswered > 0 && firstPending() <= handed.size() - 1 - mostPending) {
            answer(handed.get(firstPending()), random.nextDouble() < failures);
        }
        if (unanswered > 0 && random.nextInt(3) == 0) {
            Handed any = handed.get(random.nextInt(handed.size()));
            if (!any.answered) {
                answer(any, random.nextDouble() < failures);
            }
        }
    }

    private int firstPending() {
        for (int i = 0; i < handed.size(); i++) {
            if (!handed.get(i).answered) {
                return i;
            }
        }
        return handed.size();
    }

    private void answer(Handed entry, boolean fails) {
        entry.answered = true;
        unanswered--;
        if (fails) {
            failed = true;
            entry.delivery.failed(new IllegalStateException("as the seed says"));
        } else {
            entry.done = true;
            entry.delivery.done();
        }
    }

    /** Before a step: after a failure the exchanges that are under way end. */
    void settle(boolean all) {
        if (failed || all) {
            for (Handed entry : handed) {
                if (!entry.answered) {
                    answer(entry, false);
                }
            }
        }
    }

    /** From now on every event is done at once. */
    void calm() {
        mostPending = 0;
        failures = 0;
        settle(true);
    }
}
