package io.github.cameldb2cdc.docs;

// tag::user-test[]
import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.EmbeddedDb2Extension;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HiredPeopleTest {

    @RegisterExtension
    static final EmbeddedDb2Extension DB2 = EmbeddedDb2Extension.create().prepared(db2 -> {
        db2.execute("CREATE TABLE HR.EMPLOYEES (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(40))");
        db2.register("HR.EMPLOYEES");
    });

    @Test
    void whoIsHiredIsAnnounced(EmbeddedDb2 db2) throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.getRegistry().bind("db2", db2.dataSource());
            context.getRegistry().bind("checkpoints", new MemoryCheckpointRepository());
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("db2-cdc:HR?tables=EMPLOYEES&captureProofWait=0&idempotentRepository=#checkpoints")
                            .setBody(exchange -> exchange.getMessage().getHeader("CamelDb2CdcKey"))
                            .to("mock:hired");
                }
            });
            MockEndpoint hired = context.getEndpoint("mock:hired", MockEndpoint.class);
            hired.expectedBodiesReceived("{\"ID\":1}");
            context.start();

            db2.execute("INSERT INTO HR.EMPLOYEES VALUES (1, 'Ada')");

            hired.assertIsSatisfied();
        }
    }
}
// end::user-test[]
