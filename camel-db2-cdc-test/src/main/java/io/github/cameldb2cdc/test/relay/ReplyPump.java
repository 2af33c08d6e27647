package io.github.cameldb2cdc.test.relay;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;

/**
 * Carries the answers from server to client.
 *
 * <p>Only headers are looked at; the content of an answer is read when it is an SQLCA that reports an error, or when a
 * scripted fault waits for the answer. Errors inside row data need no look: Derby discards the block it was filling and
 * sends a separate SQLCARD.
 *
 * <p>ABNUOWRM tells the driver that the unit of work is gone, so that it closes all cursors. Derby sends it with every
 * error inside a fetch and with no other; here it goes with -911 and with nothing else.
 * SQLERRRM, which Derby sends before the SQLCARD of a failed preparation, would stand in its way and is left out.
 *
 * <p>After a lock timeout Derby keeps the transaction, while Db2's -911 promises that it is gone. So before the last
 * answer of such a chain reaches the client, which sends nothing until then, the relay asks for a rollback itself.
 */
final class ReplyPump {
    private static final byte[] SEVERITY_ERROR = {0, 8};

    private final Conversation conversation;
    private final SegmentReader in;
    private final SegmentWriter out;
    private boolean rollbackOwed;
    private boolean fetchFailed;

    ReplyPump(Conversation conversation) throws IOException {
        this.conversation = conversation;
        this.out = new SegmentWriter(conversation.toClient());
        this.in = new SegmentReader(conversation.fromServer(), this::beforeBlocking);
    }

    void run() throws IOException {
        while (in.next() && !conversation.isEnded()) {
            Optional<ReplyRule> rule = conversation.rule(in.correlator());
            if (rule.isPresent()) {
                obey(rule.get());
            } else {
                pass();
            }
        }
        out.flush();
    }

    private void beforeBlocking() throws IOException {
        out.flush();
        conversation.acknowledgeServer();
    }

    private void obey(ReplyRule rule) throws IOException {
        if (rule instanceof ReplyRule.LoseAnswer) {
            conversation.end();
        } else if (rule instanceof ReplyRule.Withhold withhold) {
            conversation.awaitRelease(withhold.released());
            pass();
        } else if (rule instanceof ReplyRule.CutRows cutRows) {
            passRows(cutRows.cut());
        } else if (rule instanceof ReplyRule.Fail fail) {
            replace(fail);
        }
    }

    private void pass() throws IOException {
        if (in.isContinuation()) {
            out.forward(in);
            return;
        }
        int codePoint = in.codePoint();
        if (isCard(codePoint) && SqlCard.isError(in.buffer(), in.contentStart() + 4, in.contentLength() - 4)) {
            error(Dss.read(in));
        } else if (codePoint == CodePoints.OPNQFLRM) {
            cursorNotOpened(Dss.read(in));
        } else if (codePoint == CodePoints.EXCSATRD) {
            Dss attributes = Dss.read(in);
            out.write(attributes.with(Product.DB2_ON_LINUX.claim(attributes.object())));
        } else if (codePoint == CodePoints.ABNUOWRM) {
            fetchFailed = true;
        } else if (rollbackOwed && !Dss.isChained(in.format())) {
            write(Dss.read(in));
        } else if (codePoint != CodePoints.SQLERRRM) {
            out.forward(in);
        }
    }

    private static boolean isCard(int codePoint) {
        return codePoint == CodePoints.SQLCARD || codePoint == CodePoints.SQLDARD;
    }

    private void error(Dss dss) throws IOException {
        SqlCard card = SqlCard.decode(dss.object().value());
        boolean insideFetch = fetchFailed;
        fetchFailed = false;
        write(dss.with(translated(dss.object(), card)), ErrorTranslation.translate(card), insideFetch);
    }

    /** The message that a cursor could not be opened carries the SQLCARD as a second object. */
    private void cursorNotOpened(Dss dss) throws IOException {
        Ddm message = dss.object();
        Ddm next = message.next().orElse(null);
        if (next == null || !SqlCard.isError(next.value(), 0, next.value().length)) {
            write(dss);
            return;
        }
        SqlCard card = SqlCard.decode(next.value());
        Dss error = new Dss(Dss.OBJECT, dss.correlator(), translated(next, card)).chainedAs(dss.format());
        write(error, ErrorTranslation.translate(card), true);
    }

    /** Writes an error; first what the driver has to know to drop its unit of work or to give up a cursor. */
    private void write(Dss card, Db2Error error, boolean ofCursor) throws IOException {
        if (error.rollsBack()) {
            writeMessage(CodePoints.ABNUOWRM, card.correlator());
        } else if (ofCursor && conversation.opensCursor(card.correlator())) {
            writeMessage(CodePoints.OPNQFLRM, card.correlator());
        }
        write(card);
    }

    private Ddm translated(Ddm object, SqlCard card) {
        rollbackOwed |= ErrorTranslation.isLockTimeout(card);
        return object.withValue(card.encodeAs(ErrorTranslation.translate(card)));
    }

    /** Writes an answer, after the rollback when one is owed and this answer ends the chain. */
    private void write(Dss dss) throws IOException {
        if (rollbackOwed && !Dss.isChained(dss.format())) {
            rollbackOwed = false;
            rollBack();
        }
        out.write(dss);
    }

    private void rollBack() throws IOException {
        Dss rollback = new Dss(Dss.REQUEST, 1, new Ddm(CodePoints.RDBRLLBCK, new byte[0]));
        conversation.toServer().write(rollback.encode());
        do {
            if (!in.next()) {
                throw new IOException("The server went away while it rolled back");
            }
        } while (Dss.isChained(in.format()) || in.isContinued());
    }

    private void passRows(RowCut cut) throws IOException {
        boolean isRows = in.codePoint() == CodePoints.QRYDTA || in.codePoint() == CodePoints.EXTDTA;
        if (!in.isContinuation() && !isRows) {
            pass();
            return;
        }
        int allowed = cut.allow(in.segmentLength(), !in.isContinuation() && in.codePoint() == CodePoints.QRYDTA);
        out.forwardPart(in, allowed);
        if (allowed < in.segmentLength()) {
            out.flush();
            conversation.end();
        }
    }

    private void replace(ReplyRule.Fail fail) throws IOException {
        if (in.isContinuation()) {
            return;
        }
        Dss dss = Dss.read(in);
        if (dss.object().codePoint() == CodePoints.ENDUOWRM && fail.endsUnitOfWork()) {
            out.write(dss);
        } else if (dss.object().codePoint() == CodePoints.SQLCARD) {
            SqlCard card = SqlCard.decode(dss.object().value());
            Dss replaced = dss.with(dss.object().withValue(card.encodeAs(fail.error())));
            if (fail.endsUnitOfWork()) {
                write(replaced);
            } else {
                write(replaced, fail.error(), true);
            }
        }
    }

    private void writeMessage(int codePoint, int correlator) throws IOException {
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        value.writeBytes(Ddm.encodeParameter(CodePoints.SVRCOD, SEVERITY_ERROR));
        value.writeBytes(Ddm.encodeParameter(CodePoints.RDBNAM, conversation.databaseName()));
        int format = Dss.REPLY | Dss.CHAINED | Dss.NEXT_HAS_SAME_CORRELATOR;
        out.write(new Dss(format, correlator, new Ddm(codePoint, value.toByteArray())));
    }
}
