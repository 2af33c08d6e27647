package io.github.cameldb2cdc.benchmarks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.cameldb2cdc.envelope.IdempotencyKey;
import io.github.cameldb2cdc.envelope.JsonEnvelope;
import io.github.cameldb2cdc.envelope.MapEnvelope;
import io.github.cameldb2cdc.event.RowChange;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The way of one event from the row that was read to the route that is done with it, in parts and as a whole. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EventPathBenchmark {

    private final ScriptedRow row = new ScriptedRow();
    private final RowChange event = row.toEvent();
    private final JsonEnvelope envelope = JsonEnvelope.plain();
    private final ObjectMapper jackson = new ObjectMapper();
    private final Map<String, Object> map = mapOfTexts(event);
    private final long[] done = new long[1];

    /** What plain Jackson can write without modules: dates and times as their texts. */
    private static Map<String, Object> mapOfTexts(RowChange event) {
        Map<String, Object> map = MapEnvelope.toMap(event);
        @SuppressWarnings("unchecked")
        Map<String, Object> after = (Map<String, Object>) map.get("after");
        after.computeIfPresent("HIRED", (name, date) -> date.toString());
        after.computeIfPresent("UPDATED", (name, timestamp) -> timestamp.toString());
        return map;
    }

    /** (a) */
    @Benchmark
    public RowChange rowToEvent() {
        return row.toEvent();
    }

    /** (b) With headers that cost nothing to compute. */
    @Benchmark
    public void exchangeWithTwelveConstantHeaders(NoOperationRoute route) throws Exception {
        Exchange exchange = route.newExchange();
        exchange.getMessage().setBody(event);
        EventHeaders.setConstants(exchange.getMessage().getHeaders());
        complete(exchange, route);
    }

    /** (b) With the headers of an event, each computed. */
    @Benchmark
    public void exchangeWithHeaders(NoOperationRoute route) throws Exception {
        Exchange exchange = route.newExchange();
        exchange.getMessage().setBody(event);
        EventHeaders.compute(event, exchange.getMessage().getHeaders());
        complete(exchange, route);
    }

    /** (b) With headers that would be computed if the route asked for one; it does not. */
    @Benchmark
    public void exchangeWithUnreadHeaders(NoOperationRoute route) throws Exception {
        complete(lazyExchange(event, route), route);
    }

    /** (b) With headers that are computed since one is asked for. */
    @Benchmark
    public Object exchangeWithOneHeaderRead(NoOperationRoute route) throws Exception {
        Exchange exchange = lazyExchange(event, route);
        Object read = exchange.getMessage().getHeader("CamelDb2CdcTable");
        complete(exchange, route);
        return read;
    }

    /** (c) */
    @Benchmark
    public byte[] json() {
        return envelope.toBytes(event);
    }

    /** (c) The floor: plain Jackson over a map that is there already. */
    @Benchmark
    public byte[] jsonByPlainJackson() throws JsonProcessingException {
        return jackson.writeValueAsBytes(map);
    }

    /** What a route pays that asks for a map. */
    @Benchmark
    public Map<String, Object> map() {
        return MapEnvelope.toMap(event);
    }

    /** A part of the headers. */
    @Benchmark
    public String idempotencyKey() {
        return IdempotencyKey.of(event);
    }

    /** (d) With headers on demand, a route that reads none. */
    @Benchmark
    public byte[] rowToJsonInRoute(NoOperationRoute route) throws Exception {
        RowChange change = row.toEvent();
        Exchange exchange = lazyExchange(change, route);
        byte[] json = envelope.toBytes(change);
        complete(exchange, route);
        return json;
    }

    /** (d) With the headers of an event, each computed. */
    @Benchmark
    public byte[] rowToJsonInRouteWithHeaders(NoOperationRoute route) throws Exception {
        RowChange change = row.toEvent();
        Exchange exchange = route.newExchange();
        exchange.getMessage().setBody(change);
        EventHeaders.compute(change, exchange.getMessage().getHeaders());
        byte[] json = envelope.toBytes(change);
        complete(exchange, route);
        return json;
    }

    private static Exchange lazyExchange(RowChange change, NoOperationRoute route) {
        Exchange exchange = route.newExchange();
        EventMessage message = new EventMessage(exchange, change);
        message.setBody(change);
        exchange.setIn(message);
        return exchange;
    }

    /** Runs the exchange and sees to it that its completion was called, without which the figures would say nothing. */
    private void complete(Exchange exchange, NoOperationRoute route) throws Exception {
        long expected = done[0] + 1;
        exchange.getExchangeExtension().addOnCompletion(new CompletionCount(done));
        route.run(exchange);
        if (done[0] != expected) {
            throw new IllegalStateException("The route did not complete the exchange.");
        }
    }
}
