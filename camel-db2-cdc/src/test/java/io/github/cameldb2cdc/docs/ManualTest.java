package io.github.cameldb2cdc.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.EmbeddedDb2Extension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a reader of the manual would copy is checked here, or in {@link ManualRoutesTest}, {@link SetupTest} and
 * {@link TestKitTest}, or listed in {@link NotExecutable}. Run with {@code -Dmanual.update=true} to write the blocks anew that the code makes.
 */
class ManualTest {

    /** SQL that needs a Db2 on which other statements have run; SetupTest and LargeObjectExample run it. */
    private static final Set<String> ELSEWHERE = Set.of(
            "activate",
            "check-change-table",
            "lob-changes",
            "setup-register-output",
            "setup-register-lob-output",
            "setup-remove-output");

    /** What a program prints that TestKitTest starts. */
    private static final String IN_TEST_KIT_TEST = "embedded-db2-output";

    /** How the ids of blocks begin that {@link SignalSnippetsTest} runs. */
    static final String IN_SIGNAL_SNIPPETS_TEST = "signal-";

    private static final Pattern OPTION = Pattern.compile("([a-z][A-Za-z]+\\.?)[\\w.]*=.*");
    private static final Pattern README_LINK = Pattern.compile("\\]\\((docs/[^)#]+)");

    @RegisterExtension
    static final EmbeddedDb2Extension DB2 = new EmbeddedDb2Extension();

    private static Manual manual;
    private static Map<String, String> generated;

    @BeforeAll
    static void read() {
        generated = new GeneratedBlocks(Manual.read(), ExampleEvents.run(Manual.read())).all();
        if (Boolean.getBoolean(Manual.UPDATE)) {
            Set<String> shown =
                    Manual.read().blocks().stream().map(ManualBlock::id).collect(Collectors.toCollection(HashSet::new));
            generated.forEach((id, text) -> {
                if (shown.contains(id)) {
                    Manual.rewrite(id, text);
                }
            });
        }
        manual = Manual.read();
    }

    @Test
    void everyBlockThatIsMadeByTheCodeSaysWhatTheCodeMakes() {
        SoftAssertions all = new SoftAssertions();
        generated.forEach((id, text) ->
                all.assertThat(manual.block(id).text()).as("block %s", id).isEqualTo(text));
        all.assertAll();
    }

    @Test
    void everyBlockThatAReaderWouldCopyIsChecked() {
        List<String> unchecked = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (ManualBlock block : manual.blocks()) {
            if (block.id() != null && !ids.add(block.id())) {
                unchecked.add(block + " has an id that is not its own");
            }
            if (!block.isTable() && !isChecked(block)) {
                unchecked.add(block + " at line " + block.firstLine());
            }
        }
        assertThat(unchecked).isEmpty();
    }

    private static boolean isChecked(ManualBlock block) {
        if (block.id() == null || block.language() == null) {
            return false;
        }
        boolean executed = Set.of("yaml", "xml", "sql").contains(block.language()) || CommandLine.isOne(block);
        return generated.containsKey(block.id())
                || IN_TEST_KIT_TEST.equals(block.id())
                || block.id().startsWith(IN_SIGNAL_SNIPPETS_TEST)
                || NotExecutable.REASONS.containsKey(block.id())
                || executed;
    }

    @Test
    void noIdIsUsedTwiceInAPage() {
        for (ManualPage page : manual.pages()) {
            assertThat(page.ids()).as(page.name()).doesNotHaveDuplicates();
        }
    }

    @Test
    void whatIsSaidNotToBeExecutableIsInTheManual() {
        assertThat(manual.blocks().stream().map(ManualBlock::id)).containsAll(NotExecutable.REASONS.keySet());
    }

    static List<ManualBlock> sql() {
        return Manual.read().blocksIn("sql").stream()
                .filter(block -> !NotExecutable.REASONS.containsKey(block.id()) && !ELSEWHERE.contains(block.id()))
                .filter(block -> !block.id().startsWith(IN_SIGNAL_SNIPPETS_TEST))
                .toList();
    }

