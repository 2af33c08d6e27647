package io.github.cameldb2cdc.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.event.TableId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What signals ask for, and which are refused. */
class SignalParserTest {

    private static SignalCommand parse(String type, String data) {
        return SignalParser.parse(new Signal("1", type, data));
    }

    private static SignalCommand.Execute execute(String data) {
        return (SignalCommand.Execute) parse("execute-snapshot", data);
    }

    @Test
    void anIncrementalSnapshotIsWhatASignalAsksForIfItDoesNotSay() {
        SignalCommand.Execute command = execute("{\"data-collections\": [\"HR.EMPLOYEES\"]}");
        assertThat(command.blocking()).isFalse();
        assertThat(command.tables()).hasToString("[HR.EMPLOYEES]");
        assertThat(command.conditions()).isEmpty();
        assertThat(command.orderedBy()).isEmpty();
        assertThat(command.keys()).isEmpty();
        assertThat(command.keysNeverChange()).isFalse();
    }

    @Test
    void allThatASignalCanSayIsRead() {
        SignalCommand.Execute command = execute("""
                {"data-collections": ["HR.EMPLOYEES", "HR\\\\.SALARIES.*"],
                 "type": "incremental",
                 "additional-conditions": [{"data-collection": "HR.EMPLOYEES", "filter": "DEPT = 7 AND NAME <> ')'"}],
                 "surrogate-key": "HIRED, ID",
                 "keys-never-change": true}
                """);
        assertThat(command.tables()).hasSize(2);
        assertThat(command.conditions()).singleElement().satisfies(condition -> {
            assertThat(condition.table().matches(new TableId("HR", "EMPLOYEES")))
                    .isTrue();
            assertThat(condition.predicate()).isEqualTo("DEPT = 7 AND NAME <> ')'");
            assertThat(condition.toString()).doesNotContain("DEPT");
        });
        assertThat(command.orderedBy()).containsExactly("HIRED", "ID");
        assertThat(command.keysNeverChange()).isTrue();
        assertThat(execute("{\"data-collections\": [\"HR.EMPLOYEES\"], \"keys\": [{\"ID\": 7}, {\"ID\": 9}]}")
                        .keys())
                .hasSize(2);
    }

    @Test
    void aBlockingSnapshotIsOneThatSaysSo() {
        assertThat(execute("{\"type\": \"BLOCKING\", \"data-collections\": [\"HR.EMPLOYEES\"]}")
                        .blocking())
                .isTrue();
    }

    @Test
    void aStopNamesTablesOrMeansAll() {
        assertThat(parse("stop-snapshot", null)).isEqualTo(new SignalCommand.Stop(List.of()));
        SignalCommand.Stop some = (SignalCommand.Stop)
                parse("stop-snapshot", "{\"type\": \"INCREMENTAL\", \"data-collections\": [\"HR.EMPLOYEES\"]}");
        assertThat(some.tables()).hasToString("[HR.EMPLOYEES]");
    }

