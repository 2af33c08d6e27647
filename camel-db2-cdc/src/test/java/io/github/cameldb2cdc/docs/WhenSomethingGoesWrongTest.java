package io.github.cameldb2cdc.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page that lists what the component says of trouble, beside the code that says it. */
class WhenSomethingGoesWrongTest {

    private static final Pattern ENTRY = Pattern.compile("(?m)^`([^`]+)`::");

    private final Map<String, String> said = OperatorMessages.all();
    private final List<String> listed = ENTRY.matcher(String.join(
                    "\n", Manual.read().page("when-something-goes-wrong.adoc").lines()))
            .results()
            .map((MatchResult result) -> result.group(1))
            .toList();

    @Test
    void everySentenceOfTheCodeIsOnThePage() {
        assertThat(said.entrySet().stream()
                        .filter(sentence -> listed.stream().noneMatch(sentence.getKey()::startsWith))
                        .map(sentence -> sentence.getValue() + ": " + sentence.getKey()))
                .isEmpty();
    }

    @Test
    void everySentenceOfThePageIsSaidByTheCode() {
        assertThat(listed).hasSizeGreaterThan(50).doesNotHaveDuplicates();
        assertThat(listed.stream().filter(beginning -> said.keySet().stream()
                        .noneMatch(sentence -> sentence.startsWith(beginning))))
                .isEmpty();
    }
}
