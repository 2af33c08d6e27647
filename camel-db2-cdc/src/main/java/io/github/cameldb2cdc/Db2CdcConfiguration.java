package io.github.cameldb2cdc;

import io.github.cameldb2cdc.engine.OnFailure;
import io.github.cameldb2cdc.source.LobMode;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.camel.spi.Configurer;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;
import org.apache.camel.spi.UriPath;

/**
 * The options of the component and its endpoints as they were given: nothing is checked before {@link #validate()}, and
 * a consumer reads them once, when it is created. Times are milliseconds. Not thread-safe.
 */
@Configurer
@UriParams
public class Db2CdcConfiguration extends SnapshotConfiguration implements Cloneable {

    /**
     * The schemas of the tables, separated by commas, in SQL's spelling: ordinary names fold to upper case, names in
     * double quotes stay as they are.
     */
    @UriPath
    @Metadata(required = true)
    private String schemas;

    /** The source's connections. The registry's only DataSource is taken by itself; jdbcUrl wins over that one. */
    @UriParam
    @Metadata(autowired = true)
    private DataSource dataSource;

    /**
     * The URL of the source, such as jdbc:db2://host:50000/SAMPLE; the component then keeps a pool of its own.
     * Passwords do not belong in it.
     */
    @UriParam
    private String jdbcUrl;

    /** The schema of Capture's control tables, in SQL's spelling. */
    @UriParam(defaultValue = "ASNCDC")
    private String controlSchema = "ASNCDC";

    /** The logical name of the source in events. */
    @UriParam(defaultValue = "db2")
    private String sourceName = "db2";

    /** The user, with jdbcUrl. */
    @UriParam(label = "security", secret = true)
    private String username;

    /**
     * The password, with jdbcUrl. In an endpoint's URI write RAW(...) around it, since a + turns into a blank there.
     */
    @UriParam(label = "security", secret = true)
    private String password;

    /** Properties of IBM's driver, with jdbcUrl, such as driver.sslConnection=true. */
    @UriParam(label = "security", prefix = "driver.", multiValue = true)
    private Map<String, Object> driverProperties = new LinkedHashMap<>();

    /**
     * The tables, separated by commas, in SQL's spelling: TABLE where the path names one schema, or SCHEMA.TABLE. Each
     * must be registered with Capture. Default: every registered table of the schemas.
     */
    @UriParam(label = "consumer")
    private String tables;

    /**
     * Regular expressions, separated by commas, of which one must match SCHEMA.TABLE as a whole, as the catalog stores
     * it. In an endpoint's URI write RAW(...) around an expression with a +, which turns into a blank there.
     */
    @UriParam(label = "consumer")
    private String tablesInclude;

    /**
     * Regular expressions, separated by commas, of which none may match SCHEMA.TABLE as a whole, as the catalog stores
     * it.
     */
    @UriParam(label = "consumer")
    private String tablesExclude;

    /**
     * Columns that events leave out, separated by commas, in SQL's spelling: TABLE.COLUMN where the path names one
     * schema, or SCHEMA.TABLE.COLUMN.
     */
    @UriParam(label = "consumer")
    private String columnsExclude;

    /**
     * Key columns that are given instead of the catalog's, in SQL's spelling: TABLE:COLUMN,COLUMN;SCHEMA.TABLE:COLUMN.
     */
    @UriParam(label = "consumer")
    private String keyColumns;

    /**
     * The name under which the consumer remembers how far it has come. Two routes on the same schemas need two names.
     * Default: the schemas in the order of the alphabet.
     */
    @UriParam(label = "consumer")
    private String checkpointName;

    /**
     * The table of the source that keeps the checkpoint unless idempotentRepository does, in SQL's spelling: TABLE or
     * SCHEMA.TABLE. It is created when it is missing.
     */
    @UriParam(label = "consumer", defaultValue = "DB2_CDC_CHECKPOINT")
    private String checkpointTable = "DB2_CDC_CHECKPOINT";

    /**
     * The store that keeps the checkpoint: a CheckpointRepository of this component, for files, for a table of a target
     * database, or in memory; or any other idempotent repository, for one consumer at a time, which repeats a load of a
     * table that was interrupted. Default: the table checkpointTable of the source.
     */
    @UriParam(label = "consumer")
    private IdempotentRepository idempotentRepository;

    /** How often the checkpoint is written at most. */
    @UriParam(label = "consumer", defaultValue = "1s", javaType = "java.time.Duration")
    private long checkpointInterval = 1_000;

    /** Events of one poll at most. */
    @UriParam(label = "consumer", defaultValue = "2048")
    private int maxMessagesPerPoll = 2_048;

    /** Events at most from the oldest one that is not done to the newest. */
    @UriParam(label = "consumer", defaultValue = "4096")
    private int maxInFlight = 4_096;

