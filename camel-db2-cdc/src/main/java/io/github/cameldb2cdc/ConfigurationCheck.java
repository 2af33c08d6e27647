package io.github.cameldb2cdc;

import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.OnGap;
import io.github.cameldb2cdc.engine.OnSchemaChange;
import io.github.cameldb2cdc.engine.SnapshotMode;
import io.github.cameldb2cdc.engine.SnapshotStrategy;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.Selection;
import io.github.cameldb2cdc.source.SnapshotIsolation;
import io.github.cameldb2cdc.source.StartFrom;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Checks a configuration as a whole and makes of it what the engine is told. */
final class ConfigurationCheck {

    /** No store takes a longer name. */
    private static final int NAME_LENGTH_MAX = 200;

    private static final Db2CdcConfiguration DEFAULTS = new Db2CdcConfiguration();

    private final Db2CdcConfiguration configuration;
    private final Problems problems = new Problems();

    private static final int SNAPSHOT_PARALLELISM_DEFAULT = 4;

    private ConfigurationCheck(Db2CdcConfiguration configuration) {
        this.configuration = configuration;
    }

    /**
     * What the engine is told.
     *
     * @throws IllegalArgumentException with one sentence for each bad value: the option, the value, what is allowed
     */
    static EngineOptions optionsOf(Db2CdcConfiguration configuration) {
        return new ConfigurationCheck(configuration).options();
    }

    private EngineOptions options() {
        Selection selection = new SelectionReader(configuration, problems).read();
        new SourceCheck(configuration, problems).check();
        checkCheckpoint();
        checkBounds();
        EngineOptions options = new EngineOptions(
                checkpointName(selection.schemas()),
                sourceName(),
                controlSchema(),
                selection,
                configuration.getPlatform().platform(),
                sourceTimeZone(),
                configuration.getSnapshotMode(),
                startFrom(),
                onGap(),
                onSchemaChange(),
                configuration.isAddColumnIsSchemaChange(),
                configuration.isSchemaChangeEvents(),
                snapshotStrategy(),
                configuration.getSnapshotWindow(),
                snapshotBufferBytes(),
                configuration.getSnapshotIsolation(),
                snapshotParallelism(),
                new SelectionReader(configuration, problems).readSnapshotConditions(selection),
                configuration.isSnapshotLock(),
                Duration.ofMillis(configuration.getCaptureProofWait()),
                Duration.ofMillis(configuration.getCaptureStallTimeout()),
                configuration.getSnapshotChunkSize(),
                configuration.getMaxMessagesPerPoll(),
                configuration.getMaxInFlight(),
                maxInFlightBytes(),
                configuration.isManualCommit(),
                configuration.getOnFailure(),
                Duration.ofMillis(configuration.getMaximumBackoff()),
                Duration.ofMillis(configuration.getCheckpointInterval()),
                Duration.ofMillis(configuration.getNetworkTimeout()),
                configuration.getFetchSize(),
                tombstones(),
                configuration.getLobMode(),
                lobMaxBytes());
        problems.throwIfAny();
        return options;
    }

    /** By default the schemas, sorted: naming them in another order, or choosing other tables, is no new start. */
    private String checkpointName(List<String> schemas) {
        String name = configuration.getCheckpointName();
        if (name == null) {
            name = schemas.stream().sorted().map(TableId::spell).collect(Collectors.joining(","));
            if (name.length() > NAME_LENGTH_MAX) {
                problems.add("The schemas are too many to make the name of a checkpoint; set checkpointName.");
            }
        } else if (name.isBlank() || name.length() > NAME_LENGTH_MAX) {
            problems.addValue(
                    "checkpointName", name, "it must have 1 to " + NAME_LENGTH_MAX + " characters, not only blanks");
        }
        return name;
    }

    private String sourceName() {
        String name = configuration.getSourceName();
        if (name == null || name.isBlank()) {
            problems.addValue("sourceName", name, "it must be a name such as db2");
        }
        return name;
    }

