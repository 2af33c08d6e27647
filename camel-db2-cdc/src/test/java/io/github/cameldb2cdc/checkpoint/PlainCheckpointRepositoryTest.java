package io.github.cameldb2cdc.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A checkpoint in a repository that knows only keys. */
class PlainCheckpointRepositoryTest {

    private static final String NAME = "HR";
    private static final TableId T1 = new TableId("DB2INST1", "T1");
    private static final Sequence OLD = Sequence.parse("00000000000000000005");

    private final ScriptedKeys keys = new ScriptedKeys();

    private PlainCheckpointRepository repository() {
        return new PlainCheckpointRepository(keys);
    }

    private Checkpoint load(CurrentSource.Table... tables) {
        return repository().load(NAME, source(tables)).orElseThrow();
    }

    private static CurrentSource source(CurrentSource.Table... tables) {
        return new CurrentSource("SAMPLE", "ASNCDC", List.of(tables));
    }

    private static CurrentSource.Table now(TableCheckpoint table) {
        return new CurrentSource.Table(table.table(), table.capture(), null);
    }

    private static Checkpoint numbered(Checkpoint before) {
        Checkpoint next = before.next();
        return next.withPosition(Position.endOf(Sequence.parse(String.format("%020X", next.recordNumber()))));
    }

    @Test
    void nothingIsLoadedWhereNothingWasStored() {
        assertThat(repository().load(NAME, source())).isEmpty();
    }

    @Test
    void eachWriteIsReadBackAndUsesTheOtherSlot() {
        Checkpoint stored = SampleCheckpoints.first("a");
        repository().store(NAME, null, stored);
        for (int i = 0; i < 20; i++) {
            Checkpoint next = numbered(stored);
            repository().store(NAME, stored, next);
            assertThat(load().position()).isEqualTo(next.position());
            assertThat(load().anchor()).isEqualTo(next.anchor());
            stored = next;
        }
        assertThat(keys.keys()).allMatch(key -> key.matches("HR/([01]/\\d+|begun)"));
    }

    @Test
    void aLoadedCheckpointIsClaimedAndGoesOn() {
        repository().store(NAME, null, SampleCheckpoints.first("a"));
        Checkpoint loaded = load();
        Checkpoint claimed = loaded.claimedBy("b");
        repository().store(NAME, loaded, claimed);
        repository().store(NAME, claimed, numbered(claimed));

        assertThat(load().recordNumber()).isEqualTo(3);
    }

    @Test
    void oneBrokenSlotMeansTheOlderRecord() {
        Checkpoint one = SampleCheckpoints.first("a");
        Checkpoint two = numbered(one);
        repository().store(NAME, null, one);
        repository().store(NAME, one, two);
        assertThat(load().recordNumber()).isEqualTo(2);
        breakSlot(0);

        assertThat(load().recordNumber()).isEqualTo(1);
    }

    @Test
    void twoBrokenSlotsAreAnErrorAndNoFreshStart() {
        Checkpoint one = SampleCheckpoints.first("a");
        repository().store(NAME, null, one);
        repository().store(NAME, one, numbered(one));
        breakSlot(0);
        breakSlot(1);

        assertThatThrownBy(() -> repository().load(NAME, source()))
                .isInstanceOfSatisfying(CdcException.class, failure -> assertThat(failure.kind())
                        .isEqualTo(FailureKind.DEFINITE))
                .hasMessageContaining("both copies");
    }

    @Test
    void oneBrokenAndOneEmptySlotAreAFirstWriteThatWasInterrupted() {
        repository().store(NAME, null, SampleCheckpoints.first("a"));
        breakSlot(1);
        keys.keys().removeIf(key -> key.startsWith("HR/0/"));
        assertThatThrownBy(() -> repository().load(NAME, source())).hasMessageContaining("both copies");
        keys.remove("HR/begun");

        assertThat(repository().load(NAME, source())).isEmpty();
    }

    private void breakSlot(int slot) {
        keys.remove(keys.keys().stream()
                .filter(key -> key.startsWith("HR/" + slot + "/"))
                .findFirst()
                .orElseThrow());
    }

    @Test
    void theRecordOfAnotherWriterFences() {
        Checkpoint one = SampleCheckpoints.first("a");
        repository().store(NAME, null, one);
        Checkpoint two = numbered(one);
        repository().store(NAME, one, two);
        repository().store(NAME, two, numbered(two));

        Checkpoint other = one.next();
        assertThatThrownBy(() -> repository().store(NAME, one, other)).isInstanceOf(CheckpointFencedException.class);
        assertThatThrownBy(() -> repository().store(NAME, null, one)).isInstanceOf(CheckpointFencedException.class);
        assertThat(load().recordNumber()).isEqualTo(3);
    }