    /**
     * Bytes of these events at most, as read from the database, such as 64MB, 64m or 67108864; one event is always
     * allowed.
     */
    @UriParam(label = "consumer", defaultValue = "64MB")
    private String maxInFlightBytes = "64MB";

    /**
     * Whether the route itself says when events are done, by the Db2CdcManualCommit in the header
     * CamelDb2CdcManualCommit. Needed where the route aggregates.
     */
    @UriParam(label = "consumer")
    private boolean manualCommit;

    /**
     * What happens when an exchange fails and the route does not handle it: RETRY delivers again what is not done, in
     * order; SKIP goes on; STOP ends the route.
     */
    @UriParam(label = "consumer", defaultValue = "RETRY")
    private OnFailure onFailure = OnFailure.RETRY;

    /** The longest pause before another try. */
    @UriParam(label = "consumer", defaultValue = "60s", javaType = "java.time.Duration")
    private long maximumBackoff = 60_000;

    /**
     * What the body is: EVENT the event itself, JSON its envelope as text, MAP its envelope as a map. Type converters
     * give the other forms.
     */
    @UriParam(label = "consumer", defaultValue = "EVENT")
    private BodyType bodyType = BodyType.EVENT;

    /**
     * What events carry of CLOB, DBCLOB, BLOB and XML columns, which Capture does not write: OMIT a placeholder for each
     * value; RESELECT what the row of the source table has when its event is read, by the table's key.
     */
    @UriParam(label = "consumer", defaultValue = "OMIT")
    private LobMode lobMode = LobMode.OMIT;

    /** Bytes of a large object at most with lobMode=RESELECT, such as 16MB; a longer one is a placeholder. */
    @UriParam(label = "consumer", defaultValue = "16MB")
    private String lobMaxBytes = "16MB";

    /**
     * A table whose new rows are signals, as with Debezium: SCHEMA.TABLE with columns for id, type and data. It must be
     * registered for capture; its rows become no events.
     */
    @UriParam(label = "consumer")
    private String signalTable;

    /**
     * What an exchange that is sent to the endpoint asks for: STATUS of the running consumers, PREFLIGHT a look at
     * everything that a start needs, COMPARE how many rows a sink should have, RESUME a consumer that waits for a decision, EXECUTE_SNAPSHOT, STOP_SNAPSHOT,
     * PAUSE_SNAPSHOT and RESUME_SNAPSHOT a load of tables beside their changes, RESET the checkpoint of a consumer that is
     * stopped.
     */
    @UriParam(label = "producer")
    private ProducerOperation operation;

    /** The kind of Db2; AUTO asks the server. */
    @UriParam(label = "consumer,advanced", defaultValue = "AUTO")
    private PlatformChoice platform = PlatformChoice.AUTO;

    /**
     * The time zone of the server's clock, such as Europe/Berlin, to make instants of commit times. Default: the
     * server's present offset from UTC; commit times are then marked as approximate.
     */
    @UriParam(label = "consumer,advanced")
    private String sourceTimeZone;

    /** How long an answer of the database may take. */
    @UriParam(label = "consumer,advanced", defaultValue = "60s", javaType = "java.time.Duration")
    private long networkTimeout = 60_000;

    /** Rows that the driver fetches at once. */
    @UriParam(label = "consumer,advanced", defaultValue = "1000")
    private int fetchSize = 1_000;

    /**
     * How long an exchange may be under way before readiness is down and names it, and how long Capture may stand still
     * while snapshotLock holds tables.
     */
    @UriParam(label = "consumer,advanced", defaultValue = "5m", javaType = "java.time.Duration")
    private long captureStallTimeout = 300_000;

