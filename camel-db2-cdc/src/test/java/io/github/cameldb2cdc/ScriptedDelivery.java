package io.github.cameldb2cdc;

import io.github.cameldb2cdc.checkpoint.EventCheckpoint;
import io.github.cameldb2cdc.engine.Delivery;
import io.github.cameldb2cdc.event.CdcEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what a delivery is told. */
final class ScriptedDelivery implements Delivery {

    private final CdcEvent event;
    private final List<String> answers = new CopyOnWriteArrayList<>();
    private volatile Thread answeredBy;

    ScriptedDelivery(CdcEvent event) {
        this.event = event;
    }

    /** What was said, in order: {@code done}, {@code failed: message}, {@code ended}, {@code doneUpTo}, {@code failedUpTo: message}. */
    List<String> answers() {
        return answers;
    }

    /** The thread of the last answer; null if there is none. */
    Thread answeredBy() {
        return answeredBy;
    }

    @Override
    public CdcEvent event() {
        return event;
    }

    @Override
    public int round() {
        return 1;
    }

    @Override
    public EventCheckpoint checkpoint() {
        return new EventCheckpoint("HR", "owner", 1, 1, 1, event.position(), event.position(), 0);
    }

    @Override
    public void done() {
        answer("done");
    }

    @Override
    public void failed(Throwable cause) {
        answer("failed: " + cause.getMessage());
    }

    @Override
    public void ended() {
        answer("ended");
    }

    @Override
    public void doneUpTo() {
        answer("doneUpTo");
    }

    @Override
    public void failedUpTo(Throwable cause) {
        answer("failedUpTo: " + cause.getMessage());
    }

    private void answer(String text) {
        answeredBy = Thread.currentThread();
        answers.add(text);
    }
}
