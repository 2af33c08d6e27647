package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Position;
import java.time.Duration;
import java.util.List;

/**
 * A look at the engine, for health checks and consoles.
 *
 * @param state what it is doing
 * @param trouble the failure that keeps it from reading, whose message is the operator's sentence; null if there is none
 * @param acknowledged the resume point; null before the start position is known
 * @param watermark up to where Capture is known to have written everything; null if it was never read
 * @param inFlight the number of events from the oldest one that is not done to the newest
 * @param oldestInFlight how long the oldest event that is not done has been under way; zero if there is none
 * @param delivered how many events were delivered since the start, repetitions not counted
 * @param concerns a sentence for each thing that keeps changes from coming although nothing fails, with what to do
 */
public record EngineStatus(
        EngineState state,
        CdcException trouble,
        Position acknowledged,
        Position watermark,
        int inFlight,
        Duration oldestInFlight,
        long delivered,
        List<String> concerns) {

    public EngineStatus {
        concerns = List.copyOf(concerns);
    }
}
