package io.github.cameldb2cdc.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs a deterministic scenario once for every way in which its choices can be made. A scenario asks
 * {@link Choices#choose} wherever the world may go one way or another; the runs enumerate the answers depth first.
 */
final class Interleavings {

    private Interleavings() {}

    /** The answers of one run. */
    static final class Choices {

        private final List<Integer> answers;
        private final List<Integer> bounds = new ArrayList<>();
        private int asked;

        private Choices(List<Integer> answers) {
            this.answers = answers;
        }

        /** One of the numbers from 0 to {@code ways - 1}. */
        int choose(int ways) {
            if (asked == answers.size()) {
                answers.add(0);
            }
            bounds.add(ways);
            return answers.get(asked++);
        }

        /** The answers so far, which replay this run. */
        @Override
        public String toString() {
            return answers.subList(0, asked).toString();
        }

        private boolean advance() {
            while (answers.size() > asked) {
                answers.remove(answers.size() - 1);
            }
            while (!answers.isEmpty()) {
                int last = answers.size() - 1;
                if (answers.get(last) + 1 < bounds.get(last)) {
                    answers.set(last, answers.get(last) + 1);
                    return true;
                }
                answers.remove(last);
                bounds.remove(last);
            }
            return false;
        }
    }

    /** Runs the scenario for all answers; returns how many runs that were. */
    static long forAll(Consumer<Choices> scenario) {
        List<Integer> answers = new ArrayList<>();
        long runs = 0;
        while (true) {
            Choices choices = new Choices(answers);
            try {
                scenario.accept(choices);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("With the choices " + choices + ": " + e.getMessage(), e);
            }
            runs++;
            if (!choices.advance()) {
                return runs;
            }
        }
    }
}
