package io.github.cameldb2cdc;

import io.github.cameldb2cdc.engine.Delivery;
import java.util.Objects;

/** What a route with {@code manualCommit=true} finds in the header. Thread-safe, as the delivery is. */
final class DeliveryCommit implements Db2CdcManualCommit {

    private final Delivery delivery;

    DeliveryCommit(Delivery delivery) {
        this.delivery = delivery;
    }

    @Override
    public void commit() {
        delivery.doneUpTo();
    }

    @Override
    public void fail(Throwable cause) {
        delivery.failedUpTo(Objects.requireNonNull(cause, "cause"));
    }

    @Override
    public String toString() {
        return "commit of " + delivery.event() + " in round " + delivery.round();
    }
}
