package io.github.cameldb2cdc;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.camel.Navigate;
import org.apache.camel.Route;
import org.apache.camel.Traceable;

/** Looks into a route that is about to start. */
final class RouteModel {

    private RouteModel() {}

    /** Whether the route aggregates, so that its exchanges complete before what becomes of them is safe. */
    static boolean aggregates(Route route) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        return route.getEventDrivenProcessors().stream().anyMatch(processor -> aggregates(processor, seen));
    }

    private static boolean aggregates(Object node, Set<Object> seen) {
        if (!seen.add(node)) {
            return false;
        }
        if (node instanceof Traceable traceable && isAggregate(traceable.getTraceLabel())) {
            return true;
        }
        return node instanceof Navigate<?> navigate
                && navigate.hasNext()
                && navigate.next().stream().anyMatch(next -> aggregates(next, seen));
    }

    private static boolean isAggregate(String label) {
        return label != null && label.startsWith("aggregate");
    }
}
