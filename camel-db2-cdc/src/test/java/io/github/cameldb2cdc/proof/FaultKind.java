package io.github.cameldb2cdc.proof;

import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.test.relay.WireFault;
import io.github.cameldb2cdc.test.relay.WireFaults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What happens to a statement.
 *
 * @param name for the report
 * @param script scripts it
 * @param failure what the consumer makes of it; null if it passes unnoticed, or with a connection
 * @param sentence what its sentence contains; null if it need not be noticed
 */
record FaultKind(String name, Function<WireFaults.Trigger, WireFault> script, FailureKind failure, String sentence) {

    static final String IN_ROWS = "lost inside the rows";
    static final String BETWEEN_BLOCKS = "lost between two blocks";
    static final String SILENT = "silent";
    static final String LATE = "late";

    private static final Duration DELAY = Duration.ofMillis(30);

    static List<FaultKind> all() {
        List<FaultKind> kinds = new ArrayList<>(List.of(
                lost("lost before", WireFaults.Trigger::dropConnection),
                lost("lost after", WireFaults.Trigger::dropConnectionAfterExecution),
                lost(IN_ROWS, trigger -> trigger.dropConnectionInsideResultSet(2)),
                lost(BETWEEN_BLOCKS, trigger -> trigger.dropConnectionAfterBlocks(1)),
                lost(SILENT, WireFaults.Trigger::withholdAnswer),
                new FaultKind(LATE, trigger -> trigger.delay(DELAY), null, null)));
        kinds.add(passing(-911, "40001", "68"));
        kinds.add(passing(-913, "57033", "2"));
        kinds.add(passing(-904, "57011", "00C90088"));
        kinds.add(passing(-964, "57011"));
        kinds.add(passing(-1224, "55032"));
        kinds.add(passing(-668, "57016", "7"));
        kinds.add(passing(-290, "55039"));
        kinds.add(definite(-204, "42704", "F.X"));
        kinds.add(definite(-206, "42703", "X"));
        kinds.add(definite(-551, "42501", "READER", "SELECT", "F.X"));
        kinds.add(definite(-805, "51002", "NULLID.SYSLH200"));
        return kinds;
    }

    private static FaultKind lost(String name, Function<WireFaults.Trigger, WireFault> script) {
        return new FaultKind(name, script, FailureKind.TRANSIENT, null);
    }

    private static FaultKind passing(int code, String state, String... tokens) {
        return code(FailureKind.TRANSIENT, code, state, tokens);
    }

    private static FaultKind definite(int code, String state, String... tokens) {
        return code(FailureKind.DEFINITE, code, state, tokens);
    }

    private static FaultKind code(FailureKind failure, int code, String state, String... tokens) {
        String name = "SQLCODE " + code;
        return new FaultKind(name, trigger -> trigger.failWith(code, state, tokens), failure, name);
    }

    boolean isCode() {
        return sentence != null;
    }

    boolean isCode(int code) {
        return name.equals("SQLCODE " + code);
    }

    /** Whether it is tried in every phase; how each code is taken is the same everywhere, see SqlMeanings. */
    boolean isSample() {
        return !isCode() || isCode(-911) || isCode(-204);
    }

    @Override
    public String toString() {
        return name;
    }
}
