package io.github.cameldb2cdc.checkpoint;

import static io.github.cameldb2cdc.checkpoint.SampleCheckpoints.after;
import static io.github.cameldb2cdc.checkpoint.SampleCheckpoints.first;
import static io.github.cameldb2cdc.checkpoint.SampleCheckpoints.loading;
import static io.github.cameldb2cdc.checkpoint.SampleCheckpoints.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A failure at every single call of JDBC, one after the other. */
class TableCheckpointFailureTest {

    private static final int MORE_CALLS_THAN_ANY_USE_HAS = 400;

    private final Db2OnDerby db2 = new Db2OnDerby();

    @AfterEach
    void allConnectionsAreClosed() {
        assertThat(db2.openConnections()).isZero();
    }

    /** Something that is done with a repository, on a checkpoint of its own for each round. */
    private interface Use {
        void run(TableCheckpointRepository repository, String name);
    }

    /** What must hold after the use was repeated. */
    private interface Check {
        void run(String name);
    }

    @ParameterizedTest
    @EnumSource
    void aFirstStoreIsRepeatedWithSuccess(Db2OnDerby.Fault fault) {
        Checkpoint one = first("a", table("T1"), SampleCheckpoints.wideTable(40));

        failAtEachCall(fault, (repository, name) -> repository.store(name, null, one), name -> {
            assertThat(repository().load(name)).contains(one);
        });
    }

    @ParameterizedTest
    @EnumSource
    void aStoreThatAddsChangesAndRemovesTablesIsRepeatedWithSuccess(Db2OnDerby.Fault fault) {
        Checkpoint one = withLongVerdict(first("a", table("T1"), table("T2"), table("T3")));
        Checkpoint two = withLongVerdict(after(one, table("T1"), loading("T2", "s", 1), table("T4")));

        failAtEachCall(
                fault,
                (repository, name) -> repository.store(name, one, two),
                name -> repository().store(name, null, one),
                name -> assertThat(repository().load(name)).contains(two));
    }

    @ParameterizedTest
    @EnumSource
    void aClaimIsRepeatedWithSuccessAndFencesTheOldOwner(Db2OnDerby.Fault fault) {
        Checkpoint old = first("a", table("T1"));
        Checkpoint claimed = old.claimedBy("b");

        failAtEachCall(
                fault,
                (repository, name) -> repository.store(name, old, claimed),
                name -> repository().store(name, null, old),
                name -> {
                    assertThat(repository().load(name)).contains(claimed);
                    assertThatThrownBy(() -> repository().store(name, old, after(old)))
                            .isInstanceOf(CheckpointFencedException.class);
                });
    }

    @ParameterizedTest
    @EnumSource
    void aLoadIsRepeatedWithSuccess(Db2OnDerby.Fault fault) {
        Checkpoint one = first("a", table("T1"));

        failAtEachCall(
                fault,
                (repository, name) -> assertThat(repository.load(name)).contains(one),
                name -> repository().store(name, null, one),
                name -> {});
    }

    @ParameterizedTest
    @EnumSource
    void keysAreRemovedAndClearedAtARepetition(Db2OnDerby.Fault fault) {
        failAtEachCall(
                fault,
                (repository, name) -> {
                    repository.remove(name);
                    repository.add(name + " other");
                    repository.clear();
                },
                name -> repository().add(name),
                name -> {
                    assertThat(repository().contains(name)).isFalse();
                    assertThat(repository().contains(name + " other")).isFalse();
                });
    }

    @ParameterizedTest
    @EnumSource
    void theTableIsCreatedAtARepetition(Db2OnDerby.Fault fault) {
        for (int call = 1; call < MORE_CALLS_THAN_ANY_USE_HAS; call++) {
            TableCheckpointRepository repository = new TableCheckpointRepository(db2, "APP.\"Table " + call + "\"");
            db2.failAt(call, fault);
            repeat(() -> assertThat(repository.load("N")).isEmpty());
            if (!db2.hasFailed()) {
                return;
            }
        }
        throw new AssertionError("The use has more calls than expected.");
    }

    private void failAtEachCall(Db2OnDerby.Fault fault, Use use, Check check) {
        failAtEachCall(fault, use, name -> {}, check);
    }

    private void failAtEachCall(Db2OnDerby.Fault fault, Use use, Check before, Check check) {
        for (int call = 1; call < MORE_CALLS_THAN_ANY_USE_HAS; call++) {
            String name = "FAILS AT " + call;
            before.run(name);
            TableCheckpointRepository repository = repository();
            db2.failAt(call, fault);
            repeat(() -> use.run(repository, name));
            boolean failed = db2.hasFailed();
            assertThat(db2.openConnections()).as(name).isZero();
            check.run(name);
            if (!failed) {
                assertThat(call).as("calls of the use").isGreaterThan(5);
                return;
            }
        }
        throw new AssertionError("The use has more calls than expected.");
    }

    private static void repeat(Runnable use) {
        try {
            use.run();
        } catch (CdcException e) {
            assertThat(e.kind()).as(e.getMessage()).isEqualTo(FailureKind.TRANSIENT);
            use.run();
        }
    }

    private static Checkpoint withLongVerdict(Checkpoint checkpoint) {
        return SampleCheckpoints.withVerdict(
                checkpoint, new Verdict(Verdict.Kind.PRUNED, null, "long ".repeat(1000), Instant.EPOCH));
    }

    private TableCheckpointRepository repository() {
        return new TableCheckpointRepository(db2);
    }
}