    /** The process dies at each call in turn; the next one finds what was stored, or what was being stored. */
    @ParameterizedTest
    @EnumSource
    void aDeathAtAnyCallLeavesOneOfTheTwoRecords(ScriptedKeys.Fault fault) {
        Checkpoint one = SampleCheckpoints.first("a", SampleCheckpoints.table("T1"));
        Checkpoint two = numbered(one);
        Checkpoint three = numbered(two);
        repository().store(NAME, null, one);
        repository().store(NAME, one, two);
        Set<String> before = Set.copyOf(keys.keys());
        boolean died = true;
        for (int call = 1; died; call++) {
            keys.clear();
            keys.keys().addAll(before);
            died = dies(call, fault, two, three);
            Checkpoint found = load(now(SampleCheckpoints.table("T1")));
            assertThat(found.recordNumber()).isIn(died ? 2L : 3L, 3L);
            assertThat(found.tables()).containsOnlyKeys(T1);
        }
    }

    /** A first write that dies leaves nothing, or all of it. */
    @ParameterizedTest
    @EnumSource
    void aDeathInTheFirstWriteIsAFreshStartOrNone(ScriptedKeys.Fault fault) {
        Checkpoint one = SampleCheckpoints.first("a", SampleCheckpoints.table("T1"));
        boolean died = true;
        for (int call = 1; died; call += 41) {
            keys.clear();
            died = dies(call, fault, null, one);
            Optional<Checkpoint> found = repository().load(NAME, source(now(SampleCheckpoints.table("T1"))));
            found.ifPresent(checkpoint -> assertThat(checkpoint.tables()).containsOnlyKeys(T1));
            repository()
                    .store(NAME, found.orElse(null), found.map(Checkpoint::next).orElse(one));
        }
    }

    private boolean dies(int call, ScriptedKeys.Fault fault, Checkpoint previous, Checkpoint next) {
        keys.dieAt(call, fault);
        try {
            repository().store(NAME, previous, next);
        } catch (CdcException e) {
            assertThat(e.kind()).isEqualTo(FailureKind.TRANSIENT);
            assertThat(e).hasNoCause().hasMessageNotContaining("scripted");
        }
        return keys.hasFailed();
    }

    /** An end at any call leaves the newer record or none, and what is left is forgotten by another try. */
    @ParameterizedTest
    @EnumSource
    void aDeathWhileItForgetsLeavesTheNewestRecordOrNone(ScriptedKeys.Fault fault) {
        Checkpoint one = SampleCheckpoints.first("a", SampleCheckpoints.table("T1"));
        Checkpoint two = numbered(one);
        repository().store(NAME, null, one);
        repository().store(NAME, one, two);
        Set<String> before = Set.copyOf(keys.keys());
        boolean died = true;
        for (int call = 1; died; call += 7) {
            keys.clear();
            keys.keys().addAll(before);
            keys.dieAt(call, fault);
            try {
                repository().forget(NAME);
            } catch (CdcException e) {
                assertThat(e.kind()).isEqualTo(FailureKind.TRANSIENT);
            }
            died = keys.hasFailed();
            Optional<Checkpoint> found = repository().load(NAME, source());
            assertThat(found.map(Checkpoint::recordNumber)).isIn(Optional.of(2L), Optional.empty());
            assertThat(died || found.isEmpty()).isTrue();
            repository().forget(NAME);
            assertThat(repository().load(NAME, source())).isEmpty();
            repository().store(NAME, null, one);
        }
    }

    @Test
    void whatIsDamagedIsForgotten() {
        Checkpoint one = SampleCheckpoints.first("a", SampleCheckpoints.table("T1"));
        repository().store(NAME, null, one);
        breakSlot(0);
        breakSlot(1);

        repository().forget(NAME);

        assertThat(repository().load(NAME, source(now(SampleCheckpoints.table("T1")))))
                .isEmpty();
    }

    /** A single call fails, or does its work and loses the answer; the same store is repeated, as the engine does. */
    @ParameterizedTest
    @EnumSource
    void aStoreIsRepeatedWithSuccessAfterAFailureAtAnyCall(ScriptedKeys.Fault fault) {
        Checkpoint one = SampleCheckpoints.first("a", SampleCheckpoints.table("T1"));
        Checkpoint two = numbered(one).withTable(SampleCheckpoints.table("T2"));
        repository().store(NAME, null, one);
        Set<String> before = Set.copyOf(keys.keys());
        boolean failed = true;
        for (int call = 1; failed; call++) {
            keys.clear();
            keys.keys().addAll(before);
            keys.failAt(call, fault);
            try {
                repository().store(NAME, one, two);
            } catch (CdcException e) {
                repository().store(NAME, one, two);
            }
            failed = keys.hasFailed();
            Checkpoint found = load(now(SampleCheckpoints.table("T1")), now(SampleCheckpoints.table("T2")));
            assertThat(found.recordNumber()).isEqualTo(2);
            assertThat(found.tables()).hasSize(2);
        }
    }

