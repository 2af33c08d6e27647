package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.event.CdcException;
import org.junit.jupiter.api.Test;

class CheckpointClaimTest {

    @Test
    void twoLiveConsumersOfOneCheckpointAreRefused() {
        Object store = new Object();
        try (CheckpointClaim first = CheckpointClaim.take(store, "HR", "route 'a'")) {
            assertThat(first).isNotNull();
            assertThatThrownBy(() -> CheckpointClaim.take(store, "HR", "route 'b'"))
                    .isInstanceOf(CdcException.class)
                    .hasMessage(
                            "The route 'b' and the route 'a' have the same checkpoint 'HR'; set checkpointName to tell"
                                    + " them apart.");
        }
    }

    @Test
    void otherNamesAndOtherStoresAreOtherCheckpoints() {
        Object store = new Object();
        try (CheckpointClaim first = CheckpointClaim.take(store, "HR", "route 'a'");
                CheckpointClaim second = CheckpointClaim.take(store, "SALES", "route 'b'");
                CheckpointClaim third = CheckpointClaim.take(new Object(), "HR", "route 'c'")) {
            assertThat(first).isNotSameAs(second).isNotSameAs(third);
        }
    }

    @Test
    void aStoppedConsumersCheckpointIsFreeAndOnlyItsOwn() {
        Object store = new Object();
        CheckpointClaim first = CheckpointClaim.take(store, "HR", "route 'a'");
        first.close();
        try (CheckpointClaim second = CheckpointClaim.take(store, "HR", "route 'b'")) {
            first.close();
            assertThatThrownBy(() -> CheckpointClaim.take(store, "HR", "route 'c'"))
                    .hasMessageContaining("route 'b'");
            assertThat(second).isNotNull();
        }
    }

    @Test
    void oneTableOfOneUrlIsOneStoreWhateverTheUrlsProperties() {
        Db2CdcConfiguration first = new Db2CdcConfiguration();
        first.setJdbcUrl("jdbc:db2://host:50000/SAMPLE:loginTimeout=5;");
        Db2CdcConfiguration second = new Db2CdcConfiguration();
        second.setJdbcUrl("jdbc:db2://host:50000/SAMPLE");
        second.setCheckpointTable("db2_cdc_checkpoint");

        assertThat(CheckpointPlace.identityOf(first)).isEqualTo(CheckpointPlace.identityOf(second));
    }
}
