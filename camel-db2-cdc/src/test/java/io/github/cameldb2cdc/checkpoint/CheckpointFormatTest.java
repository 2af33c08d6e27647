package io.github.cameldb2cdc.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointFormatTest {

    private static final String NAME = "DB2INST1";
    private static final int ROUNDS = 2000;

    @Test
    void everyCheckpointIsReadAsItWasWritten() {
        long firstSeed = System.nanoTime();
        for (long seed = firstSeed; seed < firstSeed + ROUNDS; seed++) {
            Checkpoint checkpoint = new RandomCheckpoints(seed).next();
            assertThat(roundTrip(checkpoint, seed)).as("seed %d", seed).isEqualTo(checkpoint);
        }
    }

    @Test
    void aColumnOfEveryTypeCanBeInAKey() {
        Checkpoint checkpoint = SampleCheckpoints.first("owner", SampleCheckpoints.everyKeyType());

        assertThat(roundTrip(checkpoint, 0)).isEqualTo(checkpoint);
    }

    @Test
    void aRecordIsOneLineOfAscii() {
        String record = CheckpointFormat.writeTable(SampleCheckpoints.wideTable(3));

        assertThat(record.chars()).allMatch(letter -> letter >= ' ' && letter < 0x80);
    }

    @Test
    void damagedTextIsAlwaysADefiniteFailureOrReadAsSomething() {
        long firstSeed = System.nanoTime();
        for (long seed = firstSeed; seed < firstSeed + ROUNDS; seed++) {
            Checkpoint checkpoint = new RandomCheckpoints(seed).next();
            String damaged = damage(CheckpointFormat.writeHead(checkpoint), new Random(seed));
            Throwable failure = catchThrowable(() -> CheckpointFormat.read(NAME, damaged, tablesOf(checkpoint)));
            if (failure != null) {
                assertThat(failure).as("seed %d", seed).isInstanceOf(CdcException.class);
            }
        }
    }

    private static String damage(String text, Random random) {
        int at = random.nextInt(text.length());
        return random.nextBoolean()
                ? text.substring(0, at)
                : text.substring(0, at) + (char) random.nextInt(0x80) + text.substring(at + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{", "[]", "null", "1", "\"text\"", "{}", "no JSON", "{\"version\":1}"})
    void whatIsNoRecordIsRefusedAndTheSentenceNamesTheCheckpointAndWhatToDo(String text) {
        CdcException failure = failureOf(text);

        assertThat(failure.kind()).isEqualTo(FailureKind.DEFINITE);
        assertThat(failure)
                .hasMessageStartingWith("The checkpoint 'DB2INST1' is damaged: its head cannot be read, ")
                .hasMessageEndingWith("; restore it from a backup, or delete it to start anew as snapshotMode says.");
    }

    @Test
    void aNewerVersionIsRefusedAndTheSentenceNamesBothVersions() {
        String newer = head().replace("\"version\":1", "\"version\":7");

        assertThat(failureOf(newer))
                .hasMessage("The checkpoint 'DB2INST1' has version 7 of the format and this release reads up to"
                        + " version 1; use the release that wrote it, or a later one.");
    }

    @Test
    void aNewerVersionOfATableIsRefusedToo() {
        TableCheckpoint table = SampleCheckpoints.table("T");
        String newer = CheckpointFormat.writeTable(table).replace("\"version\":1", "\"version\":2");
        String head = CheckpointFormat.writeHead(SampleCheckpoints.first("owner", table));

        assertThatThrownBy(() -> CheckpointFormat.read(NAME, head, List.of(newer)))
                .hasMessageContaining("has version 2 of the format");
    }

    @Test
    void unknownFieldsOfTheSameVersionAreIgnored() {
        TableCheckpoint table = SampleCheckpoints.everyKeyType();
        Checkpoint checkpoint = SampleCheckpoints.first("owner", table);
        String head = withExtraFields(CheckpointFormat.writeHead(checkpoint));
        String record = withExtraFields(CheckpointFormat.writeTable(table));

        assertThat(CheckpointFormat.read(NAME, head, List.of(record))).isEqualTo(checkpoint);
    }

    private static String withExtraFields(String record) {
        return record.replace("{\"", "{\"later\":[{\"x\":null}],\"");
    }

    @Test
    void aMissingRecordOfATableIsNoticed() {
        String head = CheckpointFormat.writeHead(SampleCheckpoints.first("owner", SampleCheckpoints.table("T")));

        assertThatThrownBy(() -> CheckpointFormat.read(NAME, head, List.of()))
                .hasMessageContaining("it names 1 tables and there are records of 0");
    }

    @Test
    void aFailureRepeatsNoValue() {
        TableCheckpoint table = SampleCheckpoints.everyKeyType();
        String head = CheckpointFormat.writeHead(SampleCheckpoints.first("owner", table));
        String record = CheckpointFormat.writeTable(table).replace("\"0001-01-01\"", "\"SECRET\"");

        Throwable failure = catchThrowable(() -> CheckpointFormat.read(NAME, head, List.of(record)));

        assertThat(failure).hasMessageContaining("C_DATE").hasNoCause();
        assertThat(failure.getMessage()).doesNotContain("SECRET");
    }

    @Test
    void aKeyThatDoesNotFitItsTableIsABug() {
        TableCheckpoint table = SampleCheckpoints.table("T");
        KeyRange wrongType = new KeyRange(SampleCheckpoints.key("text"), null);
        KeyRange wrongSize = new KeyRange(SampleCheckpoints.key(1, 2), null);

        for (KeyRange range : List.of(wrongType, wrongSize)) {
            TableCheckpoint broken = table.withLoad(LoadState.LOADING, "s", List.of(range));
            assertThatThrownBy(() -> CheckpointFormat.writeTable(broken))
                    .isInstanceOfSatisfying(CdcException.class, failure -> assertThat(failure.kind())
                            .isEqualTo(FailureKind.BUG));
        }
    }

    private static CdcException failureOf(String head) {
        return (CdcException) catchThrowable(() -> CheckpointFormat.read(NAME, head, List.of()));
    }

    private static String head() {
        return CheckpointFormat.writeHead(SampleCheckpoints.first("owner"));
    }

    private static Checkpoint roundTrip(Checkpoint checkpoint, long seed) {
        List<String> tables = new ArrayList<>(tablesOf(checkpoint));
        Collections.shuffle(tables, new Random(seed));
        return CheckpointFormat.read(NAME, CheckpointFormat.writeHead(checkpoint), tables);
    }

    private static List<String> tablesOf(Checkpoint checkpoint) {
        return checkpoint.tables().values().stream()
                .map(CheckpointFormat::writeTable)
                .toList();
    }
}
