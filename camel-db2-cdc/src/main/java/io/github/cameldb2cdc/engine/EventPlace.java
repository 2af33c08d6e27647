package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.Position;

/**
 * The place of an event in the order in which events are done.
 *
 * @param resumeAfter where a new process goes on behind once the event and all before it are done; null if that does not
 *     move
 * @param row where the event stands; null if the resume point does not move
 * @param part 0 for the last event of its row; for the ones before, their number from 1 on
 */
record EventPlace(Position resumeAfter, Position row, int part) {

    /** Of events that move nothing. */
    static final EventPlace NONE = new EventPlace(null, null, 0);

    /**
     * The place of the next event.
     *
     * @param before the place of the event before it
     * @param position where the event stands
     */
    static EventPlace next(EventPlace before, Position position, Position resumeAfter) {
        if (resumeAfter == null) {
            return NONE;
        }
        // an event before the last one of its row resumes before the row, so that all of the row is read again
        boolean last = resumeAfter.compareTo(position) >= 0;
        int done = position.equals(before.row) ? before.part : 0;
        return new EventPlace(resumeAfter, position, last ? 0 : done + 1);
    }
}
