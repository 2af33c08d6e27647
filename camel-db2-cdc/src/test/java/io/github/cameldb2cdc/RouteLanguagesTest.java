package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.camel.Route;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The component in each language for routes; the routes are loaded and not started. */
class RouteLanguagesTest {

    private final DefaultCamelContext context = new DefaultCamelContext();

    @BeforeEach
    void start() {
        context.getRegistry().bind("db2", new UnreachableSource());
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void javaRoutesLoad() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("db2-cdc:HR?tables=EMP&maxInFlightBytes=1MB")
                        .routeId("emp")
                        .autoStartup(false)
                        .to("log:out");
            }
        });

        assertThatEmpIsRead();
    }

    @Test
    void xmlRoutesLoad() throws Exception {
        load("emp.xml", """
                <routes xmlns="http://camel.apache.org/schema/spring">
                  <route id="emp" autoStartup="false">
                    <from uri="db2-cdc:HR?tables=EMP&amp;maxInFlightBytes=1MB"/>
                    <to uri="log:out"/>
                  </route>
                </routes>
                """);

        assertThatEmpIsRead();
    }

    @Test
    void yamlRoutesLoad() throws Exception {
        load("emp.yaml", """
                - route:
                    id: emp
                    autoStartup: false
                    from:
                      uri: "db2-cdc:HR"
                      parameters:
                        tables: EMP
                        maxInFlightBytes: 1MB
                      steps:
                        - to: "log:out"
                """);

        assertThatEmpIsRead();
    }

    private void load(String name, String text) throws Exception {
        PluginHelper.getRoutesLoader(context).loadRoutes(ResourceHelper.fromString(name, text));
    }

    private void assertThatEmpIsRead() {
        Route route = context.getRoute("emp");
        assertThat(route.getConsumer()).isInstanceOf(Db2CdcConsumer.class);
        Db2CdcConfiguration configuration = ((Db2CdcEndpoint) route.getEndpoint()).getConfiguration();
        assertThat(configuration.getSchemas()).isEqualTo("HR");
        assertThat(configuration.getTables()).isEqualTo("EMP");
        assertThat(configuration.getMaxInFlightBytes()).isEqualTo("1MB");
    }
}
