package io.github.cameldb2cdc.event;

import java.util.Objects;

/**
 * A place in the stream of changes: a row of a commit, or the end of a commit.
 *
 * <p>Rows are ordered by the sequence of their commit, then by the sequence of the change inside it. The end of a
 * commit stands behind all its rows and before the next commit.
 *
 * @param commit the commit's sequence (IBMSNAP_COMMITSEQ)
 * @param intent the row's sequence in the commit (IBMSNAP_INTENTSEQ); null at the end of the commit
 */
public record Position(Sequence commit, Sequence intent) implements Comparable<Position> {

    private static final char SEPARATOR = ':';

    public Position {
        Objects.requireNonNull(commit, "commit");
    }

    /** The place behind the last row of the commit. */
    public static Position endOf(Sequence commit) {
        return new Position(commit, null);
    }

    /** The place before the first row of the commit and behind everything that comes earlier. */
    public static Position before(Sequence commit) {
        return endOf(commit.predecessor());
    }

    /** A row of a commit. */
    public static Position row(Sequence commit, Sequence intent) {
        return new Position(commit, Objects.requireNonNull(intent, "intent"));
    }

    /** Whether this is the end of a commit. */
    public boolean isEndOfCommit() {
        return intent == null;
    }

    /**
     * Reads the form that {@link #toString()} writes.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static Position parse(String text) {
        int separator = text.indexOf(SEPARATOR);
        return separator < 0
                ? endOf(Sequence.parse(text))
                : row(Sequence.parse(text.substring(0, separator)), Sequence.parse(text.substring(separator + 1)));
    }

    /**
     * This position with sequences of the given length.
     *
     * @throws CdcException definite, if they cannot be widened to it
     */
    public Position widenTo(int length) {
        return new Position(commit.widenTo(length), intent == null ? null : intent.widenTo(length));
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if the sequences differ in length
     */
    @Override
    public int compareTo(Position other) {
        int byCommit = commit.compareTo(other.commit);
        if (byCommit != 0) {
            return byCommit;
        }
        if (intent == null || other.intent == null) {
            return Boolean.compare(intent == null, other.intent == null);
        }
        return intent.compareTo(other.intent);
    }

    /** {@code COMMITSEQ:INTENTSEQ} in hexadecimal digits, or {@code COMMITSEQ} for the end of a commit. */
    @Override
    public String toString() {
        return intent == null ? commit.toString() : commit.toString() + SEPARATOR + intent;
    }
}
