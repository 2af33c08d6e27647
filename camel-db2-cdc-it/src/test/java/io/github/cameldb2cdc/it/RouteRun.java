package io.github.cameldb2cdc.it;

import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.test.Db2WithCapture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import javax.sql.DataSource;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.awaitility.Awaitility;

/** A route from the component to a list, as an application has one. The test that starts it closes it. */
public final class RouteRun implements AutoCloseable {

    /** A real Capture publishes once per second, and its first look at a table takes longer. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final List<RowChange> events = new CopyOnWriteArrayList<>();

    private RouteRun() {}

    /** Starts a route on these schemas; every event is taken. */
    static RouteRun start(Db2WithCapture db2, String schemas, String options) {
        return start(db2.dataSource(), db2.controlSchema(), schemas, options, event -> {});
    }

    /**
     * Starts a route.
     *
     * @param options more options of the endpoint, as in a URI
     * @param taking is called with each event before it counts as taken; what it throws fails the exchange
     */
    public static RouteRun start(
            DataSource dataSource, String controlSchema, String schemas, String options, Consumer<RowChange> taking) {
        RouteRun run = new RouteRun();
        run.camel.getRegistry().bind("db2", dataSource);
        run.camel.getShutdownStrategy().setTimeout(20);
        try {
            run.camel.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("db2-cdc:" + schemas + "?controlSchema=" + controlSchema + "&delay=100&checkpointInterval=100"
                                    + "&captureProofWait=0"
                                    + (options.isEmpty() ? "" : "&" + options))
                            .process(exchange -> {
                                RowChange event = exchange.getMessage().getBody(RowChange.class);
                                taking.accept(event);
                                run.events.add(event);
                            });
                }
            });
            run.camel.start();
        } catch (Exception e) {
            run.close();
            throw new IllegalStateException("The route did not start: " + e.getMessage(), e);
        }
        return run;
    }

    /** What was taken so far, in its order. */
    public List<RowChange> events() {
        return List.copyOf(events);
    }

    /** The events as text: operation, table, row before, row after. */
    public List<String> lines() {
        return events.stream().map(RouteRun::line).toList();
    }

    private static String line(RowChange event) {
        String text = event.operation().code() + " " + event.table().id().name();
        text += event.before() == null ? "" : " " + event.before().toMap();
        return text + (event.after() == null ? "" : " " + event.after().toMap());
    }

    public void awaitEvents(int count) {
        awaitSize(size -> size >= count, "at least " + count);
    }

    private void awaitSize(IntPredicate condition, String what) {
        Awaitility.await(what + " events")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .failFast("the route has ended", camel::isStopped)
                .until(() -> condition.test(events.size()));
    }

    /** Waits until a sink that applied all events so far would equal the source. */
    void awaitEqual(Target target, Db2WithCapture db2) {
        awaitEqual(target, db2, List.of());
    }

    /**
     * Waits until a sink that had applied the earlier events, and then all of this route, would equal the source.
     *
     * @param earlier of a route before this one
     */
    void awaitEqual(Target target, Db2WithCapture db2, List<RowChange> earlier) {
        Awaitility.await("the target equals the source")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(() -> {
                    List<RowChange> all = new ArrayList<>(earlier);
                    all.addAll(events);
                    target.assertEqualsSource(all, db2);
                });
    }

    @Override
    public void close() {
        camel.stop();
    }
}
