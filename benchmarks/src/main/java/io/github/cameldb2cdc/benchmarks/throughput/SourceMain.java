package io.github.cameldb2cdc.benchmarks.throughput;

import com.sun.management.OperatingSystemMXBean;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.relay.WireFaults;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * The source in a JVM of its own, so that its heap and its threads are in no figure. Takes one command a line and
 * answers with one line; ends with its input. Its argument is Capture's interval in milliseconds.
 */
final class SourceMain {

    private static final int MOST_RECORDED_STATEMENTS = 1_000_000;

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final EmbeddedDb2 db2;

    private SourceMain(EmbeddedDb2 db2) {
        this.db2 = db2;
    }

    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        System.setOut(System.err);
        Duration captureInterval = Duration.ofMillis(Long.parseLong(arguments[0]));
        try (EmbeddedDb2 db2 =
                        EmbeddedDb2.builder().captureInterval(captureInterval).start();
                BufferedReader commands =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            answers.println(db2.jdbcUrl());
            answers.flush();
            SourceMain source = new SourceMain(db2);
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                answers.println(source.answer(line.split(" ")));
                answers.flush();
            }
        }
    }

    private String answer(String[] command) {
        switch (command[0]) {
            case "register" -> db2.register(command[1]);
            case "fill" -> fill(command[1], Long.parseLong(command[2]), Long.parseLong(command[3]));
            case "pause" -> db2.capture().pause();
            case "resume" -> db2.capture().resume();
            case "publish" -> db2.capture().publish();
            case "record" -> db2.faults().recordStatements(MOST_RECORDED_STATEMENTS);
            case "cpu" -> {
                return Long.toString(SYSTEM.getProcessCpuTime());
            }
            case "recorded" -> {
                return countRecorded();
            }
            default -> throw new IllegalArgumentException("Unknown command " + command[0]);
        }
        return "done";
    }

    private void fill(String table, long rows, long transactions) {
        db2.bulk().table(table).events(rows).transactions(transactions).run();
    }

    /** Statements without commits, commits, questions for the watermark. */
    private String countRecorded() {
        List<String> statements = db2.faults().recordedStatements();
        db2.faults().recordStatements(0);
        long commits = statements.stream().filter(WireFaults.COMMIT::equals).count();
        long watermarks = statements.stream()
                .filter(sql -> sql.contains("GLOBAL_RECORD = 'Y'"))
                .count();
        return (statements.size() - commits) + " " + commits + " " + watermarks;
    }
}
