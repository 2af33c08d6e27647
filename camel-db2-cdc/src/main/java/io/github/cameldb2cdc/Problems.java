package io.github.cameldb2cdc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Collects what is wrong with a configuration, one sentence for each bad value, so that a start names all at once. */
final class Problems {

    private final List<String> sentences = new ArrayList<>();

    void add(String sentence) {
        sentences.add(sentence);
    }

    /** Adds {@code option=value is not allowed: rule.} */
    void addValue(String option, Object value, String rule) {
        add(option + '=' + value + " is not allowed: " + rule + '.');
    }

    /** The value, or null with one sentence more if computing it fails. */
    <T> T valueOrNull(String option, String text, String rule, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            addValue(option, text, rule);
            return null;
        }
    }

    List<String> sentences() {
        return List.copyOf(sentences);
    }

    /** @throws IllegalArgumentException with all sentences, if there are any */
    void throwIfAny() {
        if (!sentences.isEmpty()) {
            throw new IllegalArgumentException(String.join(" ", sentences));
        }
    }
}
