package io.github.cameldb2cdc.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.math.BigDecimal;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The Java pieces of the page on events, with the changes of its example. */
class EventSnippetsTest {

    private final Manual manual = Manual.read();
    private final EmbeddedDb2 db2 = EmbeddedDb2.start();
    private final RouteUnderTest route = new RouteUnderTest(db2);
    private final Payroll payroll = new Payroll();
    private final Copy copy = new Copy();

    @BeforeEach
    void prepare() {
        ExampleEvents.prepare(db2, manual);
        route.bind("copy", copy);
    }

    @AfterEach
    void close() {
        route.close();
        db2.close();
    }

    @Test
    void aProcessorReadsRowsByColumn() {
        route.run("db2-cdc:HR?tables=EMPLOYEES&delay=20", this::raise);
        Awaitility.await().until(() -> payroll.rows.get() == 1);
        manual.block("example-changes").statements().forEach(db2::execute);

        Awaitility.await().untilAsserted(() -> assertThat(payroll.raises).containsExactly(new BigDecimal("260.00")));
    }

    private void raise(Exchange exchange) {
        payroll.rows.incrementAndGet();
        // tag::process-row-change[]
        RowChange change = exchange.getMessage().getBody(RowChange.class);
        Row before = change.before();
        Row after = change.after();
        if (before != null && after != null) {
            BigDecimal raise = ((BigDecimal) after.get("SALARY")).subtract((BigDecimal) before.get("SALARY"));
            payroll.raise((Integer) after.get("ID"), raise);
        }
        // end::process-row-change[]
    }

    @Test
    void aCopyEndsWithTheRowsOfTheSource() {
        route.run(new RouteBuilder() {
            @Override
            public void configure() {
                // tag::route-by-operation[]
                from("db2-cdc:HR?tables=EMPLOYEES")
                        .choice()
                        .when(header("CamelDb2CdcOperation").isEqualTo("d"))
                        .to("bean:copy?method=remove")
                        .otherwise()
                        .to("bean:copy?method=put");
                // end::route-by-operation[]
            }
        });
        Awaitility.await().until(() -> copy.ids.contains(1));
        manual.block("example-changes").statements().forEach(db2::execute);

        Awaitility.await().until(() -> copy.removed.equals(List.of(7, 8)));
        assertThat(copy.ids).containsExactly(1);
    }
}
