package io.github.cameldb2cdc.test.relay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Carries the commands from client to server and changes those Derby would not understand:
 *
 * <ol>
 *   <li>ACCSEC loses a parameter that Derby refuses;
 *   <li>ACCRDB names a Derby client of level 10.1, the only kind Derby accepts, at a level below the one from which the
 *       server adds answers the IBM driver cannot read;
 *   <li>CNTQRY loses the rowset size and OPNQRY asks for one row: with more Derby packs the LOBs of several rows
 *       behind one block of rows, which the driver takes for the LOBs of one row. Blocks without LOBs are filled with
 *       rows all the same, and with a size given the first of them comes with the answer to OPNQRY;
 *   <li>SQL text passes the rewriter.
 * </ol>
 *
 * <p>Package and section of every prepared text are remembered, so that an execution can be matched to its text. A
 * command that is to fail is replaced, with all its objects, by one the server answers with a single SQLCA, which the
 * other direction then fills in; so both sides see as many answers as they expect.
 */
final class RequestPump {
    private static final byte[] DERBY_CLIENT = "DNC10010".getBytes(StandardCharsets.UTF_8);
    private static final byte[] ONE_ROW = {0, 0, 0, 1};
    /** Derby rejects it with a syntax error and nothing else happens. */
    private static final String NO_STATEMENT = "REFUSED BY RELAY";

    private final Conversation conversation;
    private final SqlRewriter rewriter;
    private final WireFaults faults;
    private final DatabaseName name;
    private final SegmentReader in;
    private final SegmentWriter out;
    private final Map<ByteBuffer, String> textOfSection = new HashMap<>();
    private final Map<ByteBuffer, RowCut> cutOfSection = new HashMap<>();
    private boolean insideChain;
    /** The command the next text belongs to; an immediate execution is held back until its text is known. */
    private Dss commandOfText;
    /** While set, the objects of a replaced command are dropped; the last one's chaining goes to the replacement. */
    private Replacement replacement;

    RequestPump(Conversation conversation, SqlRewriter rewriter, WireFaults faults, DatabaseName name)
            throws IOException {
        this.conversation = conversation;
        this.rewriter = rewriter;
        this.faults = faults;
        this.name = name;
        this.out = new SegmentWriter(conversation.toServer());
        this.in = new SegmentReader(conversation.fromClient(), out::flush);
    }

    void run() throws IOException {
        while (in.next() && !conversation.isEnded()) {
            if (in.isContinuation()) {
                passContinuation();
                continue;
            }
            if (!insideChain) {
                conversation.beginChain();
            }
            insideChain = Dss.isChained(in.format());
            if (Dss.type(in.format()) == Dss.REQUEST) {
                command();
            } else {
                object();
            }
        }
        out.flush();
    }

    private void passContinuation() throws IOException {
        if (replacement == null) {
            out.forward(in);
        } else if (!in.isContinued()) {
            finishReplacement(in.format());
        }
    }

    private void command() throws IOException {
        commandOfText = null;
        Dss command = Dss.read(in);
        int codePoint = command.object().codePoint();
        if (codePoint == CodePoints.ACCRDB) {
            command.object().parameter(CodePoints.RDBNAM).ifPresent(conversation::setDatabaseName);
        }
        command = command.with(name.rename(command.object()));
        switch (codePoint) {
            case CodePoints.ACCSEC ->
                out.write(command.with(command.object().withoutParameter(CodePoints.UNKNOWN_TO_DERBY)));
            case CodePoints.ACCRDB ->
                out.write(command.with(command.object().withParameter(CodePoints.PRDID, DERBY_CLIENT)));
            case CodePoints.CNTQRY -> fetch(command);
            case CodePoints.PRPSQLSTT, CodePoints.EXCSQLSET -> {
                commandOfText = command;
                out.write(command);
            }
            case CodePoints.EXCSQLIMM -> commandOfText = command;
            case CodePoints.OPNQRY, CodePoints.EXCSQLSTT ->
                execute(command, textOfSection.getOrDefault(section(command), ""));
            case CodePoints.RDBCMM -> execute(command, WireFaults.COMMIT);
            case CodePoints.RDBRLLBCK -> execute(command, WireFaults.ROLLBACK);
            default -> out.write(command);
        }
    }

    private void object() throws IOException {
        if (replacement != null) {
            if (!in.isContinued()) {
                finishReplacement(in.format());
            }
        } else if (commandOfText != null && in.codePoint() == CodePoints.SQLSTT) {
            text(Dss.read(in));
        } else {
            out.forward(in);
        }
    }

    private static Ddm oneRowAtATime(Ddm openQuery) {
        return openQuery.plusParameter(CodePoints.QRYROWSET, ONE_ROW);
    }

