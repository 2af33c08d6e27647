package io.github.cameldb2cdc.benchmarks.throughput;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where threads are, by stack traces: the innermost frame that belongs to somebody counts, and everything that is done
 * for the checkpoint counts there. A thread looked at from outside stops only where the JVM lets it, so this tells parts
 * of the work and not lines.
 */
final class StackProfile {

    private static final int MOST_LINES = 8;
    private static final String BASE = "io.github.cameldb2cdc.";

    private final Map<String, Integer> groups = new HashMap<>();
    private final Map<String, Integer> lines = new HashMap<>();
    private int samples;

    void add(Thread thread) {
        if (thread.getState() != Thread.State.RUNNABLE) {
            return;
        }
        StackTraceElement[] stack = thread.getStackTrace();
        if (stack.length > 0) {
            samples++;
            groups.merge(groupOf(stack), 1, Integer::sum);
            ourLine(stack, lines);
        }
    }

    private static String groupOf(StackTraceElement[] stack) {
        if (stack[0].getClassName().startsWith("sun.nio.ch.")) {
            return "waits for the source";
        }
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().startsWith(BASE + "checkpoint.")) {
                return "checkpoint";
            }
        }
        for (StackTraceElement frame : stack) {
            String group = groupOf(frame.getClassName());
            if (group != null) {
                return group;
            }
        }
        return "other";
    }

    private static String groupOf(String name) {
        if (name.startsWith("com.ibm.db2.") || name.startsWith("com.zaxxer.")) {
            return "driver";
        }
        if (name.startsWith(BASE + "source.") || name.startsWith(BASE + "snapshot.")) {
            return "source";
        }
        if (name.startsWith(BASE + "envelope.") || name.startsWith("com.fasterxml.")) {
            return "JSON";
        }
        if (name.startsWith(BASE + "engine.")) {
            return "engine";
        }
        if (name.startsWith(BASE + "event.")) {
            return "event";
        }
        if (name.startsWith(BASE)) {
            return "consumer";
        }
        return name.startsWith("org.apache.camel.") ? "Camel" : null;
    }

    /** Counts the innermost line of this component under which the thread is. */
    private static void ourLine(StackTraceElement[] stack, Map<String, Integer> lines) {
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().startsWith(BASE)) {
                lines.merge(
                        frame.getClassName().substring(BASE.length()) + "." + frame.getMethodName() + ":"
                                + frame.getLineNumber(),
                        1,
                        Integer::sum);
                return;
            }
        }
    }

    @Override
    public String toString() {
        return "  groups: " + shares(groups, groups.size()) + System.lineSeparator() + "  lines: "
                + shares(lines, MOST_LINES);
    }

    private String shares(Map<String, Integer> counts, int most) {
        List<String> result = new ArrayList<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(most)
                .forEach(entry -> result.add(
                        entry.getKey() + " " + Math.round(100.0 * entry.getValue() / Math.max(1, samples)) + " %"));
        return String.join(", ", result);
    }
}
