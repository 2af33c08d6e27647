package io.github.cameldb2cdc.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The manual, read as far as its checks need it.
 *
 * <p>A block that a reader would copy has an id and a language, {@code [source#id,java]}, and a table that is written by
 * a test has an id, {@code [#id]}. Ids are unique in the whole manual.
 */
final class Manual {

    /** The system property with which tests write blocks anew that they would else compare. */
    static final String UPDATE = "manual.update";

    private static final Path ROOT = Stream.of("docs", "../docs")
            .map(path -> Path.of(path, "modules", "ROOT"))
            .filter(Files::isDirectory)
            .findFirst()
            .orElseThrow();

    private final List<ManualPage> pages;

    private Manual(List<ManualPage> pages) {
        this.pages = List.copyOf(pages);
    }

    /** Reads all pages. */
    static Manual read() {
        try (Stream<Path> files = Files.list(ROOT.resolve("pages"))) {
            List<ManualPage> pages = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                pages.add(ManualPage.read(file));
            }
            return new Manual(pages);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text of the navigation. */
    static ManualPage navigation() {
        return ManualPage.read(ROOT.resolve("nav.adoc"));
    }

    /** The project's folder, relative to where tests run. */
    static Path project() {
        return ROOT.resolve("../../..").normalize();
    }

    List<ManualPage> pages() {
        return pages;
    }

    ManualPage page(String name) {
        return pages.stream()
                .filter(page -> page.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    List<ManualBlock> blocks() {
        return pages.stream().flatMap(page -> page.blocks().stream()).toList();
    }

    /** The blocks in a language. */
    List<ManualBlock> blocksIn(String language) {
        return blocks().stream()
                .filter(block -> language.equals(block.language()))
                .toList();
    }

    /** @throws IllegalArgumentException if no page has a block with this id */
    ManualBlock block(String id) {
        return blocks().stream()
                .filter(block -> id.equals(block.id()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No page of the manual has a block " + id + "."));
    }

    /** Puts another text in the place of a block's. */
    static void rewrite(String id, String text) {
        ManualBlock block = read().block(id);
        try {
            List<String> lines = new ArrayList<>(Files.readAllLines(block.file()));
            List<String> old = lines.subList(block.firstLine(), block.endLine());
            old.clear();
            old.addAll(text.lines().toList());
            Files.writeString(block.file(), String.join("\n", lines) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
