package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.camel.catalog.EndpointValidationResult;
import org.apache.camel.catalog.RuntimeCamelCatalog;
import org.apache.camel.catalog.impl.AbstractCamelCatalog;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What tools that know the generated description of the component say of URIs. */
class CatalogTest {

    private final DefaultCamelContext context = new DefaultCamelContext();
    private AbstractCamelCatalog catalog;

    @BeforeEach
    void start() {
        context.start();
        catalog = (AbstractCamelCatalog) context.getCamelContextExtension().getContextPlugin(RuntimeCamelCatalog.class);
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "db2-cdc:DB2INST1",
                "db2-cdc:HR,SALES?tables=HR.EMP&snapshotMode=NEVER&startFrom=EARLIEST",
                "db2-cdc:HR?jdbcUrl=jdbc:db2://host:50000/SAMPLE&username=me&password=secret&driver.sslConnection=true",
                "db2-cdc:HR?maxInFlightBytes=64MB&checkpointInterval=5s&manualCommit=true&onFailure=STOP",
                "db2-cdc:HR?bodyType=JSON&platform=ZOS&sourceTimeZone=Europe/Berlin&delay=100&greedy=false"
            })
    void goodUrisAreGood(String uri) {
        EndpointValidationResult result = catalog.validateEndpointProperties(uri);

        assertThat(result.isSuccess()).as(result.summaryErrorMessage(false)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "db2-cdc:HR?snapshotMode=SOMETIMES",
                "db2-cdc:HR?tabels=EMP",
                "db2-cdc:HR?maxInFlight=many",
                "db2-cdc:HR?manualCommit=perhaps",
                "db2-cdc:HR?checkpointInterval=soon"
            })
    void badUrisAreBad(String uri) {
        assertThat(catalog.validateEndpointProperties(uri).isSuccess()).isFalse();
    }
}
