package io.github.cameldb2cdc;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.HealthCheckComponent;
import org.apache.camel.util.PropertiesHelper;

/** The component with scheme {@code db2-cdc}: turns the changes of Db2 tables into exchanges. */
@Component("db2-cdc")
public class Db2CdcComponent extends HealthCheckComponent {

    private static final String DRIVER_PREFIX = "driver.";

    // under master: Camel does not see the inner consumer, so whoever looks for the live ones looks here
    private final Set<Db2CdcConsumer> liveConsumers = ConcurrentHashMap.newKeySet();

    /** The options that endpoints begin with. */
    @Metadata
    private Db2CdcConfiguration configuration = new Db2CdcConfiguration();

    public Db2CdcComponent() {}

    public Db2CdcComponent(CamelContext context) {
        super(context);
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        Db2CdcConfiguration own = configuration.copy();
        own.setSchemas(remaining);
        own.getDriverProperties().putAll(PropertiesHelper.extractProperties(parameters, DRIVER_PREFIX));
        chooseSource(own, parameters);
        Db2CdcEndpoint endpoint = new Db2CdcEndpoint(uri, this, own);
        setProperties(endpoint, parameters);
        return endpoint;
    }

    /**
     * Lets the more explicit way to the source win, before the endpoint's own options are set: what the endpoint says
     * over the component, a URL over a DataSource, since that one may have been found in the registry by itself. What
     * the endpoint's URI sets both is left for the check to refuse.
     */
    private static void chooseSource(Db2CdcConfiguration own, Map<String, Object> parameters) {
        if (parameters.containsKey("dataSource")) {
            own.setJdbcUrl(null);
            own.setUsername(null);
            own.setPassword(null);
            own.getDriverProperties().clear();
        } else if (parameters.containsKey("jdbcUrl") || own.getJdbcUrl() != null) {
            own.setDataSource(null);
        }
    }

    public Db2CdcConfiguration getConfiguration() {
        return configuration;
    }

    public void setConfiguration(Db2CdcConfiguration configuration) {
        this.configuration = configuration;
    }

    /** The consumers that are started at the moment, those under {@code master:} included; a live view, thread-safe. */
    public Set<Db2CdcConsumer> liveConsumers() {
        return Collections.unmodifiableSet(liveConsumers);
    }

    void started(Db2CdcConsumer consumer) {
        liveConsumers.add(consumer);
    }

    void stopped(Db2CdcConsumer consumer) {
        liveConsumers.remove(consumer);
    }
}
