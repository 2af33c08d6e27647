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
 * <p>Derby announces the end of the unit of work (ABNUOWRM) with every error inside a fetch, and the driver then closes
 * all cursors. The announcement waits for the error and is left out when the error does not end the unit of work.
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
    private Dss unitOfWorkEnded;

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
        } else if (codePoint == CodePoints.ABNUOWRM) {
            unitOfWorkEnded = Dss.read(in);
        } else if (codePoint == CodePoints.EXCSATRD) {
            Dss attributes = Dss.read(in);
            out.write(attributes.with(Product.DB2_ON_LINUX.claim(attributes.object())));
        } else if (rollbackOwed && !Dss.isChained(in.format())) {
            write(Dss.read(in));
        } else {
            out.forward(in);
        }
    }

    private static boolean isCard(int codePoint) {
        return codePoint == CodePoints.SQLCARD || codePoint == CodePoints.SQLDARD;
    }

    private void error(Dss dss) throws IOException {
        SqlCard card = SqlCard.decode(dss.object().value());
        Db2Error error = ErrorTranslation.translate(card);
        rollbackOwed |= ErrorTranslation.isLockTimeout(card);
        if (unitOfWorkEnded != null && error.rollsBack()) {
            out.write(unitOfWorkEnded);
        } else if (unitOfWorkEnded != null && conversation.opensCursor(dss.correlator())) {
            writeCursorNotOpened(dss.correlator());
        }
        unitOfWorkEnded = null;
        write(dss.with(dss.object().withValue(card.encodeAs(error))));
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
        if (dss.object().codePoint() != CodePoints.SQLCARD) {
            return;
        }
        if (conversation.opensCursor(dss.correlator())) {
            writeCursorNotOpened(dss.correlator());
        }
        SqlCard card = SqlCard.decode(dss.object().value());
        write(dss.with(dss.object().withValue(card.encodeAs(fail.error()))));
    }

    private void writeCursorNotOpened(int correlator) throws IOException {
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        value.writeBytes(Ddm.encodeParameter(CodePoints.SVRCOD, SEVERITY_ERROR));
        value.writeBytes(Ddm.encodeParameter(CodePoints.RDBNAM, conversation.databaseName()));
        int format = Dss.REPLY | Dss.CHAINED | Dss.NEXT_HAS_SAME_CORRELATOR;
        out.write(new Dss(format, correlator, new Ddm(CodePoints.OPNQFLRM, value.toByteArray())));
    }
}
