package io.github.cameldb2cdc;

import io.github.cameldb2cdc.engine.Delivery;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Synchronization;

/**
 * Tells a delivery how its exchange ended.
 *
 * <table>
 * <caption>Answers</caption>
 * <tr><th>the exchange ended</th><th>the delivery</th><th>with manualCommit</th></tr>
 * <tr><td>without a failure</td><td>is done</td><td>has ended</td></tr>
 * <tr><td>with a failure that the route handled</td><td>is done</td><td>has ended</td></tr>
 * <tr><td>with another failure</td><td>failed</td><td>failed</td></tr>
 * <tr><td>marked for rollback</td><td>failed</td><td>failed</td></tr>
 * </table>
 */
final class DeliveryCompletion implements Synchronization {

    private final Delivery delivery;
    private final boolean manualCommit;

    DeliveryCompletion(Delivery delivery, boolean manualCommit) {
        this.delivery = delivery;
        this.manualCommit = manualCommit;
    }

    @Override
    public void onComplete(Exchange exchange) {
        // Camel completes an exchange that is marked for rollback without an exception as if nothing had happened
        if (exchange.isRollbackOnly() || exchange.isRollbackOnlyLast()) {
            delivery.failed(causeOf(exchange));
        } else if (manualCommit) {
            delivery.ended();
        } else {
            delivery.done();
        }
    }

    /**
     * An exception is left on the exchange, so nobody handled it. The mark "failure handled" says nothing here: Camel sets
     * it also when its error handler gave up.
     */
    @Override
    public void onFailure(Exchange exchange) {
        delivery.failed(causeOf(exchange));
    }

    private static Throwable causeOf(Exchange exchange) {
        Throwable cause = exchange.getException();
        return cause != null ? cause : new IllegalStateException("The route marked the exchange for rollback.");
    }
}
