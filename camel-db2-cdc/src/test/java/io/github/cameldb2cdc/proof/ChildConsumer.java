package io.github.cameldb2cdc.proof;

import com.ibm.db2.jcc.DB2BaseDataSource;
import com.ibm.db2.jcc.DB2SimpleDataSource;
import io.github.cameldb2cdc.checkpoint.FileCheckpointRepository;
import io.github.cameldb2cdc.engine.CdcEngine;
import io.github.cameldb2cdc.engine.Delivery;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.TableId;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * The program of a process that is killed: an engine whose sink appends each event to a file, one line each, before it
 * says that the event is done. Its arguments are port, user, password, folder of the checkpoint, file, number of the life.
 */
final class ChildConsumer {

    /** What a complete line ends with. */
    static final String END = ";";

    /** The place of a row that was loaded; a change has its position. */
    static final String ROW_OF_LOAD = "load";

    private final Map<TableId, TableUnderProof> tables = new WorkloadTables(RandomRun.SCHEMA)
            .all().stream().collect(Collectors.toMap(TableUnderProof::id, table -> table));
    private final OutputStream lines;

    private ChildConsumer(OutputStream lines) {
        this.lines = lines;
    }

    public static void main(String[] arguments) throws IOException {
        try (OutputStream lines = Files.newOutputStream(
                        Path.of(arguments[4]), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                FileCheckpointRepository checkpoints = new FileCheckpointRepository(Path.of(arguments[3]))) {
            int life = Integer.parseInt(arguments[5]);
            lines.write('\n');
            new ChildConsumer(lines).run(source(arguments), checkpoints, life);
        }
    }

    private static DataSource source(String[] arguments) {
        DB2SimpleDataSource source = new DB2SimpleDataSource();
        source.setDriverType(4);
        source.setServerName("localhost");
        source.setPortNumber(Integer.parseInt(arguments[0]));
        source.setDatabaseName("SAMPLE");
        source.setUser(arguments[1]);
        source.setPassword(arguments[2]);
        source.setSecurityMechanism(DB2BaseDataSource.CLEAR_TEXT_PASSWORD_SECURITY);
        return source;
    }

    private void run(DataSource source, FileCheckpointRepository checkpoints, int life) {
        EngineOptions options = TestOptions.schema(RandomRun.SCHEMA)
                .with(given -> {
                    given.maxMessagesPerPoll = 1 + life * 3;
                    given.snapshotChunkSize = 2;
                    given.checkpointInterval = Duration.ofMillis(life % 3 * 20L);
                    return given;
                })
                .build();
        try (CdcEngine engine =
                new CdcEngine(options, source, checkpoints, this::append, Clock.systemUTC(), new Random(life))) {
            engine.open();
            while (System.nanoTime() != 0) {
                engine.step();
            }
        }
    }

    private void append(Delivery delivery) {
        RowChange event = (RowChange) delivery.event();
        TableUnderProof table = tables.get(event.table().id());
        List<Object> values = table.columns().stream().map(event.row()::get).toList();
        String place = event.isSnapshot() ? ROW_OF_LOAD : event.position().toString();
        String line = event.operation().code() + "\t" + table.id().name() + "\t" + table.keyOf(values) + "\t"
                + TableUnderProof.text(values) + "\t" + place + END + "\n";
        try {
            lines.write(line.getBytes(StandardCharsets.UTF_8));
            delivery.done();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
