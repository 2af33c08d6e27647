package io.github.cameldb2cdc.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page: its lines and what stands in them. Immutable.
 *
 * @param file where it is
 * @param lines its lines
 */
record ManualPage(Path file, List<String> lines) {

    private static final String LISTING = "----";
    private static final String TABLE = "|===";
    private static final Pattern SOURCE_ATTRIBUTES =
            Pattern.compile("\\[source(?:#(?<id>[\\w-]+))?(?:,(?<language>[\\w]+))?]");
    private static final Pattern ATTRIBUTES = Pattern.compile("\\[(?:#(?<id>[\\w-]+))?(?:[,%].*)?]");
    private static final Pattern ANCHOR = Pattern.compile("^\\[(?:source)?#([\\w-]+)[],].*");
    private static final Pattern LINK = Pattern.compile("(?:xref:|<<)([\\w.#-]+)(?:\\[|,|>>)");
    private static final Pattern LITERAL = Pattern.compile("`([^`]+)`");

    static ManualPage read(Path file) {
        try {
            return new ManualPage(file, Files.readAllLines(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String name() {
        return file.getFileName().toString();
    }

    /** The listings and tables in their order. */
    List<ManualBlock> blocks() {
        List<ManualBlock> blocks = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.equals(LISTING) || line.equals(TABLE)) {
                int end = endOf(i);
                blocks.add(block(i, end));
                i = end;
            }
        }
        return blocks;
    }

    private int endOf(int begin) {
        int end = begin + 1;
        while (!lines.get(end).equals(lines.get(begin))) {
            end++;
        }
        return end;
    }

    private ManualBlock block(int begin, int end) {
        String text = String.join("\n", lines.subList(begin + 1, end));
        String attributes = begin == 0 ? "" : lines.get(begin - 1);
        boolean table = lines.get(begin).equals(TABLE);
        Matcher matcher = (table ? ATTRIBUTES : SOURCE_ATTRIBUTES).matcher(attributes);
        boolean known = matcher.matches();
        String id = known ? matcher.group("id") : null;
        String language = table ? ManualBlock.TABLE : known ? matcher.group("language") : null;
        return new ManualBlock(file, id, language, text, begin + 1, end);
    }

    /** What links can point to. */
    Set<String> anchors() {
        return new TreeSet<>(ids());
    }

    /** The ids of sections, listings and tables, in their order. */
    List<String> ids() {
        List<String> ids = new ArrayList<>();
        for (String line : lines) {
            Matcher matcher = ANCHOR.matcher(line);
            if (matcher.matches()) {
                ids.add(matcher.group(1));
            }
        }
        return ids;
    }

    /** What links point to: {@code page.adoc}, {@code page.adoc#anchor}, or {@code anchor} in this page. */
    List<String> links() {
        return found(LINK, prose());
    }

    /** The text in backticks, outside of listings. */
    List<String> literals() {
        return found(LITERAL, prose());
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult result) -> result.group(1))
                .toList();
    }

    private String prose() {
        StringBuilder prose = new StringBuilder();
        boolean listing = false;
        for (String line : lines) {
            if (line.equals(LISTING)) {
                listing = !listing;
            } else if (!listing) {
                prose.append(line).append('\n');
            }
        }
        return prose.toString();
    }
}