    @Test
    void aPauseAndAResumeNeedNoData() {
        assertThat(parse("pause-snapshot", " ")).isEqualTo(new SignalCommand.Pause());
        assertThat(parse("RESUME-SNAPSHOT", "{\"type\": \"INCREMENTAL\"}")).isEqualTo(new SignalCommand.Resume());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"data-collections\": []}",
                "{\"data-collections\": \"HR.EMPLOYEES\"}",
                "{\"data-collections\": [7]}",
                "{\"data-collections\": [\"\"]}",
                "{\"data-collections\": [\"[\"]}",
                "{\"data-collections\": [\"HR.A\"], \"type\": \"SOON\"}",
                "{\"data-collections\": [\"HR.A\"], \"typ\": \"BLOCKING\"}",
                "{\"data-collections\": [\"HR.A\"], \"data-collections\": [\"HR.B\"]}",
                "{\"data-collections\": [\"HR.A\"], \"additional-conditions\": [\"ID = 1\"]}",
                "{\"data-collections\": [\"HR.A\"], \"additional-conditions\": [{\"data-collection\": \"HR.A\"}]}",
                "{\"data-collections\": [\"HR.A\"], \"additional-conditions\": [{\"filter\": \"ID = 1\"}]}",
                "{\"data-collections\": [\"HR.A\"], \"keys\": []}",
                "{\"data-collections\": [\"HR.A\"], \"keys\": [7]}",
                "{\"data-collections\": [\"HR.A\"], \"keys\": [{\"ID\": 7}], \"surrogate-key\": \"ID\"}",
                "{\"data-collections\": [\"HR.A\"], \"keys\": [{\"ID\": 7}],"
                        + " \"additional-conditions\": [{\"data-collection\": \"HR.A\", \"filter\": \"ID = 1\"}]}",
                "{\"data-collections\": [\"HR.A\"], \"keys\": [{\"ID\": 7}], \"type\": \"BLOCKING\"}",
                "{\"data-collections\": [\"HR.A\"], \"surrogate-key\": \"A,,B\"}",
                "{\"data-collections\": [\"HR.A\"], \"surrogate-key\": 7}",
                "{\"data-collections\": [\"HR.A\"], \"keys-never-change\": \"yes\"}",
                "[\"HR.A\"]",
                "{\"data-collections\": [\"HR.A\"]} {}",
                "{\"data-collections\": [\"HR.A\""
            })
    void whatIsNotUnderstoodIsRefusedWithASentence(String data) {
        assertThatThrownBy(() -> execute(data))
                .isInstanceOf(SignalRefusedException.class)
                .hasMessageEndingWith(".")
                .hasNoCause();
    }

    @Test
    void anUnknownTypeIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> parse("log", null))
                .isInstanceOf(SignalRefusedException.class)
                .hasMessage("'log' is no type of a signal that is known; it may be execute-snapshot, stop-snapshot,"
                        + " pause-snapshot, resume-snapshot.");
    }

    @Test
    void anUnknownPropertyIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> parse("pause-snapshot", "{\"data-collections\": []}"))
                .isInstanceOf(SignalRefusedException.class)
                .hasMessage("\"data-collections\" is not known here; known are [type].");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stop-snapshot", "pause-snapshot", "resume-snapshot"})
    void aBlockingSnapshotIsNotStoppedOrPaused(String type) {
        assertThatThrownBy(() -> parse(type, "{\"type\": \"BLOCKING\"}"))
                .isInstanceOf(SignalRefusedException.class)
                .hasMessageContaining("stop the route instead");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "1 = 1) OR (1 = 1 | a parenthesis that was not opened",
                "(A = 1 | a parenthesis that is not closed",
                "A = 'x | a quote that is not closed",
                "\"A = 1 | a quote that is not closed",
                "A = 1; DROP TABLE T | a semicolon",
                "A = ? | a parameter marker",
                "A = 1 -- all | a comment",
                "A = 1 /* all */ | a comment"
            })
    void aFilterThatCouldLeaveItsParenthesesIsRefused(String filter, String what) {
        assertThatThrownBy(() -> PredicateCheck.check(filter))
                .isInstanceOf(SignalRefusedException.class)
                .hasMessage("A \"filter\" has " + what + "; write one predicate, as behind WHERE.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A = 'it''s; (not?) -- a comment /* */'",
                "\"odd;)name\" = 1",
                "A IN (SELECT B FROM T WHERE (C - -1) / 2 > 0)"
            })
    void aFilterMayHoldAnythingInsideQuotes(String filter) {
        PredicateCheck.check(filter);
    }

    @Test
    void aMessageIsASignalOrTheDataOfOne() {
        Signal whole = SignalParser.read(
                SignalType.EXECUTE_SNAPSHOT,
                "{\"id\": \"a\", \"type\": \"execute-snapshot\", \"data\": {\"data-collections\": [\"HR.A\"]}}",
                "b");
        assertThat(whole).isEqualTo(new Signal("a", "execute-snapshot", "{\"data-collections\":[\"HR.A\"]}"));
        Signal text = SignalParser.read(
                SignalType.EXECUTE_SNAPSHOT, "{\"data\": \"{\\\"data-collections\\\": [\\\"HR.A\\\"]}\"}", "b");
        assertThat(text).isEqualTo(new Signal("b", "execute-snapshot", "{\"data-collections\": [\"HR.A\"]}"));
        Signal data = SignalParser.read(SignalType.EXECUTE_SNAPSHOT, "{\"data-collections\": [\"HR.A\"]}", "b");
        assertThat(data).isEqualTo(new Signal("b", "execute-snapshot", "{\"data-collections\": [\"HR.A\"]}"));
        assertThat(SignalParser.read(SignalType.STOP_SNAPSHOT, null, "b"))
                .isEqualTo(new Signal("b", "stop-snapshot", null));
    }

    @Test
    void aSignalForSomethingElseIsRefused() {
        assertThatThrownBy(() -> SignalParser.read(
                        SignalType.STOP_SNAPSHOT, "{\"id\": \"a\", \"type\": \"execute-snapshot\", \"data\": {}}", "b"))
                .isInstanceOf(SignalRefusedException.class)
                .hasMessage("The message is a signal of the type 'execute-snapshot' and was sent for stop-snapshot.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "aaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbb"
                        + "aaaaaaaaaabbbbbbbbbbc"
            })
    void anIdHasOneToAHundredCharacters(String id) {
        assertThatThrownBy(() -> new Signal(id, "pause-snapshot", null)).isInstanceOf(SignalRefusedException.class);
    }

    @Test
    void noMessageShowsAValue() {
        Signal signal = new Signal("1", "execute-snapshot", "{\"data-collections\": [\"HR.A\"], secret");
        assertThat(signal.toString()).doesNotContain("secret");
        assertThatThrownBy(() -> SignalParser.parse(signal))
                .hasMessageNotContaining("secret")
                .hasNoCause();
    }
}
