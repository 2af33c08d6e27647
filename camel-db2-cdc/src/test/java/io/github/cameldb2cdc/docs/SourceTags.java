package io.github.cameldb2cdc.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Pieces of the sources of these tests that pages show: the lines between {@code // tag::name[]} and {@code // end::name[]},
 * moved to the left as a whole. Tags may stand inside each other; their own lines are left out.
 */
final class SourceTags {

    private static final Path SOURCES =
            Manual.project().resolve("camel-db2-cdc/src/test/java/io/github/cameldb2cdc/docs");
    private static final Pattern TAG = Pattern.compile("\\s*// (tag|end)::([\\w-]+)\\[]");

    private SourceTags() {}

    /** All pieces by name. */
    static Map<String, String> all() {
        Map<String, String> pieces = new TreeMap<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                collect(Files.readAllLines(file), pieces);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return pieces;
    }

    private static void collect(List<String> lines, Map<String, String> pieces) {
        Map<String, List<String>> open = new TreeMap<>();
        for (String line : lines) {
            Matcher tag = TAG.matcher(line);
            if (!tag.matches()) {
                open.values().forEach(piece -> piece.add(line));
            } else if (tag.group(1).equals("tag")) {
                open.put(tag.group(2), new ArrayList<>());
            } else if (pieces.put(tag.group(2), moved(open.remove(tag.group(2)))) != null) {
                throw new IllegalStateException("The tag " + tag.group(2) + " is there twice.");
            }
        }
        if (!open.isEmpty()) {
            throw new IllegalStateException("The tags " + open.keySet() + " have no end.");
        }
    }

    private static String moved(List<String> lines) {
        return String.join("\n", lines).stripIndent().strip();
    }
}
