package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Position;

/**
 * How far a sink has come that stores the checkpoint with its rows. An immutable value.
 *
 * @param generation the history line of the position
 * @param position where a new process goes on behind
 * @param row a row behind the position of which some events are done; null if there is none
 * @param part how many of them; 0 without a row
 */
record SinkPlace(long generation, Position position, Position row, int part) {

    private static final String VERSION = "1";
    private static final String NONE = "-";
    private static final int FIELDS = 5;

    /** Whether the event was done by the time this was stored. */
    boolean contains(EventCheckpoint event) {
        if (generation != event.generation()) {
            return false;
        }
        int length = event.row().commit().length();
        if (position.widenTo(length).compareTo(event.row()) >= 0) {
            return true;
        }
        return row != null
                && event.part() > 0
                && event.part() <= part
                && row.widenTo(length).equals(event.row());
    }

    /** The place once the event is done, too, which it does not contain. */
    static SinkPlace after(SinkPlace before, EventCheckpoint event) {
        boolean whole = event.part() == 0;
        Position position = event.position();
        if (before != null && before.generation == event.generation()) {
            Position known = before.position.widenTo(position.commit().length());
            position = known.compareTo(position) > 0 ? known : position;
        }
        return new SinkPlace(event.generation(), position, whole ? null : event.row(), event.part());
    }

    /** One line of ASCII without a cell value. */
    String toText() {
        return String.join(
                " ",
                VERSION,
                Long.toString(generation),
                position.toString(),
                row == null ? NONE : row.toString(),
                Integer.toString(part));
    }

    /**
     * @param name the checkpoint's name, for the message of a failure
     * @throws CdcException definite, if this is not what {@link #toText} wrote
     */
    static SinkPlace parse(String name, String text) {
        String[] fields = text.split(" ");
        try {
            if (fields.length == FIELDS && fields[0].equals(VERSION)) {
                return new SinkPlace(
                        Long.parseLong(fields[1]),
                        Position.parse(fields[2]),
                        fields[3].equals(NONE) ? null : Position.parse(fields[3]),
                        Integer.parseInt(fields[4]));
            }
        } catch (IllegalArgumentException e) {
            throw CheckpointFormat.damaged(name, "the place of its sink cannot be read");
        }
        throw CheckpointFormat.damaged(name, "the place of its sink cannot be read");
    }
}
