package io.github.cameldb2cdc;

import io.github.cameldb2cdc.engine.EngineOptions;
import java.util.Arrays;
import javax.sql.DataSource;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.MultipleConsumersSupport;
import org.apache.camel.PollingConsumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.EndpointServiceLocation;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.support.ScheduledPollEndpoint;

/** Receive row changes of IBM Db2 tables captured by SQL Replication. */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "db2-cdc",
        title = "Db2 CDC",
        syntax = "db2-cdc:schemas",
        category = {Category.DATABASE},
        headersClass = Db2CdcConstants.class)
public class Db2CdcEndpoint extends ScheduledPollEndpoint implements EndpointServiceLocation, MultipleConsumersSupport {

    @UriParam
    private Db2CdcConfiguration configuration;

    // the values of the next two live in the superclass; named here, the metadata shows their other defaults

    /** Whether a poll that delivered something is followed by the next one at once. */
    @SuppressWarnings("unused")
    @UriParam(label = "consumer,scheduler", defaultValue = "true")
    private boolean greedy;

    /** Milliseconds before the first poll starts. */
    @SuppressWarnings("unused")
    @UriParam(label = "consumer,scheduler", defaultValue = "0")
    private long initialDelay;

    public Db2CdcEndpoint(String uri, Db2CdcComponent component, Db2CdcConfiguration configuration) {
        super(uri, component);
        this.configuration = configuration;
        // a poll that found something is followed by the next at once: waiting between two full polls is lag
        setGreedy(true);
        setInitialDelay(0);
    }

    @Override
    protected void doInit() throws Exception {
        DataSource given = configuration.getDataSource();
        super.doInit();
        // Camel may just have taken the registry's only DataSource, which need not be a Db2: a URL wins over that one
        if (configuration.getJdbcUrl() != null) {
            configuration.setDataSource(given);
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if the configuration is not right, with one sentence for each bad value
     */
    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        EngineOptions options = ConfigurationCheck.optionsOf(configuration);
        Db2CdcConsumer consumer = new Db2CdcConsumer(this, processor, configuration.copy(), options);
        configureConsumer(consumer);
        return consumer;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if the configuration is not right, with one sentence for each bad value
     */
    @Override
    public Producer createProducer() {
        if (configuration.getOperation() == null) {
            throw new IllegalArgumentException(
                    "db2-cdc reads changes and has nothing to send to; use it in from(...), or" + " name an operation: "
                            + Arrays.toString(ProducerOperation.values()) + ".");
        }
        return new Db2CdcProducer(this, configuration.copy(), ConfigurationCheck.optionsOf(configuration));
    }

    /** Refused: such a consumer puts exchanges into a queue, where they would count as done. */
    @Override
    public PollingConsumer createPollingConsumer() {
        throw new UnsupportedOperationException(
                "db2-cdc cannot be polled by pollEnrich or a ConsumerTemplate, since a polled change would count as done"
                        + " before the route has seen it; use it in from(...).");
    }

    /** The claim on the checkpoint refuses the second one, with a sentence that says what to do. */
    @Override
    public boolean isMultipleConsumersSupported() {
        return true;
    }

    @Override
    public Db2CdcComponent getComponent() {
        return (Db2CdcComponent) super.getComponent();
    }

    /** Where the source is, without properties and so without secrets; null with a DataSource. */
    @Override
    public String getServiceUrl() {
        String url = configuration.getJdbcUrl();
        return url == null ? null : JdbcUrl.withoutProperties(url);
    }

    @Override
    public String getServiceProtocol() {
        return "jdbc";
    }

    public Db2CdcConfiguration getConfiguration() {
        return configuration;
    }

    public void setConfiguration(Db2CdcConfiguration configuration) {
        this.configuration = configuration;
    }
}
