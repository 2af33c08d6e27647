package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.OnFailure;
import io.github.cameldb2cdc.engine.SnapshotMode;
import io.github.cameldb2cdc.envelope.BinaryMode;
import io.github.cameldb2cdc.envelope.DecimalMode;
import io.github.cameldb2cdc.envelope.EnvelopeFormat;
import io.github.cameldb2cdc.envelope.EnvelopeStyle;
import io.github.cameldb2cdc.envelope.TemporalMode;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.Selection;
import java.util.regex.Pattern;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EndpointUriTest {

    private final DefaultCamelContext context = new DefaultCamelContext();

    @BeforeEach
    void start() {
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void theShortestUriTakesTheOnlyDataSource() {
        UnreachableSource source = new UnreachableSource();
        context.getRegistry().bind("any name", source);

        Db2CdcEndpoint endpoint = endpoint("db2-cdc:DB2INST1");

        assertThat(endpoint.getConfiguration().getDataSource()).isSameAs(source);
        assertThat(optionsOf(endpoint).checkpointName()).isEqualTo("DB2INST1");
        assertThat(endpoint.isGreedy()).isTrue();
        assertThat(endpoint.getInitialDelay()).isZero();
    }

    @Test
    void schedulerOptionsCanBeSet() {
        Db2CdcEndpoint endpoint = endpoint("db2-cdc:HR?greedy=false&initialDelay=7&delay=250");

        assertThat(endpoint.isGreedy()).isFalse();
        assertThat(endpoint.getInitialDelay()).isEqualTo(7);
        assertThat(endpoint.getDelay()).isEqualTo(250);
    }

    @Test
    void namesInAnySpellingArriveAsWritten() {
        context.getRegistry().bind("ds", new UnreachableSource());

        EngineOptions options =
                optionsOf(endpoint("db2-cdc:hr,\"a.b\"?tables=RAW(HR.A_B,\"a.b\".\"c,d\",HR.$M@N,\"a.b\".\"x y\")"));

        assertThat(options.selection().schemas()).containsExactly("HR", "a.b");
        assertThat(options.selection().tables())
                .containsExactly(
                        new TableId("HR", "A_B"),
                        new TableId("a.b", "c,d"),
                        new TableId("HR", "$M@N"),
                        new TableId("a.b", "x y"));
    }

    @Test
    void theSignalTableIsReadAndNotSelected() {
        context.getRegistry().bind("ds", new UnreachableSource());

        Selection selection =
                optionsOf(endpoint("db2-cdc:HR?signalTable=ops.signals")).selection();
        assertThat(selection.signalTable()).isEqualTo(new TableId("OPS", "SIGNALS"));
        assertThat(selection.registeredSchemas()).containsExactly("HR", "OPS");
        Selection sameSchema =
                optionsOf(endpoint("db2-cdc:HR?signalTable=SIGNALS")).selection();
        assertThat(sameSchema.contains(new TableId("HR", "SIGNALS"))).isFalse();
        assertThat(sameSchema.registeredSchemas()).containsExactly("HR");
    }

    @Test
    void aSignalTableThatIsNoneIsRefused() {
        context.getRegistry().bind("ds", new UnreachableSource());

        assertThatThrownBy(() -> optionsOf(endpoint("db2-cdc:HR?signalTable=SIGNALS&tables=RAW(A,SIGNALS)")))
                .hasMessageContaining("The table HR.SIGNALS is named by signalTable and by tables;");
        assertThatThrownBy(() -> optionsOf(endpoint("db2-cdc:HR,OPS?signalTable=SIGNALS")))
                .hasMessageContaining("signalTable")
                .hasMessageContaining("write one SCHEMA.TABLE");
        assertThatThrownBy(() -> optionsOf(endpoint("db2-cdc:HR?signalTable=RAW(A,B)")))
                .hasMessageContaining("write one SCHEMA.TABLE");
    }

    @Test
    void aPlusArrivesAsABlankUnlessItIsRaw() {
        context.getRegistry().bind("ds", new UnreachableSource());

        assertThat(optionsOf(endpoint("db2-cdc:HR?tablesInclude=HR\\.E+"))
                        .selection()
                        .includes())
                .extracting(Pattern::pattern)
                .containsExactly("HR\\.E");
        assertThat(optionsOf(endpoint("db2-cdc:HR?tablesInclude=RAW(HR\\.E+)"))
                        .selection()
                        .includes())
                .extracting(Pattern::pattern)
                .containsExactly("HR\\.E+");
    }

    @Test
    void enumsAreReadInAnySpelling() {
        Db2CdcEndpoint endpoint =
                endpoint("db2-cdc:HR?snapshotMode=initial_only&onFailure=skip&bodyType=json&platform=zos");

        assertThat(endpoint.getConfiguration().getSnapshotMode()).isEqualTo(SnapshotMode.INITIAL_ONLY);
        assertThat(endpoint.getConfiguration().getOnFailure()).isEqualTo(OnFailure.SKIP);
        assertThat(endpoint.getConfiguration().getBodyType()).isEqualTo(BodyType.JSON);
        assertThat(endpoint.getConfiguration().getPlatform()).isEqualTo(PlatformChoice.ZOS);
        assertThat(endpoint("db2-cdc:HR?snapshotMode=initial-only")
                        .getConfiguration()
                        .getSnapshotMode())
                .isEqualTo(SnapshotMode.INITIAL_ONLY);
        assertThat(endpoint("db2-cdc:HR?snapshotMode=noData").getConfiguration().getSnapshotMode())
                .isEqualTo(SnapshotMode.NO_DATA);
    }

    @Test
    void theStyleIsReadFromTheUri() {
        Db2CdcConfiguration configuration = endpoint("db2-cdc:HR?format=debezium&decimalMode=string"
                        + "&temporalMode=adaptive-time-microseconds&binaryMode=base64_url_safe&tombstones=false"
                        + "&includeSchema=true")
                .getConfiguration();

        assertThat(configuration.style())
                .isEqualTo(new EnvelopeStyle(
                        EnvelopeFormat.DEBEZIUM,
                        DecimalMode.STRING,
                        TemporalMode.ADAPTIVE_TIME_MICROSECONDS,
                        BinaryMode.BASE64_URL_SAFE,
                        false,
                        true));
    }

    @Test
    void timesAreReadWithTheirUnits() {
        Db2CdcConfiguration configuration = endpoint(
                        "db2-cdc:HR?checkpointInterval=2s&maximumBackoff=1m30s&networkTimeout=5000&captureStallTimeout=1h")
                .getConfiguration();

        assertThat(configuration.getCheckpointInterval()).isEqualTo(2_000);
        assertThat(configuration.getMaximumBackoff()).isEqualTo(90_000);
        assertThat(configuration.getNetworkTimeout()).isEqualTo(5_000);
        assertThat(configuration.getCaptureStallTimeout()).isEqualTo(3_600_000);
    }

    @Test
    void driverPropertiesOfComponentAndEndpointComeTogether() {
        component().getConfiguration().getDriverProperties().put("sslConnection", "true");
        component().getConfiguration().getDriverProperties().put("currentSchema", "X");

        assertThat(endpoint("db2-cdc:HR?driver.currentSchema=HR&driver.loginTimeout=5")
                        .getConfiguration()
                        .getDriverProperties())
                .containsEntry("sslConnection", "true")
                .containsEntry("currentSchema", "HR")
                .containsEntry("loginTimeout", "5");
        assertThat(component().getConfiguration().getDriverProperties()).containsEntry("currentSchema", "X");
    }

    @Test
    void aUrlWinsOverADataSourceThatWasFoundByItself() {
        context.getRegistry().bind("postgres", new UnreachableSource());

        Db2CdcConfiguration configuration = endpoint(
                        "db2-cdc:HR?jdbcUrl=jdbc:db2://host:50000/SAMPLE&username=me&password=RAW(p+w)")
                .getConfiguration();

        configuration.validate();
        assertThat(configuration.getDataSource()).isNull();
        assertThat(configuration.getPassword()).isEqualTo("p+w");
    }

    @Test
    void aUrlOfTheComponentWinsOverADataSourceThatWasFoundByItself() {
        context.getRegistry().bind("postgres", new UnreachableSource());
        component().getConfiguration().setJdbcUrl("jdbc:db2://host:50000/SAMPLE");

        assertThat(endpoint("db2-cdc:HR").getConfiguration().getDataSource()).isNull();
    }

    @Test
    void aDataSourceOfTheEndpointWinsOverAUrlOfTheComponent() {
        component().getConfiguration().setJdbcUrl("jdbc:db2://host:50000/SAMPLE");
        component().getConfiguration().setUsername("me");
        context.getRegistry().bind("own", new UnreachableSource());

        Db2CdcConfiguration configuration =
                endpoint("db2-cdc:HR?dataSource=#own").getConfiguration();

        configuration.validate();
        assertThat(configuration.getJdbcUrl()).isNull();
    }

    @Test
    void twoExplicitWaysToTheSourceConflict() {
        context.getRegistry().bind("own", new UnreachableSource());

        assertThatThrownBy(() -> optionsOf(endpoint("db2-cdc:HR?dataSource=#own&jdbcUrl=jdbc:db2://host:50000/SAMPLE")))
                .hasMessageContaining("dataSource and jdbcUrl are both set");
    }

    @Test
    void aRepositoryIsFoundByItsName() {
        MemoryCheckpointRepository repository = new MemoryCheckpointRepository();
        context.getRegistry().bind("memory", repository);

        assertThat(endpoint("db2-cdc:HR?idempotentRepository=#memory")
                        .getConfiguration()
                        .getIdempotentRepository())
                .isSameAs(repository);
    }

    @Test
    void thePasswordIsNotShown() {
        Db2CdcEndpoint endpoint = endpoint(
                "db2-cdc:HR?jdbcUrl=jdbc:db2://host:50000/SAMPLE:sslConnection=true;&username=me&password=MARKER");

        assertThat(endpoint.toString()).doesNotContain("MARKER");
        assertThat(endpoint.getServiceUrl()).isEqualTo("jdbc:db2://host:50000/SAMPLE");
        assertThat(endpoint.getServiceProtocol()).isEqualTo("jdbc");
    }

    @Test
    void anUnknownOptionIsRefused() {
        assertThatThrownBy(() -> context.getEndpoint("db2-cdc:HR?snapshotmood=never"))
                .hasMessageContaining("snapshotmood");
    }

    @Test
    void aProducerIsRefusedWithASentence() {
        assertThatThrownBy(() -> endpoint("db2-cdc:HR").createProducer())
                .hasMessage(
                        "db2-cdc reads changes and has nothing to send to; use it in from(...), or name an operation: [STATUS, PREFLIGHT, COMPARE, RESUME, EXECUTE_SNAPSHOT, STOP_SNAPSHOT, PAUSE_SNAPSHOT, RESUME_SNAPSHOT, RESET].");
    }

    @Test
    void aPollingConsumerIsRefusedWithASentence() {
        assertThatThrownBy(() -> endpoint("db2-cdc:HR").createPollingConsumer())
                .hasMessageContaining("cannot be polled by pollEnrich");
    }

    @Test
    void aBadConfigurationFailsTheRouteWithAllItsSentences() {
        assertThatThrownBy(() -> context.addRoutes(new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("db2-cdc:HR?maxInFlight=0&fetchSize=0").to("log:out");
                    }
                }))
                .hasMessageContaining("No way to the source is known")
                .hasMessageContaining("maxInFlight=0 is not allowed")
                .hasMessageContaining("fetchSize=0 is not allowed");
    }

    private EngineOptions optionsOf(Db2CdcEndpoint endpoint) {
        return ConfigurationCheck.optionsOf(endpoint.getConfiguration());
    }

    private Db2CdcComponent component() {
        return context.getComponent("db2-cdc", Db2CdcComponent.class);
    }

    private Db2CdcEndpoint endpoint(String uri) {
        return context.getEndpoint(uri, Db2CdcEndpoint.class);
    }
}
