package io.github.cameldb2cdc.benchmarks.largesnapshot;

import com.sun.management.OperatingSystemMXBean;
import io.github.cameldb2cdc.Db2CdcComponent;
import io.github.cameldb2cdc.Db2CdcConfiguration;
import io.github.cameldb2cdc.benchmarks.throughput.Pause;
import io.github.cameldb2cdc.benchmarks.throughput.SourceProcess;
import io.github.cameldb2cdc.checkpoint.FileCheckpointRepository;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.RowChange;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * The process that loads the table: a route that tallies what it is given and ends when all is loaded. Tells its figures
 * in its last line.
 *
 * <p>Arguments: the source's URL, a folder with the checkpoint and the tally, rows of the table, rows that this process is
 * to deliver, readers, rows of a range, milliseconds between checkpoints.
 */
final class LoadMain {

    static final String CHECKPOINT = "large";

    private static final String ROUTE = "load";
    private static final long LOOK_MILLIS = 20;

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final DeliveryTally tally;
    private final int rowsOfRun;
    private final HeapSamples heap;
    private long firstNanos;
    private long lastNanos;
    private long cpuNanosBefore;
    private long cpuNanos;
    private long rows;

    private LoadMain(Path folder, int rowsOfTable, int rowsOfRun) throws Exception {
        tally = new DeliveryTally(tallyIn(folder), rowsOfTable);
        heap = new HeapSamples(rowsOfRun);
        this.rowsOfRun = rowsOfRun;
    }

    /**
     * Starts one.
     *
     * @param jdbcUrl the source, or a link to it
     * @param folder where the checkpoint and the tally are, of earlier processes too
     * @param rowsOfRun how many rows it is to deliver
     */
    static LoadProcess start(LargeSettings settings, String jdbcUrl, Path folder, int readers, long rowsOfRun)
            throws IOException {
        return new LoadProcess(
                settings.heap(),
                LoadMain.class,
                rowsOfRun,
                jdbcUrl,
                folder.toString(),
                Integer.toString(settings.rows()),
                Long.toString(rowsOfRun),
                Integer.toString(readers),
                Integer.toString(settings.rangeRows()),
                Integer.toString(settings.checkpointMillis()));
    }

    static Path tallyIn(Path folder) {
        return folder.resolve("tally");
    }

    static FileCheckpointRepository checkpointsIn(Path folder) {
        return new FileCheckpointRepository(folder.resolve("checkpoint"));
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err);
        Path folder = Path.of(arguments[1]);
        String uri = "db2-cdc:" + LargeTable.SCHEMA + "?tables=" + LargeTable.NAME
                + "&snapshotMode=INITIAL_ONLY&captureProofWait=0&idempotentRepository=#checkpoints&checkpointName="
                + CHECKPOINT + "&snapshotParallelism=" + arguments[4] + "&snapshotChunkSize=" + arguments[5]
                + "&checkpointInterval=" + arguments[6];
        LoadMain load = new LoadMain(folder, Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
        try (DefaultCamelContext context = new DefaultCamelContext();
                ThreadShares shares = new ThreadShares()) {
            context.addComponent("db2-cdc", componentOf(arguments[0]));
            context.getRegistry().bind("checkpoints", checkpointsIn(folder));
            load.run(context, uri);
            answers.println(LoadProcess.FIGURES + load.figures(shares).toLine());
        }
    }

    static Db2CdcComponent componentOf(String jdbcUrl) {
        Db2CdcConfiguration configuration = new Db2CdcConfiguration();
        configuration.setJdbcUrl(jdbcUrl);
        configuration.setUsername(SourceProcess.USER);
        configuration.setPassword(SourceProcess.PASSWORD);
        Db2CdcComponent component = new Db2CdcComponent();
        component.setConfiguration(configuration);
        return component;
    }

    /** The route stops when everything is loaded; whoever started this ends it if that takes too long. */
    private void run(DefaultCamelContext context, String uri) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from(uri).routeId(ROUTE).process(LoadMain.this::take);
            }
        });
        context.start();
        while (!context.getRouteController().getRouteStatus(ROUTE).isStopped()) {
            Pause.ofMillis(LOOK_MILLIS);
        }
    }

    private synchronized void take(Exchange exchange) {
        RowChange row = exchange.getMessage().getBody(RowChange.class);
        if (row.operation() != Operation.READ) {
            throw new IllegalStateException("The table does not change, and there was a change");
        }
        tally.count((Long) row.after().get(0));
        rows++;
        if (rows == 1) {
            firstNanos = System.nanoTime();
            cpuNanosBefore = SYSTEM.getProcessCpuTime();
        }
        heap.row(rows);
        lastNanos = System.nanoTime();
        if (rows == rowsOfRun) {
            cpuNanos = SYSTEM.getProcessCpuTime() - cpuNanosBefore;
        }
    }

    private synchronized LoadFigures figures(ThreadShares shares) {
        return new LoadFigures(
                rows,
                lastNanos - firstNanos,
                cpuNanos,
                shares.nanosOf(ThreadShares.Part.FINDER),
                shares.nanosOf(ThreadShares.Part.READERS),
                shares.nanosOf(ThreadShares.Part.DELIVERY),
                heap.mostAfterAny(),
                heap.reachable());
    }
}
