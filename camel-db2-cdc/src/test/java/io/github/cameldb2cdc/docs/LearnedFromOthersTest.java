package io.github.cameldb2cdc.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page that answers reports of others names tests that exist. */
class LearnedFromOthersTest {

    private static final Pattern PROOF = Pattern.compile("`(\\w+Test)\\.(\\w+)`");
    /** Tests are the methods that no other class sees and that are not private. */
    private static final Pattern TEST = Pattern.compile("\\n    void (\\w+)\\(");

    private static final Set<String> OTHER_ANSWERS = Set.of("cannot happen", "not built");

    @Test
    void everyReportIsAnsweredByATestThatExistsOrAReason() throws IOException {
        Set<String> tests = tests();
        List<String> rows = Manual.read().page("learned-from-others.adoc").lines().stream()
                .filter(line -> line.startsWith("| ")
                        && line.chars().filter(letter -> letter == '|').count() > 2)
                .filter(line -> !line.endsWith("| proof"))
                .toList();
        assertThat(rows).hasSizeGreaterThan(40).allSatisfy(row -> {
            String answer = row.substring(row.lastIndexOf("| ") + 2);
            List<String> named = PROOF.matcher(answer)
                    .results()
                    .map(proof -> proof.group(1) + '.' + proof.group(2))
                    .toList();
            assertThat(named.isEmpty()).as(row).isEqualTo(OTHER_ANSWERS.contains(answer));
            assertThat(tests).as(row).containsAll(named);
        });
    }

    /** Class and method of each test of this module. */
    private static Set<String> tests() throws IOException {
        Set<String> tests = new HashSet<>();
        try (Stream<Path> files = Files.walk(Manual.project().resolve("camel-db2-cdc/src/test/java"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith("Test.java")).toList()) {
                String name = file.getFileName().toString().replace(".java", "");
                TEST.matcher(Files.readString(file)).results().forEach(test -> tests.add(name + '.' + test.group(1)));
            }
        }
        return tests;
    }
}
