package io.github.cameldb2cdc.engine;

import com.ibm.db2.jcc.DB2BaseDataSource;
import com.ibm.db2.jcc.DB2SimpleDataSource;
import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.envelope.EnvelopeStyle;
import io.github.cameldb2cdc.envelope.JsonEnvelope;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.source.StartFrom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * The program of a process that has a time zone of its own: loads a schema, then streams all of its changes, and writes
 * the rows of each event to a file. Its arguments are port, user, password, schema, file.
 */
final class ZonedConsumer {

    private ZonedConsumer() {}

    public static void main(String[] arguments) throws IOException {
        DB2SimpleDataSource source = new DB2SimpleDataSource();
        source.setDriverType(4);
        source.setServerName("localhost");
        source.setPortNumber(Integer.parseInt(arguments[0]));
        source.setDatabaseName("SAMPLE");
        source.setUser(arguments[1]);
        source.setPassword(arguments[2]);
        source.setSecurityMechanism(DB2BaseDataSource.CLEAR_TEXT_PASSWORD_SECURITY);
        Files.write(Path.of(arguments[4]), linesOf(source, arguments[3]));
    }

    /** One line for each event, first those of the load, then those of the stream; the same in every process. */
    static List<String> linesOf(DataSource source, String schema) {
        List<String> lines = new ArrayList<>();
        // ranges of one row, so that every key is bound as a border
        run(source, TestOptions.schema(schema).with(options -> {
                    options.snapshotChunkSize = 1;
                    return options;
                }))
                .forEach(event -> lines.add(lineOf(event)));
        run(source, TestOptions.schema(schema).with(options -> {
                    options.snapshotMode = SnapshotMode.NEVER;
                    options.startFrom = new StartFrom.Earliest();
                    return options;
                }))
                .forEach(event -> lines.add(lineOf(event)));
        return lines;
    }

    private static List<RowChange> run(DataSource source, TestOptions options) {
        try (EngineRig rig = new EngineRig(source, new MemoryCheckpointRepository())) {
            rig.start(options.build());
            rig.runUntilIdle();
            return rig.events();
        }
    }

    private static String lineOf(RowChange event) {
        JsonEnvelope plain = JsonEnvelope.of(EnvelopeStyle.PLAIN);
        JsonEnvelope debezium = JsonEnvelope.of(EnvelopeStyle.DEBEZIUM);
        return event.operation().code()
                + plain.toTree(event).get("before")
                + plain.toTree(event).get("after")
                + debezium.toTree(event).get("before")
                + debezium.toTree(event).get("after");
    }
}
