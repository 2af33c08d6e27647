package io.github.cameldb2cdc.benchmarks.throughput;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is measured.
 *
 * @param events rows of the snapshot and changes of the stream
 * @param runs measured runs of each, of which the median counts
 * @param seconds of each latency
 * @param only the parts that are wanted; none for all
 */
record Settings(int events, int runs, int seconds, List<String> only) {

    static Settings of(String[] arguments) {
        Map<String, String> values = new HashMap<>();
        for (String argument : arguments) {
            String[] nameAndValue = argument.split("=", 2);
            values.put(nameAndValue[0], nameAndValue[1]);
        }
        return new Settings(
                Integer.parseInt(values.getOrDefault("events", "300000")),
                Integer.parseInt(values.getOrDefault("runs", "3")),
                Integer.parseInt(values.getOrDefault("seconds", "20")),
                List.of(values.getOrDefault("only", "").split(",")));
    }

    boolean wants(String part) {
        return only.contains("") || only.contains(part);
    }
}
