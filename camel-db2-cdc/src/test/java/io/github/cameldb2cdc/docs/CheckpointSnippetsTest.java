package io.github.cameldb2cdc.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.Db2CdcConstants;
import io.github.cameldb2cdc.checkpoint.FileCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.JdbcCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.TargetDatabase;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.FluentProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.processor.idempotent.FileIdempotentRepository;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java pieces of the page on checkpoints, each in a route that works. */
class CheckpointSnippetsTest {

    @TempDir
    private Path directory;

    private final EmbeddedDb2 db2 = EmbeddedDb2.start();
    private final RouteUnderTest route = new RouteUnderTest(db2);
    private final AtomicInteger arrived = new AtomicInteger();

    @BeforeEach
    void prepare() {
        ExampleEvents.prepare(db2, Manual.read());
        route.configuration().setMaximumBackoff(20);
    }

    @AfterEach
    void close() {
        route.close();
        db2.close();
    }

    @Test
    void aFileKeepsTheCheckpoint() {
        bindFiles(route.context(), directory);
        route.run("db2-cdc:HR?idempotentRepository=#checkpoints", exchange -> arrived.incrementAndGet());

        Awaitility.await().until(() -> Files.exists(directory.resolve("checkpoint-HR.json")));
        Awaitility.await().until(() -> arrived.get() == 1);
    }

    private static void bindFiles(CamelContext context, Path directory) {
        // tag::file-repository[]
        context.getRegistry().bind("checkpoints", new FileCheckpointRepository(directory));
        // end::file-repository[]
    }

    @Test
    void aPlainRepositoryKeepsTheCheckpoint() throws SQLException {
        bindPlain(route.context(), directory);
        route.run("db2-cdc:HR?idempotentRepository=#checkpoints&delay=20", exchange -> arrived.incrementAndGet());
        Awaitility.await().until(() -> arrived.get() == 1);
        stop();
        start();
        db2.execute("UPDATE HR.EMPLOYEES SET SALARY = 1");

        Awaitility.await().until(() -> arrived.get() == 2);
        assertThat(directory.resolve("checkpoint-keys.txt")).isNotEmptyFile();
    }

    private void stop() {
        try {
            route.context().getRouteController().stopAllRoutes();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void start() {
        try {
            route.context().getRouteController().startAllRoutes();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void bindPlain(CamelContext context, Path directory) {
        // tag::plain-repository[]
        IdempotentRepository keys = FileIdempotentRepository.fileIdempotentRepository(
                directory.resolve("checkpoint-keys.txt").toFile(), 5000, 32 << 20);
        context.getRegistry().bind("checkpoints", keys);
        // end::plain-repository[]
    }

    @Test
    void anAggregatedBatchThatFailedComesAgain() {
        Batches batches = new Batches();
        route.bind("batches", batches);
        route.run(new RouteBuilder() {
            @Override
            public void configure() {
                // tag::manual-commit-route[]
                from("db2-cdc:HR?tables=EMPLOYEES&manualCommit=true")
                        .aggregate(constant(true), Batching::collect)
                        .completionSize(500)
                        .completionTimeout(200)
                        .doTry()
                        .to("bean:batches")
                        .process(exchange -> Batching.committerOf(exchange).commit())
                        .doCatch(Exception.class)
                        .process(exchange -> Batching.committerOf(exchange)
                                .fail(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class)));
                // end::manual-commit-route[]
            }
        });

        Awaitility.await().until(() -> batches.taken.size() == 1);
        assertThat(batches.failed).isTrue();
    }

    /** Behind the sink each exchange fails once, after its transaction was committed, so each event comes twice. */
    @Test
    void eachEventHasItsEffectOnce() throws SQLException {
        DataSource target = TargetDatabase.postgres();
        createTables(target);
        Set<Object> seen = new HashSet<>();
        route.context().getCamelContextExtension().addInterceptStrategy((context, node, sink, next) -> exchange -> {
            sink.process(exchange);
            arrived.incrementAndGet();
            if (seen.add(exchange.getMessage().getHeader(Db2CdcConstants.IDEMPOTENCY_KEY))) {
                throw new IllegalStateException("behind the sink");
            }
        });
        route.run(new RouteBuilder() {
            @Override
            public void configure() {
                // tag::exactly-once-route[]
                JdbcCheckpointRepository checkpoints = new JdbcCheckpointRepository(target);
                getContext().getRegistry().bind("checkpoints", checkpoints);
                from("db2-cdc:HR?tables=EMPLOYEES&idempotentRepository=#checkpoints")
                        .process(new EmployeeSink(target, checkpoints));
                // end::exactly-once-route[]
            }
        });
        Awaitility.await().until(() -> arrived.get() == 2);
        Manual.read().block("example-changes").statements().forEach(db2::execute);
        db2.execute("UPDATE HR.EMPLOYEES SET SALARY = SALARY + 1");

        Awaitility.await().until(() -> arrived.get() >= 14);
        assertThat(rows(target, "SELECT ID, SALARY FROM SALARY_CHANGES ORDER BY ID"))
                .containsExactly("1 6101.00", "7 5460.00");
        assertThat(rows(target, "SELECT ID, SALARY FROM EMPLOYEES")).containsExactly("1 6101.00");
    }

    @Test
    void aConsumerThatMissedChangesGoesOnWhenItIsToldTo() {
        MemoryCheckpointRepository checkpoints = new MemoryCheckpointRepository();
        route.configuration().setIdempotentRepository(checkpoints);
        route.run("db2-cdc:HR?tables=EMPLOYEES&delay=20", exchange -> arrived.incrementAndGet());
        Awaitility.await().until(() -> arrived.get() == 1);
        stop();
        db2.execute("UPDATE HR.EMPLOYEES SET SALARY = 1");
        db2.capture().publish();
        db2.capture().pruneAll();
        start();
        Awaitility.await().until(() -> resume(route.context().createFluentProducerTemplate()));
        db2.execute("UPDATE HR.EMPLOYEES SET SALARY = 2");

        Awaitility.await().until(() -> arrived.get() == 2);
    }

    private static boolean resume(FluentProducerTemplate template) {
        // tag::resume-gap[]
        boolean resumed = template.to("db2-cdc:HR?operation=RESUME").request(Boolean.class);
        // end::resume-gap[]
        return resumed;
    }

    private static void createTables(DataSource target) throws SQLException {
        // tag::exactly-once-target[]
        try (Connection connection = target.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE EMPLOYEES (ID INT PRIMARY KEY, NAME VARCHAR(40), SALARY NUMERIC(9, 2))");
            statement.execute("CREATE TABLE SALARY_CHANGES (ID INT, SALARY NUMERIC(9, 2))");
        }
        // end::exactly-once-target[]
    }

    private static List<String> rows(DataSource target, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = target.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                rows.add(result.getString(1) + ' ' + result.getString(2));
            }
        }
        return rows;
    }
}
