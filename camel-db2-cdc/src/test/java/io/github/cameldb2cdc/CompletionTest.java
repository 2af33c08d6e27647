package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.camel.Exchange;
import org.apache.camel.builder.DeadLetterChannelBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.AggregateDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.processor.aggregate.UseLatestAggregationStrategy;
import org.apache.camel.support.builder.ExpressionBuilder;
import org.junit.jupiter.api.Test;

/** What a delivery is told for each way in which a route can end its exchange. */
class CompletionTest {

    private static final List<String> DONE = List.of("done");

    @Test
    void aPlainRouteIsDoneBeforeTheSinkReturns() throws Exception {
        assertAnswer("done", route -> route.to("direct:next"));
    }

    @Test
    void aRouteWithSedaIsDoneLaterOnAnotherThread() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        try (ScriptedSource source = new ScriptedSource(routes(
                route -> route.to("seda:next?concurrentConsumers=2&pollTimeout=20"),
                next -> next.process(exchange -> gate.await())))) {
            ScriptedDelivery delivery = source.deliver(SampleEvents.created(1));

            assertThat(delivery.answers()).isEmpty();

            gate.countDown();
            await().untilAsserted(() -> assertThat(delivery.answers()).isEqualTo(DONE));
            assertThat(delivery.answeredBy()).isNotSameAs(Thread.currentThread());
        }
    }

    @Test
    void aFailureBehindSedaIsTheDeliverysFailure() throws Exception {
        try (ScriptedSource source = new ScriptedSource(
                routes(route -> route.to("seda:next?concurrentConsumers=2&pollTimeout=20"), CompletionTest::failing))) {
            ScriptedDelivery delivery = source.deliver(SampleEvents.created(1));

            await().untilAsserted(() -> assertThat(delivery.answers()).containsExactly("failed: broken"));
        }
    }

    @Test
    void deliveriesBehindSedaEndInAnyOrder() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        try (ScriptedSource source = new ScriptedSource(routes(
                route -> route.to("seda:next?concurrentConsumers=2&pollTimeout=20"),
                next -> next.process(exchange -> {
                    if (exchange.getMessage().getHeader(Db2CdcConstants.KEY).equals("{\"ID\":1}")) {
                        first.await();
                    }
                })))) {
            ScriptedDelivery slow = source.deliver(SampleEvents.created(1));
            ScriptedDelivery quick = source.deliver(SampleEvents.created(2));

            await().untilAsserted(() -> assertThat(quick.answers()).isEqualTo(DONE));
            assertThat(slow.answers()).isEmpty();

            first.countDown();
            await().untilAsserted(() -> assertThat(slow.answers()).isEqualTo(DONE));
        }
    }

    @Test
    void aRouteWithThreadsIsDone() throws Exception {
        assertAnswer("done", route -> route.threads(2).to("direct:next"));
    }

    @Test
    void aFailureBehindThreadsIsTheDeliverysFailure() throws Exception {
        assertAnswer("failed: broken", route -> failing(route.threads(2).end()));
    }

    @Test
    void aParallelMulticastIsDone() throws Exception {
        assertAnswer("done", route -> route.multicast().parallelProcessing().to("direct:next", "direct:next"));
    }

    @Test
    void aWireTapIsDoneWithoutTheTap() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (ScriptedSource source = new ScriptedSource(
                routes(route -> route.wireTap("direct:next"), next -> next.process(exchange -> never.await())))) {
            assertThat(source.deliver(SampleEvents.created(1)).answers()).isEqualTo(DONE);
            never.countDown();
        }
    }

    @Test
    void anEventThatAFilterDropsIsDone() throws Exception {
        assertAnswer("done", route -> route.filter().constant(false).to("direct:next"));
    }

    @Test
    void anEventThatTheRouteStopsIsDone() throws Exception {
        assertAnswer("done", route -> route.stop());
    }

    @Test
    void anExceptionIsTheDeliverysFailure() throws Exception {
        assertAnswer("failed: broken", CompletionTest::failing);
    }

    @Test
    void aDeadLetterChannelMakesItDone() throws Exception {
        assertAnswer("done", route -> failing(route.errorHandler(new DeadLetterChannelBuilder("direct:next"))));
    }

    @Test
    void aHandledFailureIsDone() throws Exception {
        assertAnswer(
                "done",
                route -> failing(route.onException(Exception.class)
                        .handled(true)
                        .to("direct:next")
                        .end()));
    }

    @Test
    void aContinuedFailureIsDone() throws Exception {
        assertAnswer(
                "done",
                route -> failing(
                        route.onException(Exception.class).continued(true).end()));
    }

    @Test
    void aFailureThatIsNotHandledStaysOne() throws Exception {
        assertAnswer(
                "failed: broken",
                route -> failing(route.onException(Exception.class)
                        .handled(false)
                        .to("direct:next")
                        .end()));
    }

    @Test
    void aMarkForRollbackWithoutAnExceptionIsAFailure() throws Exception {
        assertAnswer("failed: The route marked the exchange for rollback.", route -> route.markRollbackOnly());
    }

    @Test
    void aHandledFailureThatIsMarkedForRollbackIsAFailure() throws Exception {
        assertAnswer(
                "failed: The route marked the exchange for rollback.",
                route -> failing(route.onException(Exception.class)
                        .handled(true)
                        .markRollbackOnly()
                        .end()));
    }

    @Test
    void anAggregationIsDoneAtOnceWithoutManualCommit() throws Exception {
        assertAnswer("done", route -> aggregating(route, 2).to("direct:next"));
    }

    @Test
    void anEventOfWhichNoExchangeCanBeMadeHasFailed() throws Exception {
        try (ScriptedSource source =
                new ScriptedSource(routes(route -> route.to("direct:next"), next -> next.to("log:next?level=OFF")))) {
            ScriptedDelivery delivery = source.deliver(SampleEvents.malformed(), BodyType.JSON, false);

            assertThat(delivery.answers()).singleElement().asString().startsWith("failed: ");
        }
    }

    @Test
    void withManualCommitSuccessSaysOnlyThatTheExchangeEnded() throws Exception {
        assertManualAnswers(List.of("ended"), route -> route.to("direct:next"));
    }

    @Test
    void withManualCommitAHandledFailureSaysOnlyThatTheExchangeEnded() throws Exception {
        assertManualAnswers(
                List.of("ended"),
                route -> failing(route.onException(Exception.class)
                        .handled(true)
                        .to("direct:next")
                        .end()));
    }

    @Test
    void withManualCommitAFailedExchangeFailsItsDelivery() throws Exception {
        assertManualAnswers(List.of("failed: broken"), CompletionTest::failing);
    }

    @Test
    void withManualCommitAMarkForRollbackFailsItsDelivery() throws Exception {
        assertManualAnswers(
                List.of("failed: The route marked the exchange for rollback."), route -> route.markRollbackOnly());
    }

    @Test
    void aCommitIsCumulative() throws Exception {
        assertManualAnswers(
                List.of("doneUpTo", "ended"),
                route -> route.process(exchange -> committer(exchange).commit()));
    }

    @Test
    void aFailOfTheCommitterIsCumulative() throws Exception {
        assertManualAnswers(
                List.of("failedUpTo: sink is down", "ended"),
                route ->
                        route.process(exchange -> committer(exchange).fail(new IllegalStateException("sink is down"))));
    }

    @Test
    void anAggregationCommitsWithTheNewestCommitter() throws Exception {
        try (ScriptedSource source = new ScriptedSource(routes(
                route -> aggregating(route, 2)
                        .process(exchange -> committer(exchange).commit()),
                next -> next.to("log:next?level=OFF")))) {
            ScriptedDelivery first = source.deliver(SampleEvents.created(1), BodyType.EVENT, true);
            assertThat(first.answers()).containsExactly("ended");

            ScriptedDelivery second = source.deliver(SampleEvents.created(2), BodyType.EVENT, true);

            await().untilAsserted(() -> assertThat(second.answers()).containsExactlyInAnyOrder("ended", "doneUpTo"));
            assertThat(first.answers()).containsExactly("ended");
        }
    }

    private static Db2CdcManualCommit committer(Exchange exchange) {
        return exchange.getMessage().getHeader(Db2CdcConstants.MANUAL_COMMIT, Db2CdcManualCommit.class);
    }

    private static AggregateDefinition aggregating(RouteDefinition route, int size) {
        return route.aggregate(ExpressionBuilder.constantExpression(true), new UseLatestAggregationStrategy())
                .completionSize(size);
    }

    private static void failing(ProcessorDefinition<?> route) {
        route.process(exchange -> {
            throw new IllegalStateException("broken");
        });
    }

    private static void assertAnswer(String answer, Shape shape) throws Exception {
        try (ScriptedSource source = new ScriptedSource(routes(shape, next -> next.to("log:next?level=OFF")))) {
            ScriptedDelivery delivery = source.deliver(SampleEvents.created(1));

            await().untilAsserted(() -> assertThat(delivery.answers()).containsExactly(answer));
        }
    }

    private static void assertManualAnswers(List<String> answers, Shape shape) throws Exception {
        try (ScriptedSource source = new ScriptedSource(routes(shape, next -> next.to("log:next?level=OFF")))) {
            ScriptedDelivery delivery = source.deliver(SampleEvents.created(1), BodyType.EVENT, true);

            assertThat(new ArrayList<>(delivery.answers())).isEqualTo(answers);
        }
    }

    /** The route from the source, and one from direct:next or seda:next. */
    private static RouteBuilder routes(Shape shape, Shape next) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                shape.on(from(ScriptedSource.URI));
                next.on(from("seda:next?concurrentConsumers=2&pollTimeout=20"));
                next.on(from("direct:next"));
            }
        };
    }

    @FunctionalInterface
    private interface Shape {
        void on(RouteDefinition route);
    }
}
