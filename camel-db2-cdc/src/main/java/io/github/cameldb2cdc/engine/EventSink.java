package io.github.cameldb2cdc.engine;

/** Takes events in order. The engine calls it from one thread. */
@FunctionalInterface
public interface EventSink {

    /**
     * Hands over one event. May return before the event is done; must see to it that the delivery gets an answer in the
     * end. An exception thrown here counts as the answer {@link Delivery#failed}.
     */
    void deliver(Delivery delivery);
}