    private String controlSchema() {
        return problems.valueOrNull(
                "controlSchema",
                configuration.getControlSchema(),
                "it must be one schema, in double quotes if the name is not ordinary",
                () -> onlyPart(configuration.getControlSchema()));
    }

    private static String onlyPart(String text) {
        List<List<String>> names = SqlNameReader.readList(text);
        if (names.size() != 1 || names.get(0).size() != 1) {
            throw new IllegalArgumentException("not one part");
        }
        return names.get(0).get(0);
    }

    private void checkCheckpoint() {
        String table = configuration.getCheckpointTable();
        problems.valueOrNull(
                "checkpointTable",
                table,
                "it must be TABLE or SCHEMA.TABLE, with double quotes around a name that is not ordinary",
                () -> CheckpointPlace.tableOf(table));
        if (configuration.getIdempotentRepository() == null) {
            return;
        }
        if (!DEFAULTS.getCheckpointTable().equals(table)) {
            problems.add(
                    "checkpointTable and idempotentRepository are both set; the checkpoint is kept in one of them.");
        }
    }

    private StartFrom startFrom() {
        String text = configuration.getStartFrom();
        StartFrom start = problems.valueOrNull(
                "startFrom",
                text,
                "it must be LATEST, EARLIEST, CSN: followed by the hexadecimal digits of a commit sequence, or an instant"
                        + " such as 2026-11-30T12:00:00Z",
                () -> StartFrom.parse(text));
        SnapshotMode mode = configuration.getSnapshotMode();
        if (start != null && !(start instanceof StartFrom.Latest) && mode != SnapshotMode.NEVER) {
            problems.add("startFrom=" + text + " has no effect with snapshotMode=" + mode
                    + "; set snapshotMode=NEVER, or leave startFrom out.");
        }
        return start;
    }

    private boolean tombstones() {
        try {
            return configuration.style().tombstones();
        } catch (IllegalArgumentException e) {
            problems.add(e.getMessage());
            return false;
        }
    }

