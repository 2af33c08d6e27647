package io.github.cameldb2cdc.test.relay;

import java.util.concurrent.CountDownLatch;

/** What the relay does with the answer to one command, beyond translating its errors. */
sealed interface ReplyRule {
    /**
     * The client gets this error in place of what the server says.
     *
     * @param endsUnitOfWork whether the command is a commit or a rollback
     */
    record Fail(Db2Error error, boolean endsUnitOfWork) implements ReplyRule {}

    /** The connection ends when the answer arrives. */
    record LoseAnswer() implements ReplyRule {}

    /** The answer waits until it is released or the connection ends. */
    record Withhold(CountDownLatch released) implements ReplyRule {}

    /** The connection ends in the middle of the rows. */
    record CutRows(RowCut cut) implements ReplyRule {}
}