    @Test
    void aTableIsKnownByItsNameAndItsChangeTable() {
        TableCheckpoint table = SampleCheckpoints.table("T1").withLoad(LoadState.LOADED, "s", List.of());
        repository().store(NAME, null, SampleCheckpoints.first("a", table, SampleCheckpoints.table("T2")));

        Map<TableId, TableCheckpoint> found = load(
                        now(table), now(SampleCheckpoints.table("T2")), now(SampleCheckpoints.table("T3")))
                .tables();

        assertThat(found).containsOnlyKeys(T1, new TableId("DB2INST1", "T2"));
        assertThat(found.get(T1).capture()).isEqualTo(table.capture());
        assertThat(found.get(T1).load()).isEqualTo(LoadState.LOADED);
        assertThat(found.get(new TableId("DB2INST1", "T2")).load()).isEqualTo(LoadState.NOT_LOADED);
    }

    @Test
    void aTableThatWasCreatedAnewIsKnownAsAnotherOne() {
        TableCheckpoint table = SampleCheckpoints.table("T1");
        repository().store(NAME, null, SampleCheckpoints.first("a", table));
        LocalDateTime later = LocalDateTime.of(2026, 11, 30, 0, 0);
        CaptureIdentity known = table.capture();
        CaptureIdentity newChangeTable = new CaptureIdentity(known.changeTable(), later, known.sourceCreated());
        CaptureIdentity newSource = new CaptureIdentity(known.changeTable(), known.changeTableCreated(), later);

        for (CaptureIdentity anew : List.of(newChangeTable, newSource)) {
            Checkpoint found = load(new CurrentSource.Table(T1, anew, null));
            assertThat(found.tables().get(T1).capture()).isNotEqualTo(anew);
        }
    }

    @Test
    void theOldSynchpointIsKnownIfItIsTheSameAndInactivityAlways() {
        TableCheckpoint plain = SampleCheckpoints.table("T1");
        TableCheckpoint table = new TableCheckpoint(
                plain.capture(), plain.schema(), plain.joinedAt(), OLD, LoadState.NOT_LOADED, null, List.of(), OLD);
        repository().store(NAME, null, SampleCheckpoints.first("a", table));

        TableCheckpoint same =
                load(new CurrentSource.Table(T1, plain.capture(), OLD)).tables().get(T1);
        assertThat(same.oldSynchpointWhenJoined()).isEqualTo(OLD);
        assertThat(same.inactiveSince()).isNotNull();
        Sequence moved = Sequence.parse("00000000000000000006");
        TableCheckpoint other = load(new CurrentSource.Table(T1, plain.capture(), moved))
                .tables()
                .get(T1);
        assertThat(other.oldSynchpointWhenJoined()).isNull();
    }

    @Test
    void aTableThatIsLeftOutIsForgotten() {
        TableCheckpoint table = SampleCheckpoints.table("T1").withLoad(LoadState.LOADED, "s", List.of());
        Checkpoint one = SampleCheckpoints.first("a", table);
        repository().store(NAME, null, one);
        Checkpoint loaded = load(now(table));
        Checkpoint without = loaded.claimedBy("b").withTables(Map.of());
        repository().store(NAME, loaded, without);
        assertThat(load(now(table)).tables()).isEmpty();

        repository().store(NAME, without, without.next().withTable(SampleCheckpoints.table("T1")));
        assertThat(load(now(table)).tables().get(T1).load()).isEqualTo(LoadState.NOT_LOADED);
    }

    @Test
    void signsOfTablesWithoutARecordAreForgotten() {
        TableCheckpoint table = SampleCheckpoints.table("T1").withLoad(LoadState.LOADED, "s", List.of());
        repository().store(NAME, null, SampleCheckpoints.first("a", table));
        keys.keys().removeIf(key -> !key.contains("/table/"));

        assertThat(repository().load(NAME, source(now(table)))).isEmpty();
        repository().store(NAME, null, SampleCheckpoints.first("a"));
        assertThat(load(now(table)).tables()).isEmpty();
    }

    @Test
    void aVerdictStaysWithItsKind() {
        Verdict verdict = new Verdict(Verdict.Kind.CREATED_ANEW, T1, "Anew.", Instant.ofEpochSecond(9));
        Checkpoint one = SampleCheckpoints.withVerdict(SampleCheckpoints.first("a"), verdict);
        repository().store(NAME, null, one);

        Verdict found = load().verdict();
        assertThat(found.kind()).isEqualTo(Verdict.Kind.CREATED_ANEW);
        assertThat(found.foundAt()).isEqualTo(verdict.foundAt());
        assertThat(found.sentence()).contains("created anew").contains("checkpointName");
    }
}
