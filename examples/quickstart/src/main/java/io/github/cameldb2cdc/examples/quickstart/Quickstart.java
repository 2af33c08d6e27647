package io.github.cameldb2cdc.examples.quickstart;

import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * Shows the component at work on an embedded Db2: prints the rows of a table and then each change as a line of JSON.
 *
 * <p>The data are kept in a folder, the checkpoint among them: another run goes on where this one ended. System
 * properties: {@code quickstart.data} the folder; {@code quickstart.port} the port of the embedded Db2, 0 for a free one;
 * {@code quickstart.forever=true} to keep running and watch rows that another tool changes.
 */
public final class Quickstart {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private Quickstart() {}

    public static void main(String[] arguments) throws Exception {
        Path data = Path.of(System.getProperty("quickstart.data", "data"));
        int port = Integer.getInteger("quickstart.port", 0);
        boolean complete = run(data, port, Boolean.getBoolean("quickstart.forever"), System.out);
        System.exit(complete ? 0 : 1);
    }

    /**
     * Runs once.
     *
     * @return whether every change that was made arrived
     */
    static boolean run(Path data, int port, boolean forever, PrintStream out) throws Exception {
        try (EmbeddedDb2 db2 = EmbeddedDb2.builder().directory(data).port(port).start()) {
            Workload workload = new Workload(db2);
            workload.prepare();
            EventPrinter printer = new EventPrinter(out);
            try (DefaultCamelContext camel = new DefaultCamelContext()) {
                camel.addRoutes(route(db2, printer));
                camel.start();
                out.println("Db2 is at " + db2.jdbcUrl() + " for user " + db2.username() + " with password "
                        + db2.password() + ", the table is " + Workload.TABLE + ".");
                return watch(workload, printer, forever, out);
            }
        }
    }

    private static RouteBuilder route(EmbeddedDb2 db2, EventPrinter printer) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                // captureProofWait=0: the embedded Capture has read its registrations by now
                from("db2-cdc:DB2INST1?tables=EMPLOYEES&bodyType=JSON&delay=100&captureProofWait=0&jdbcUrl=RAW("
                                + db2.jdbcUrl() + ")&username=" + db2.username() + "&password=RAW(" + db2.password()
                                + ")")
                        .routeId("employees")
                        .process(printer);
            }
        };
    }

    private static boolean watch(Workload workload, EventPrinter printer, boolean forever, PrintStream out)
            throws Exception {
        printer.awaitRows(workload.rowsToLoad(), PATIENCE);
        int changes = workload.run();
        boolean complete = printer.awaitChanges(changes, PATIENCE);
        if (forever) {
            out.println("Change rows of " + Workload.TABLE + " and watch; Ctrl-C ends it.");
            Thread.currentThread().join();
        }
        out.println(printer.rows() + " rows loaded and " + printer.changes() + " changes delivered"
                + (complete ? "." : ", of " + changes + " made."));
        out.println("Run it again: it goes on here, and repeats nothing.");
        return complete;
    }
}
