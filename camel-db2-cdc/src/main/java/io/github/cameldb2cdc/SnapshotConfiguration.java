package io.github.cameldb2cdc;

import io.github.cameldb2cdc.engine.OnGap;
import io.github.cameldb2cdc.engine.SnapshotMode;
import io.github.cameldb2cdc.engine.SnapshotStrategy;
import io.github.cameldb2cdc.engine.SnapshotWindow;
import io.github.cameldb2cdc.source.SnapshotIsolation;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** The options that say what a start begins with and how rows are loaded, as they were given. Not thread-safe. */
@UriParams
public abstract class SnapshotConfiguration extends StructureConfiguration {

    /**
     * What happens with the rows that are there at the start: INITIAL loads every table that is not loaded yet, then
     * streams; WHEN_NEEDED does so and loads tables again whose changes are missing;
     * ALWAYS loads all tables at each start; INITIAL_ONLY loads, delivers what changed meanwhile, then ends the
     * route; NEVER and NO_DATA load nothing.
     */
    @UriParam(label = "consumer", defaultValue = "INITIAL")
    private SnapshotMode snapshotMode = SnapshotMode.INITIAL;

    /**
     * Where snapshotMode=NEVER starts without a checkpoint: LATEST, EARLIEST, CSN: followed by the hexadecimal digits
     * of a commit sequence, or an instant such as 2026-11-30T12:00:00Z.
     */
    @UriParam(label = "consumer", defaultValue = "LATEST")
    private String startFrom = "LATEST";

    /**
     * What happens when changes are missing, since Capture removed them, was started cold, or did not write them: FAIL
     * waits for an operator; SNAPSHOT loads the tables concerned again; CONTINUE goes on without what is missing. Default:
     * FAIL, with snapshotMode=WHEN_NEEDED SNAPSHOT.
     */
    @UriParam(label = "consumer")
    private OnGap onGap;

    /**
     * How rows are loaded: BLOCKING reads them with several readers while the stream waits; INCREMENTAL reads them in small
     * chunks while changes stream, and can go on after a restart. Tables without a key are always loaded with BLOCKING.
     */
    @UriParam(label = "consumer", defaultValue = "BLOCKING")
    private SnapshotStrategy snapshotStrategy = SnapshotStrategy.BLOCKING;

    /**
     * How an incremental snapshot knows which changes its reads may have missed: READ_ONLY by the time up to which Capture
     * has read the log; SIGNAL_TABLE by rows that it inserts before and after each read, for which the user needs
     * INSERT and DELETE on Capture's table IBMSNAP_SIGNAL.
     */
    @UriParam(label = "consumer", defaultValue = "READ_ONLY")
    private SnapshotWindow snapshotWindow = SnapshotWindow.READ_ONLY;

    /**
     * How much of the rows of incremental snapshots that wait for Capture is kept in memory; the rest goes to temporary
     * files.
     */
    @UriParam(label = "consumer,advanced", defaultValue = "32MB")
    private String snapshotBufferBytes = "32MB";

    /**
     * What a snapshot's reads promise: CS committed rows, each as it is when it is read; UR uncommitted rows as well; RS
     * rows stay as they were read until the snapshot ends; RR one cut across all tables, which holds up writers and
     * begins anew when it is interrupted.
     */
    @UriParam(label = "consumer", defaultValue = "CS")
    private SnapshotIsolation snapshotIsolation = SnapshotIsolation.CS;

    /**
     * Keeps writers out of tables while they are loaded: they are locked in share mode, and read by one reader when
     * Capture has passed the moment of the lock, so that the rows are exact also for tables without a key. An interrupted
     * load goes on without locks.
     */
    @UriParam(label = "consumer", defaultValue = "false")
    private boolean snapshotLock;

    /** How many readers load tables at the same time. Default: 4, and 1 with snapshotIsolation RS or RR and with snapshotLock. */
    @UriParam(label = "consumer")
    private Integer snapshotParallelism;

    /** Predicates in SQL that choose the rows of a table which are loaded, such as snapshotWhere.ORDERS=STATUS = 'OPEN'. */
    @UriParam(label = "consumer", prefix = "snapshotWhere.", multiValue = true)
    private Map<String, Object> snapshotWhere = new LinkedHashMap<>();

    /** Rows of a key range, after which the progress of a snapshot is remembered. */
    @UriParam(label = "consumer", defaultValue = "10000")
    private int snapshotChunkSize = 10_000;

    /**
     * How long a table waits for its load when nothing shows that Capture captures it already: no change of it since the
     * registration was active. With 0 it is loaded at once, which loses changes that were made before Capture read the
     * registration.
     */
    @UriParam(label = "consumer,advanced", defaultValue = "30s", javaType = "java.time.Duration")
    private long captureProofWait = 30_000;

    public SnapshotMode getSnapshotMode() {
        return snapshotMode;
    }

    public void setSnapshotMode(SnapshotMode snapshotMode) {
        this.snapshotMode = snapshotMode;
    }

    public String getStartFrom() {
        return startFrom;
    }

    public void setStartFrom(String startFrom) {
        this.startFrom = startFrom;
    }

    public OnGap getOnGap() {
        return onGap;
    }

    public void setOnGap(OnGap onGap) {
        this.onGap = onGap;
    }

    public SnapshotStrategy getSnapshotStrategy() {
        return snapshotStrategy;
    }

    public void setSnapshotStrategy(SnapshotStrategy snapshotStrategy) {
        this.snapshotStrategy = snapshotStrategy;
    }

    public SnapshotWindow getSnapshotWindow() {
        return snapshotWindow;
    }

    public void setSnapshotWindow(SnapshotWindow snapshotWindow) {
        this.snapshotWindow = snapshotWindow;
    }

    public String getSnapshotBufferBytes() {
        return snapshotBufferBytes;
    }

    public void setSnapshotBufferBytes(String snapshotBufferBytes) {
        this.snapshotBufferBytes = snapshotBufferBytes;
    }

    public SnapshotIsolation getSnapshotIsolation() {
        return snapshotIsolation;
    }

    public void setSnapshotIsolation(SnapshotIsolation snapshotIsolation) {
        this.snapshotIsolation = snapshotIsolation;
    }

    public boolean isSnapshotLock() {
        return snapshotLock;
    }

    public void setSnapshotLock(boolean snapshotLock) {
        this.snapshotLock = snapshotLock;
    }

    public Integer getSnapshotParallelism() {
        return snapshotParallelism;
    }

    public void setSnapshotParallelism(Integer snapshotParallelism) {
        this.snapshotParallelism = snapshotParallelism;
    }

    public Map<String, Object> getSnapshotWhere() {
        return snapshotWhere;
    }

    public void setSnapshotWhere(Map<String, Object> snapshotWhere) {
        this.snapshotWhere = snapshotWhere;
    }

    public int getSnapshotChunkSize() {
        return snapshotChunkSize;
    }

    public void setSnapshotChunkSize(int snapshotChunkSize) {
        this.snapshotChunkSize = snapshotChunkSize;
    }

    public long getCaptureProofWait() {
        return captureProofWait;
    }

    public void setCaptureProofWait(long captureProofWait) {
        this.captureProofWait = captureProofWait;
    }
}