    private ZoneId sourceTimeZone() {
        String text = configuration.getSourceTimeZone();
        if (text == null) {
            return null;
        }
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            problems.addValue("sourceTimeZone", text, "it must be a time zone such as Europe/Berlin or UTC");
            return null;
        }
    }

    private long maxInFlightBytes() {
        return bytes("maxInFlightBytes", configuration.getMaxInFlightBytes(), "64MB, 64m or 67108864");
    }

    private long lobMaxBytes() {
        String text = configuration.getLobMaxBytes();
        long bytes = bytes("lobMaxBytes", text, "16MB, 16m or 16777216");
        if (bytes > Integer.MAX_VALUE) {
            problems.addValue("lobMaxBytes", text, "it must be less than 2GB, which is the longest that Db2 has");
        }
        return bytes;
    }

    private long bytes(String option, String text, String example) {
        Long bytes = problems.valueOrNull(
                option, text, "it must be a number of bytes such as " + example, () -> ByteCount.parse(text));
        if (Objects.equals(bytes, 0L)) {
            problems.addValue(option, text, "it must be at least 1");
        }
        return bytes == null ? 0 : bytes;
    }

    private OnGap onGap() {
        OnGap given = configuration.getOnGap();
        SnapshotMode mode = configuration.getSnapshotMode();
        if (mode == SnapshotMode.WHEN_NEEDED && given != null && given != OnGap.SNAPSHOT) {
            problems.add("snapshotMode=WHEN_NEEDED loads tables again whose changes are missing and onGap=" + given
                    + " does not; leave onGap out, or set snapshotMode=INITIAL.");
        }
        if (given == OnGap.SNAPSHOT && !mode.loads()) {
            problems.add("onGap=SNAPSHOT loads tables again and snapshotMode=" + mode
                    + " loads nothing; set snapshotMode=WHEN_NEEDED, or onGap=FAIL or CONTINUE.");
        }
        OnGap preset = mode == SnapshotMode.WHEN_NEEDED ? OnGap.SNAPSHOT : OnGap.FAIL;
        return given == null ? preset : given;
    }

    private OnSchemaChange onSchemaChange() {
        OnSchemaChange given = configuration.getOnSchemaChange();
        SnapshotMode mode = configuration.getSnapshotMode();
        if (given == OnSchemaChange.SNAPSHOT && !mode.loads()) {
            problems.add("onSchemaChange=SNAPSHOT loads a table again and snapshotMode=" + mode
                    + " loads nothing; set snapshotMode=INITIAL, or onSchemaChange=FAIL or CONTINUE.");
        }
        return given;
    }

    private SnapshotStrategy snapshotStrategy() {
        SnapshotStrategy strategy = configuration.getSnapshotStrategy();
        boolean lock = configuration.isSnapshotLock();
        if (strategy == SnapshotStrategy.INCREMENTAL
                && (lock || configuration.getSnapshotIsolation() != SnapshotIsolation.CS)) {
            String other = lock ? "snapshotLock=true" : "snapshotIsolation=" + configuration.getSnapshotIsolation();
            problems.add("snapshotStrategy=INCREMENTAL and " + other
                    + " exclude each other: each chunk is read with CS, in a transaction of its own; leave one of them"
                    + " out.");
        }
        return strategy;
    }

    private long snapshotBufferBytes() {
        return bytes("snapshotBufferBytes", configuration.getSnapshotBufferBytes(), "32MB, 32m or 33554432");
    }

    private int snapshotParallelism() {
        Integer given = configuration.getSnapshotParallelism();
        boolean lock = configuration.isSnapshotLock();
        boolean oneTransaction = lock || configuration.getSnapshotIsolation().isOneTransaction();
        if (given == null) {
            return oneTransaction ? 1 : SNAPSHOT_PARALLELISM_DEFAULT;
        }
        atLeast("snapshotParallelism", given, 1);
        if (given > 1 && oneTransaction) {
            String other = lock ? "snapshotLock=true" : "snapshotIsolation=" + configuration.getSnapshotIsolation();
            problems.add("snapshotParallelism=" + given + " and " + other
                    + " exclude each other: one transaction has one reader; leave snapshotParallelism out, or read with"
                    + " CS or UR and without snapshotLock.");
        }
        return given;
    }

    private void checkBounds() {
        atLeast("maxMessagesPerPoll", configuration.getMaxMessagesPerPoll(), 1);
        atLeast("maxInFlight", configuration.getMaxInFlight(), 1);
        atLeast("snapshotChunkSize", configuration.getSnapshotChunkSize(), 1);
        atLeast("fetchSize", configuration.getFetchSize(), 1);
        millisecondsAtLeast("checkpointInterval", configuration.getCheckpointInterval(), 0);
        millisecondsAtLeast("maximumBackoff", configuration.getMaximumBackoff(), 1);
        millisecondsAtLeast("networkTimeout", configuration.getNetworkTimeout(), 1_000);
        millisecondsAtLeast("captureProofWait", configuration.getCaptureProofWait(), 0);
        millisecondsAtLeast("captureStallTimeout", configuration.getCaptureStallTimeout(), 1_000);
        if (configuration.getMaxMessagesPerPoll() > configuration.getMaxInFlight()
                && configuration.getMaxInFlight() > 0) {
            problems.add("maxMessagesPerPoll=" + configuration.getMaxMessagesPerPoll() + " is more than maxInFlight="
                    + configuration.getMaxInFlight() + "; a poll cannot deliver more than may be in flight.");
        }
    }

    private void atLeast(String option, long value, long least) {
        if (value < least) {
            problems.addValue(option, value, "it must be at least " + least);
        }
    }

    private void millisecondsAtLeast(String option, long value, long least) {
        if (value < least) {
            problems.addValue(option, value, "it must be at least " + least + " ms");
        }
    }
}