    private void fetch(Dss dss) throws IOException {
        RowCut cut = cutOfSection.get(section(dss));
        if (cut != null) {
            conversation.expect(dss.correlator(), new ReplyRule.CutRows(cut));
        }
        out.write(dss.with(dss.object().withoutParameter(CodePoints.QRYROWSET)));
    }

    private void text(Dss dss) throws IOException {
        Dss command = commandOfText;
        String sql = SqlText.decode(dss.object().value());
        boolean immediate = command.object().codePoint() == CodePoints.EXCSQLIMM;
        if (command.object().codePoint() == CodePoints.PRPSQLSTT) {
            textOfSection.put(section(command), sql);
        }
        if (immediate && !admitted(command, sql)) {
            if (replacement != null) {
                finishReplacement(dss.format());
            }
            return;
        }
        if (immediate) {
            out.write(command);
        }
        out.write(rewritten(dss, sql));
    }

    private Dss rewritten(Dss dss, String sql) {
        try {
            String rewritten = rewriter.rewrite(sql);
            return rewritten.equals(sql) ? dss : dss.with(dss.object().withValue(SqlText.encode(rewritten)));
        } catch (RefusedSqlException e) {
            conversation.expect(dss.correlator(), new ReplyRule.Fail(e.error(), false));
            return dss.with(dss.object().withValue(SqlText.encode(NO_STATEMENT)));
        }
    }

    private void execute(Dss command, String sql) throws IOException {
        if (isOpenQuery(command)) {
            conversation.expectCursor(command.correlator());
            cutOfSection.remove(section(command));
        }
        if (admitted(command, sql)) {
            out.write(isOpenQuery(command) ? command.with(oneRowAtATime(command.object())) : command);
        } else if (replacement != null && !Dss.isFollowedByItsObjects(command.format())) {
            finishReplacement(command.format());
        }
    }

    /** Lets the statement meet the scripted faults. False when it must not reach the server. */
    private boolean admitted(Dss command, String sql) throws IOException {
        WireFault fault = faults.meet(sql).orElse(null);
        if (fault == null) {
            return true;
        }
        FaultAction action = fault.action();
        if (action instanceof FaultAction.DropBefore) {
            conversation.end();
            return false;
        } else if (action instanceof FaultAction.Delay delay) {
            out.flush();
            conversation.pause(delay.duration());
        } else if (action instanceof FaultAction.DropAfter) {
            conversation.expect(command.correlator(), new ReplyRule.LoseAnswer());
        } else if (action instanceof FaultAction.WithholdAnswer) {
            conversation.expect(command.correlator(), new ReplyRule.Withhold(fault.released()));
        } else if (action instanceof FaultAction.DropInsideRows drop) {
            RowCut cut = new RowCut(drop.unit(), drop.allowed());
            cutOfSection.put(section(command), cut);
            conversation.expect(command.correlator(), new ReplyRule.CutRows(cut));
        } else if (action instanceof FaultAction.Fail fail) {
            replacement = new Replacement(command, fail.error());
            return false;
        }
        return true;
    }

    /** All objects of the replaced command are dropped: its replacement takes the place of the last one in the chain. */
    private void finishReplacement(int lastFormat) throws IOException {
        if (Dss.isFollowedByItsObjects(lastFormat)) {
            return;
        }
        Dss command = replacement.command();
        Db2Error error = replacement.error();
        replacement = null;
        int codePoint = command.object().codePoint();
        boolean endsUnitOfWork = codePoint == CodePoints.RDBCMM || codePoint == CodePoints.RDBRLLBCK;
        conversation.expect(command.correlator(), new ReplyRule.Fail(error, endsUnitOfWork));
        if (endsUnitOfWork || error.rollsBack()) {
            Ddm rollback = new Ddm(CodePoints.RDBRLLBCK, new byte[0]);
            out.write(command.with(rollback).chainedAs(lastFormat));
        } else {
            Ddm immediate = new Ddm(
                    CodePoints.EXCSQLIMM,
                    command.object()
                            .parameter(CodePoints.PKGNAMCSN)
                            .map(name -> Ddm.encodeParameter(CodePoints.PKGNAMCSN, name))
                            .orElseGet(() -> new byte[0]));
            out.write(command.with(immediate).chainedAs(Dss.CHAINED | Dss.NEXT_HAS_SAME_CORRELATOR));
            Ddm text = new Ddm(CodePoints.SQLSTT, SqlText.encode(NO_STATEMENT));
            out.write(new Dss(Dss.OBJECT, command.correlator(), text).chainedAs(lastFormat));
        }
    }

    private static boolean isOpenQuery(Dss command) {
        return command.object().codePoint() == CodePoints.OPNQRY;
    }

    private static ByteBuffer section(Dss command) {
        return ByteBuffer.wrap(command.object().parameter(CodePoints.PKGNAMCSN).orElseGet(() -> new byte[0]));
    }

    private record Replacement(Dss command, Db2Error error) {}
}