    /** A copy that shares nothing that can change. */
    public Db2CdcConfiguration copy() {
        try {
            Db2CdcConfiguration copy = (Db2CdcConfiguration) clone();
            copy.driverProperties = new LinkedHashMap<>(driverProperties);
            copy.setSnapshotWhere(new LinkedHashMap<>(getSnapshotWhere()));
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Checks all options, each alone and against the others.
     *
     * @throws IllegalArgumentException with one sentence for each bad value: the option, the value, what is allowed
     */
    public void validate() {
        ConfigurationCheck.optionsOf(this);
    }

    public String getSchemas() {
        return schemas;
    }

    public void setSchemas(String schemas) {
        this.schemas = schemas;
    }

    public DataSource getDataSource() {
        return dataSource;
    }

    public void setDataSource(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    public String getJdbcUrl() {
        return jdbcUrl;
    }

    public void setJdbcUrl(String jdbcUrl) {
        this.jdbcUrl = jdbcUrl;
    }

    public String getControlSchema() {
        return controlSchema;
    }

    public void setControlSchema(String controlSchema) {
        this.controlSchema = controlSchema;
    }

    public String getSourceName() {
        return sourceName;
    }

    public void setSourceName(String sourceName) {
        this.sourceName = sourceName;
    }

    public String getUsername() {
        return username;
    }

    public void setUsername(String username) {
        this.username = username;
    }

    public String getPassword() {
        return password;
    }

    public void setPassword(String password) {
        this.password = password;
    }

    public Map<String, Object> getDriverProperties() {
        return driverProperties;
    }

    public void setDriverProperties(Map<String, Object> driverProperties) {
        this.driverProperties = driverProperties;
    }

    public String getTables() {
        return tables;
    }

    public void setTables(String tables) {
        this.tables = tables;
    }

    public String getTablesInclude() {
        return tablesInclude;
    }

    public void setTablesInclude(String tablesInclude) {
        this.tablesInclude = tablesInclude;
    }

    public String getTablesExclude() {
        return tablesExclude;
    }

    public void setTablesExclude(String tablesExclude) {
        this.tablesExclude = tablesExclude;
    }

    public String getColumnsExclude() {
        return columnsExclude;
    }

    public void setColumnsExclude(String columnsExclude) {
        this.columnsExclude = columnsExclude;
    }

    public String getKeyColumns() {
        return keyColumns;
    }

    public void setKeyColumns(String keyColumns) {
        this.keyColumns = keyColumns;
    }

    public String getCheckpointName() {
        return checkpointName;
    }

    public void setCheckpointName(String checkpointName) {
        this.checkpointName = checkpointName;
    }

    public String getCheckpointTable() {
        return checkpointTable;
    }

    public void setCheckpointTable(String checkpointTable) {
        this.checkpointTable = checkpointTable;
    }

    public IdempotentRepository getIdempotentRepository() {
        return idempotentRepository;
    }

    public void setIdempotentRepository(IdempotentRepository idempotentRepository) {
        this.idempotentRepository = idempotentRepository;
    }

    public long getCheckpointInterval() {
        return checkpointInterval;
    }

    public void setCheckpointInterval(long checkpointInterval) {
        this.checkpointInterval = checkpointInterval;
    }

    public int getMaxMessagesPerPoll() {
        return maxMessagesPerPoll;
    }

    public void setMaxMessagesPerPoll(int maxMessagesPerPoll) {
        this.maxMessagesPerPoll = maxMessagesPerPoll;
    }

    public int getMaxInFlight() {
        return maxInFlight;
    }

    public void setMaxInFlight(int maxInFlight) {
        this.maxInFlight = maxInFlight;
    }

    public String getMaxInFlightBytes() {
        return maxInFlightBytes;
    }

    public void setMaxInFlightBytes(String maxInFlightBytes) {
        this.maxInFlightBytes = maxInFlightBytes;
    }

    public boolean isManualCommit() {
        return manualCommit;
    }

    public void setManualCommit(boolean manualCommit) {
        this.manualCommit = manualCommit;
    }

    public OnFailure getOnFailure() {
        return onFailure;
    }

    public void setOnFailure(OnFailure onFailure) {
        this.onFailure = onFailure;
    }

    public long getMaximumBackoff() {
        return maximumBackoff;
    }

    public void setMaximumBackoff(long maximumBackoff) {
        this.maximumBackoff = maximumBackoff;
    }

    public BodyType getBodyType() {
        return bodyType;
    }

    public void setBodyType(BodyType bodyType) {
        this.bodyType = bodyType;
    }

    public String getSignalTable() {
        return signalTable;
    }

    public void setSignalTable(String signalTable) {
        this.signalTable = signalTable;
    }

    public ProducerOperation getOperation() {
        return operation;
    }

    public void setOperation(ProducerOperation operation) {
        this.operation = operation;
    }

    public PlatformChoice getPlatform() {
        return platform;
    }

    public void setPlatform(PlatformChoice platform) {
        this.platform = platform;
    }

    public String getSourceTimeZone() {
        return sourceTimeZone;
    }

    public void setSourceTimeZone(String sourceTimeZone) {
        this.sourceTimeZone = sourceTimeZone;
    }

    public long getNetworkTimeout() {
        return networkTimeout;
    }

    public void setNetworkTimeout(long networkTimeout) {
        this.networkTimeout = networkTimeout;
    }

    public int getFetchSize() {
        return fetchSize;
    }

    public void setFetchSize(int fetchSize) {
        this.fetchSize = fetchSize;
    }

    public long getCaptureStallTimeout() {
        return captureStallTimeout;
    }

    public void setCaptureStallTimeout(long captureStallTimeout) {
        this.captureStallTimeout = captureStallTimeout;
    }

    public LobMode getLobMode() {
        return lobMode;
    }

    public void setLobMode(LobMode lobMode) {
        this.lobMode = lobMode;
    }

    public String getLobMaxBytes() {
        return lobMaxBytes;
    }

    public void setLobMaxBytes(String lobMaxBytes) {
        this.lobMaxBytes = lobMaxBytes;
    }
}
