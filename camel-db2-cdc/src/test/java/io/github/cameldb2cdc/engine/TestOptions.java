package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.LobMode;
import io.github.cameldb2cdc.source.Platform;
import io.github.cameldb2cdc.source.Selection;
import io.github.cameldb2cdc.source.SnapshotIsolation;
import io.github.cameldb2cdc.source.StartFrom;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Options of an engine in tests: small limits and short pauses, changed one by one. */
public final class TestOptions {

    public String checkpointName = "test";
    public Selection selection;
    public SnapshotMode snapshotMode = SnapshotMode.INITIAL;
    public StartFrom startFrom = new StartFrom.Latest();
    public Platform platform;
    public ZoneId sourceTimeZone;
    public OnGap onGap = OnGap.FAIL;
    public OnSchemaChange onSchemaChange = OnSchemaChange.FAIL;
    public boolean addColumnIsSchemaChange;
    public boolean schemaChangeEvents;
    public SnapshotStrategy snapshotStrategy = SnapshotStrategy.BLOCKING;
    public SnapshotWindow snapshotWindow = SnapshotWindow.READ_ONLY;
    public long snapshotBufferBytes = 32 << 20;
    public SnapshotIsolation snapshotIsolation = SnapshotIsolation.CS;
    public int snapshotParallelism = 1;
    public Map<TableId, String> snapshotConditions = Map.of();
    public boolean snapshotLock;
    public Duration captureProofWait = Duration.ZERO;
    public Duration captureStallTimeout = Duration.ofSeconds(30);
    public int snapshotChunkSize = 1000;
    public int maxMessagesPerPoll = 2048;
    public int maxInFlight = 4096;
    public long maxInFlightBytes = 64 << 20;
    public boolean manualCommit;
    public boolean tombstones;
    public LobMode lobMode = LobMode.OMIT;
    public long lobMaxBytes = 16 << 20;
    public OnFailure onFailure = OnFailure.RETRY;
    public Duration maximumBackoff = Duration.ofMillis(200);
    public Duration checkpointInterval = Duration.ofSeconds(1);
    public Duration networkTimeout = Duration.ofSeconds(30);

    private TestOptions(Selection selection) {
        this.selection = selection;
    }

    /** All registered tables of a schema. */
    public static TestOptions schema(String schema) {
        return new TestOptions(
                new Selection(List.of(schema), List.of(), List.of(), List.of(), Map.of(), Map.of(), null));
    }

    /** These tables of a schema. */
    public static TestOptions tables(String schema, String... names) {
        List<TableId> tables =
                List.of(names).stream().map(name -> new TableId(schema, name)).toList();
        return new TestOptions(new Selection(List.of(schema), tables, List.of(), List.of(), Map.of(), Map.of(), null));
    }

    /** The same with a table of signals. */
    public TestOptions signalTable(TableId table) {
        selection = new Selection(
                selection.schemas(),
                selection.tables(),
                selection.includes(),
                selection.excludes(),
                selection.excludedColumns(),
                selection.keyColumns(),
                table);
        return this;
    }

    public TestOptions with(UnaryOperator<TestOptions> change) {
        return change.apply(this);
    }

    public EngineOptions build() {
        return new EngineOptions(
                checkpointName,
                "db2",
                "ASNCDC",
                selection,
                platform,
                sourceTimeZone,
                snapshotMode,
                startFrom,
                onGap,
                onSchemaChange,
                addColumnIsSchemaChange,
                schemaChangeEvents,
                snapshotStrategy,
                snapshotWindow,
                snapshotBufferBytes,
                snapshotIsolation,
                snapshotParallelism,
                snapshotConditions,
                snapshotLock,
                captureProofWait,
                captureStallTimeout,
                snapshotChunkSize,
                maxMessagesPerPoll,
                maxInFlight,
                maxInFlightBytes,
                manualCommit,
                onFailure,
                maximumBackoff,
                checkpointInterval,
                networkTimeout,
                1000,
                tombstones,
                lobMode,
                lobMaxBytes);
    }
}