    /** Each block alone, on a Db2 that has the table of the example, which is registered, and a checkpoint. */
    @ParameterizedTest
    @MethodSource("sql")
    void sqlRuns(ManualBlock block) {
        try (EmbeddedDb2 db2 = EmbeddedDb2.start()) {
            if (!block.id().equals("example-table")) {
                ExampleEvents.prepare(db2, manual);
                new ExampleCheckpoint(db2).make();
            }
            block.statements().forEach(db2::execute);
        }
    }

    @Test
    void aResetForgetsTheCheckpointAndNothingElse() throws SQLException {
        try (EmbeddedDb2 db2 = EmbeddedDb2.start()) {
            ExampleEvents.prepare(db2, manual);
            ExampleCheckpoint checkpoint = new ExampleCheckpoint(db2);
            checkpoint.make();
            db2.execute("INSERT INTO DB2_CDC_CHECKPOINT (CHECKPOINT_NAME, ENTRY_ID, PIECE, ENTRY_LABEL, PIECE_TEXT)"
                    + " VALUES ('OTHER', 'HEAD', 0, 'head', '-')");
            manual.block("reset-checkpoint").statements().forEach(db2::execute);
            assertThat(checkpoint.rows()).isEqualTo(1);
        }
    }

    @Test
    void theTableOfTypesHasEveryTypeThatEventsCanHave() {
        Set<ColumnType> shown = EnumSet.noneOf(ColumnType.class);
        ValueSamples.all().forEach(sample -> shown.add(sample.column("C").type()));
        Set<ColumnType> inEvents = EnumSet.allOf(ColumnType.class);
        inEvents.removeIf(ColumnType::isLargeObject);
        assertThat(shown).containsExactlyElementsOf(inEvents);
    }

    @Test
    void theValuesOfTheTableOfTypesComeOutOfASnapshotAndOutOfTheStream(EmbeddedDb2 db2) {
        new ValuesOnDb2(db2).check();
    }

    @Test
    void linksLeadSomewhere() {
        Map<String, Set<String>> anchors =
                manual.pages().stream().collect(Collectors.toMap(ManualPage::name, ManualPage::anchors));
        List<String> broken = new ArrayList<>();
        List<ManualPage> all = new ArrayList<>(manual.pages());
        all.add(Manual.navigation());
        for (ManualPage page : all) {
            for (String link : page.links()) {
                String[] parts = (link.contains(".adoc") ? link : page.name() + '#' + link).split("#");
                Set<String> there = anchors.get(parts[0]);
                if (there == null || (parts.length > 1 && !there.contains(parts[1]))) {
                    broken.add(page.name() + " -> " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void theNavigationHasEveryPage() {
        assertThat(Manual.navigation().links())
                .containsExactlyInAnyOrderElementsOf(
                        manual.pages().stream().map(ManualPage::name).toList());
    }

    @Test
    void theReadmeLinksToPagesThatAreThere() throws IOException {
        Set<String> linked = new TreeSet<>();
        README_LINK
                .matcher(Files.readString(Manual.project().resolve("README.md")))
                .results()
                .forEach(match -> linked.add(match.group(1)));
        assertThat(linked).isNotEmpty().allSatisfy(path -> assertThat(
                        Manual.project().resolve(Path.of(path)))
                .exists());
    }

    @Test
    void optionsAndHeadersThatAreNamedExist() {
        Set<String> known = new TreeSet<>(ComponentFacts.options());
        known.addAll(NotExecutable.OTHER_NAMES);
        List<String> unknown = new ArrayList<>();
        for (ManualPage page : manual.pages()) {
            for (String literal : page.literals()) {
                var option = OPTION.matcher(literal);
                if (option.matches() && !known.contains(option.group(1))) {
                    unknown.add(page.name() + ": " + literal);
                }
                if (literal.matches("CamelDb2Cdc\\w+")
                        && !ComponentFacts.headers().containsKey(literal)) {
                    unknown.add(page.name() + ": " + literal);
                }
            }
        }
        assertThat(unknown).isEmpty();
    }
}
