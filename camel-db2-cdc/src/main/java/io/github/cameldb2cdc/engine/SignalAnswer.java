package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.TableId;
import java.util.List;

/**
 * What became of a signal.
 *
 * @param id the signal's id
 * @param state whether it was taken over
 * @param reason a sentence that says why it was refused; null if it was not
 * @param tables the tables that it concerns; empty if it was refused
 */
public record SignalAnswer(String id, State state, String reason, List<TableId> tables) {

    /** Whether a signal was taken over. */
    public enum State {
        /** It is stored in the checkpoint and will be done, over restarts as well. */
        TAKEN,
        /** A signal with this id was taken over before; nothing more is done for it. */
        KNOWN,
        /** Nothing is done for it. */
        REFUSED
    }

    public SignalAnswer {
        tables = List.copyOf(tables);
    }

    /** That nothing is done for a signal. */
    public static SignalAnswer refused(String id, String reason) {
        return new SignalAnswer(id, State.REFUSED, reason, List.of());
    }
}
