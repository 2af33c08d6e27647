package io.github.cameldb2cdc.benchmarks.largesnapshot;

import io.github.cameldb2cdc.benchmarks.throughput.Pause;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.RowChange;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * The process that streams the table's changes and, when that has gone on for some time, is asked by a signal to load the
 * table. Tells its figures in its last line.
 *
 * <p>Arguments: the source's URL, a folder for the checkpoint, rows of the table, seconds before the signal, options of the
 * endpoint.
 */
final class IncrementalMain {

    private static final String URI = "db2-cdc:" + LargeTable.SCHEMA;
    private static final String CHECKPOINT_NAME = "checkpointName=large";
    private static final long HEAP_PERIOD_MILLIS = 500;

    private final byte[] reads;
    private final BitSet changed = new BitSet();
    private final List<Long> latenciesBefore = new ArrayList<>();
    private final List<Long> latenciesDuring = new ArrayList<>();
    private final CountDownLatch loaded = new CountDownLatch(1);
    private long rows;
    private long heapBefore;
    private long heapDuring;
    private volatile boolean loads;

    private IncrementalMain(int rowsOfTable) {
        reads = new byte[rowsOfTable];
    }

    /**
     * Starts one.
     *
     * @param options as they stand in the endpoint's URI
     */
    static LoadProcess start(String heap, String jdbcUrl, Path folder, int rows, int secondsBefore, String options)
            throws IOException {
        return new LoadProcess(
                heap,
                IncrementalMain.class,
                rows,
                jdbcUrl,
                folder.toString(),
                Integer.toString(rows),
                Integer.toString(secondsBefore),
                options);
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err);
        IncrementalMain load = new IncrementalMain(Integer.parseInt(arguments[2]));
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.addComponent("db2-cdc", LoadMain.componentOf(arguments[0]));
            context.getRegistry().bind("checkpoints", LoadMain.checkpointsIn(Path.of(arguments[1])));
            String uri = URI + "?tables=" + LargeTable.NAME
                    + "&snapshotMode=NEVER&captureProofWait=0&idempotentRepository=#checkpoints&" + CHECKPOINT_NAME
                    + arguments[4];
            answers.println(LoadProcess.FIGURES
                    + load.run(context, uri, Integer.parseInt(arguments[3])).toLine());
        }
    }

    private IncrementalFigures run(DefaultCamelContext context, String uri, int secondsBefore) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from(uri).process(IncrementalMain.this::take);
            }
        });
        context.start();
        Thread heap = new Thread(this::watchHeap, "heap");
        heap.setDaemon(true);
        heap.start();
        Pause.ofMillis(TimeUnit.SECONDS.toMillis(secondsBefore));
        loads = true;
        long begun = System.nanoTime();
        Map<?, ?> answer = context.createProducerTemplate()
                .requestBody(
                        URI + "?operation=EXECUTE_SNAPSHOT&" + CHECKPOINT_NAME,
                        Map.of("data-collections", List.of(LargeTable.SCHEMA + "." + LargeTable.NAME)),
                        Map.class);
        if (!"TAKEN".equals(answer.get("state"))) {
            throw new IllegalStateException("The signal was not taken: " + answer);
        }
        loaded.await();
        return figures(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
    }

    private void watchHeap() {
        try {
            while (loaded.getCount() > 0) {
                boolean during = loads;
                System.gc();
                long used =
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
                noteHeap(used, during);
                Pause.ofMillis(HEAP_PERIOD_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void noteHeap(long used, boolean during) {
        if (during) {
            heapDuring = Math.max(heapDuring, used);
        } else {
            heapBefore = Math.max(heapBefore, used);
        }
    }

    private synchronized void take(Exchange exchange) {
        Object body = exchange.getMessage().getBody();
        if (body instanceof RowChange change) {
            take(change);
        } else if (body instanceof Notification notice && notice.type() != Notification.Type.STARTED) {
            loaded.countDown();
        }
    }

    private void take(RowChange change) {
        int index = Math.toIntExact((Long) change.after().get(0)) - 1;
        if (change.operation() == Operation.READ) {
            rows++;
            reads[index]++;
            return;
        }
        long latency = System.currentTimeMillis()
                - ChangeWriter.timeIn((String) change.after().get(1));
        if (loads) {
            changed.set(index);
            latenciesDuring.add(latency);
        } else {
            latenciesBefore.add(latency);
        }
    }

    private synchronized IncrementalFigures figures(long loadMillis) {
        long repeated = 0;
        long missing = 0;
        for (int i = 0; i < reads.length; i++) {
            repeated += reads[i] > 1 ? 1 : 0;
            missing += reads[i] == 0 && !changed.get(i) ? 1 : 0;
        }
        return new IncrementalFigures(
                loadMillis,
                rows,
                repeated,
                missing,
                latenciesDuring.size(),
                percentile(latenciesBefore, 50),
                percentile(latenciesBefore, 100),
                percentile(latenciesDuring, 50),
                percentile(latenciesDuring, 100),
                heapBefore,
                heapDuring);
    }

    private static long percentile(List<Long> latencies, int percent) {
        latencies.sort(null);
        return latencies.get(Math.min(latencies.size() - 1, latencies.size() * percent / 100));
    }
}
