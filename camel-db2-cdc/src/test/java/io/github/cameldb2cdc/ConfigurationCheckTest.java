package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.OnFailure;
import io.github.cameldb2cdc.engine.OnGap;
import io.github.cameldb2cdc.engine.OnSchemaChange;
import io.github.cameldb2cdc.engine.SnapshotMode;
import io.github.cameldb2cdc.envelope.BinaryMode;
import io.github.cameldb2cdc.envelope.DecimalMode;
import io.github.cameldb2cdc.envelope.EnvelopeFormat;
import io.github.cameldb2cdc.envelope.EnvelopeStyle;
import io.github.cameldb2cdc.envelope.TemporalMode;
import io.github.cameldb2cdc.source.LobMode;
import io.github.cameldb2cdc.source.Platform;
import io.github.cameldb2cdc.source.StartFrom;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigurationCheckTest {

    @Test
    void everyDefaultIsWhatTheManualSays() {
        EngineOptions options = ConfigurationCheck.optionsOf(reachable());

        assertThat(options.checkpointName()).isEqualTo("HR");
        assertThat(options.sourceName()).isEqualTo("db2");
        assertThat(options.controlSchema()).isEqualTo("ASNCDC");
        assertThat(options.selection().schemas()).containsExactly("HR");
        assertThat(options.selection().tables()).isEmpty();
        assertThat(options.selection().includes()).isEmpty();
        assertThat(options.selection().excludes()).isEmpty();
        assertThat(options.selection().excludedColumns()).isEmpty();
        assertThat(options.selection().keyColumns()).isEmpty();
        assertThat(options.platform()).isNull();
        assertThat(options.sourceTimeZone()).isNull();
        assertThat(options.snapshotMode()).isEqualTo(SnapshotMode.INITIAL);
        assertThat(options.startFrom()).isEqualTo(new StartFrom.Latest());
        assertThat(options.snapshotChunkSize()).isEqualTo(10_000);
        assertThat(options.onSchemaChange()).isEqualTo(OnSchemaChange.FAIL);
        assertThat(options.addColumnIsSchemaChange()).isFalse();
        assertThat(options.schemaChangeEvents()).isFalse();
        assertThat(options.onGap()).isEqualTo(OnGap.FAIL);
        assertThat(options.snapshotLock()).isFalse();
        assertThat(options.captureProofWait()).isEqualTo(Duration.ofSeconds(30));
        assertThat(options.captureStallTimeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(options.maxMessagesPerPoll()).isEqualTo(2_048);
        assertThat(options.maxInFlight()).isEqualTo(4_096);
        assertThat(options.maxInFlightBytes()).isEqualTo(64L << 20);
        assertThat(options.manualCommit()).isFalse();
        assertThat(options.onFailure()).isEqualTo(OnFailure.RETRY);
        assertThat(options.maximumBackoff()).isEqualTo(Duration.ofSeconds(60));
        assertThat(options.checkpointInterval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(options.networkTimeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(options.fetchSize()).isEqualTo(1_000);
        assertThat(options.tombstones()).isFalse();
        assertThat(options.lobMode()).isEqualTo(LobMode.OMIT);
        assertThat(options.lobMaxBytes()).isEqualTo(16L << 20);
    }

    @Test
    void whenNeededLoadsAgainWhatIsMissing() {
        Db2CdcConfiguration configuration = reachable();
        configuration.setSnapshotMode(SnapshotMode.WHEN_NEEDED);
        assertThat(ConfigurationCheck.optionsOf(configuration).onGap()).isEqualTo(OnGap.SNAPSHOT);
    }

    @Test
    void defaultsThatTheEngineDoesNotSeeAreWhatTheManualSays() {
        Db2CdcConfiguration configuration = new Db2CdcConfiguration();

        assertThat(configuration.getBodyType()).isEqualTo(BodyType.EVENT);
        assertThat(configuration.getCheckpointTable()).isEqualTo("DB2_CDC_CHECKPOINT");
        assertThat(configuration.getCaptureStallTimeout()).isEqualTo(300_000);
        assertThat(configuration.getDriverProperties()).isEmpty();
        assertThat(configuration.getDataSource()).isNull();
        assertThat(configuration.getJdbcUrl()).isNull();
        assertThat(configuration.getUsername()).isNull();
        assertThat(configuration.getPassword()).isNull();
        assertThat(configuration.getIdempotentRepository()).isNull();
    }

    @Test
    void everyOptionReachesTheEngine() {
        Db2CdcConfiguration configuration = reachable();
        configuration.setSourceName("hr");
        configuration.setControlSchema("asn");
        configuration.setCheckpointName("payroll");
        configuration.setPlatform(PlatformChoice.ZOS);
        configuration.setSourceTimeZone("Europe/Berlin");
        configuration.setSnapshotMode(SnapshotMode.NEVER);
        configuration.setStartFrom("EARLIEST");
        configuration.setSnapshotChunkSize(3);
        configuration.setCaptureProofWait(9_000);
        configuration.setMaxMessagesPerPoll(4);
        configuration.setMaxInFlight(5);
        configuration.setMaxInFlightBytes("6k");
        configuration.setManualCommit(true);
        configuration.setOnFailure(OnFailure.STOP);
        configuration.setMaximumBackoff(7_000);
        configuration.setCheckpointInterval(0);
        configuration.setNetworkTimeout(8_000);
        configuration.setFetchSize(9);
        configuration.setTombstones(true);
        configuration.setLobMode(LobMode.RESELECT);
        configuration.setLobMaxBytes("10k");

        EngineOptions options = ConfigurationCheck.optionsOf(configuration);

        assertThat(options.sourceName()).isEqualTo("hr");
        assertThat(options.controlSchema()).isEqualTo("ASN");
        assertThat(options.checkpointName()).isEqualTo("payroll");
        assertThat(options.platform()).isEqualTo(Platform.ZOS);
        assertThat(options.sourceTimeZone()).isEqualTo(ZoneId.of("Europe/Berlin"));
        assertThat(options.snapshotMode()).isEqualTo(SnapshotMode.NEVER);
        assertThat(options.startFrom()).isEqualTo(new StartFrom.Earliest());
        assertThat(options.snapshotChunkSize()).isEqualTo(3);
        assertThat(options.captureProofWait()).isEqualTo(Duration.ofSeconds(9));
        assertThat(options.maxMessagesPerPoll()).isEqualTo(4);
        assertThat(options.maxInFlight()).isEqualTo(5);
        assertThat(options.maxInFlightBytes()).isEqualTo(6 * 1024);
        assertThat(options.manualCommit()).isTrue();
        assertThat(options.onFailure()).isEqualTo(OnFailure.STOP);
        assertThat(options.maximumBackoff()).isEqualTo(Duration.ofSeconds(7));
        assertThat(options.checkpointInterval()).isEqualTo(Duration.ZERO);
        assertThat(options.networkTimeout()).isEqualTo(Duration.ofSeconds(8));
        assertThat(options.fetchSize()).isEqualTo(9);
        assertThat(options.tombstones()).isTrue();
        assertThat(options.lobMode()).isEqualTo(LobMode.RESELECT);
        assertThat(options.lobMaxBytes()).isEqualTo(10 * 1024);
    }

    @Test
    void theStyleIsThatOfTheFormatUnlessAnOptionSaysOtherwise() {
        Db2CdcConfiguration configuration = reachable();
        assertThat(configuration.style()).isEqualTo(EnvelopeStyle.PLAIN);

        configuration.setFormat(EnvelopeFormat.DEBEZIUM);
        assertThat(configuration.style()).isEqualTo(EnvelopeStyle.DEBEZIUM);
        assertThat(ConfigurationCheck.optionsOf(configuration).tombstones()).isTrue();

        configuration.setDecimalMode(DecimalMode.DOUBLE);
        configuration.setTemporalMode(TemporalMode.MICROSECONDS);
        configuration.setBinaryMode(BinaryMode.HEX);
        configuration.setTombstones(false);
        configuration.setIncludeSchema(true);
        assertThat(configuration.style())
                .isEqualTo(new EnvelopeStyle(
                        EnvelopeFormat.DEBEZIUM,
                        DecimalMode.DOUBLE,
                        TemporalMode.MICROSECONDS,
                        BinaryMode.HEX,
                        false,
                        true));
        assertThat(ConfigurationCheck.optionsOf(configuration).tombstones()).isFalse();
    }

    @Test
    void theCheckpointsNameDoesNotDependOnTheOrderOfTheSchemasNorOnTheTables() {
        Db2CdcConfiguration configuration = reachable();
        configuration.setSchemas("sales,\"lower case\",hr");
        configuration.setTables("hr.employees");

        assertThat(ConfigurationCheck.optionsOf(configuration).checkpointName()).isEqualTo("HR,SALES,\"lower case\"");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"badTables", "badColumns", "badPlaces", "badBounds", "badStyles"})
    void aBadValueIsOneSentence(String sentence, Consumer<Db2CdcConfiguration> bad) {
        Db2CdcConfiguration configuration = reachable();
        bad.accept(configuration);

        assertThatThrownBy(configuration::validate)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }

    static Stream<Arguments> badTables() {
        return Stream.of(
                bad(
                        "The endpoint names no schema; write db2-cdc:SCHEMA or db2-cdc:SCHEMA,SCHEMA.",
                        c -> c.setSchemas(" ")),
                bad(
                        "schemas=HR.EMP is not allowed: each name has one part, tables are chosen by the option tables.",
                        c -> c.setSchemas("HR.EMP")),
                bad("schemas=hr,HR is not allowed: it names HR twice.", c -> c.setSchemas("hr,HR")),
                bad(
                        "schemas=HR,,X is not allowed: ',' stands where a name is expected; write SCHEMA or SCHEMA,SCHEMA,"
                                + " with double quotes around a name that is not ordinary.",
                        c -> c.setSchemas("HR,,X")),
                bad(
                        "tables=\"EMP is not allowed: a double quote is not closed; write TABLE or SCHEMA.TABLE, separated by"
                                + " commas, with double quotes around a name that is not ordinary.",
                        c -> c.setTables("\"EMP")),
                bad(
                        "tables=MY TABLE is not allowed: 'T' stands where a comma or the end is expected; write TABLE or"
                                + " SCHEMA.TABLE, separated by commas, with double quotes around a name that is not ordinary.",
                        c -> c.setTables("MY TABLE")),
                bad(
                        "tables=SALES.ORDERS is not allowed: SALES.ORDERS is in none of the endpoint's schemas [HR].",
                        c -> c.setTables("SALES.ORDERS")),
                bad("tables=EMP is not allowed: EMP has no schema and the endpoint names 2; write SCHEMA.EMP.", c -> {
                    c.setSchemas("HR,SALES");
                    c.setTables("EMP");
                }),
                bad(
                        "tables=A.B.C is not allowed: write TABLE or SCHEMA.TABLE, separated by commas, with double quotes"
                                + " around a name that is not ordinary.",
                        c -> c.setTables("A.B.C")),
                bad("tables and tablesInclude are both set; name the tables one by one, or by expressions.", c -> {
                    c.setTables("EMP");
                    c.setTablesInclude("HR\\..*");
                }),
                bad("tables and tablesExclude are both set; leave the unwanted tables out of tables.", c -> {
                    c.setTables("EMP");
                    c.setTablesExclude("HR\\..*");
                }),
                bad(
                        "tablesInclude=HR\\.(A is not allowed: it must be regular expressions separated by commas, of which one"
                                + " has an error (Unclosed group).",
                        c -> c.setTablesInclude("HR\\.(A")),
                bad(
                        "tablesExclude=* is not allowed: it must be regular expressions separated by commas, of which one has"
                                + " an error (Dangling meta character '*').",
                        c -> c.setTablesExclude("*")));
    }

    static Stream<Arguments> badColumns() {
        return Stream.of(
                bad(
                        "columnsExclude=SALARY is not allowed: write TABLE.COLUMN or SCHEMA.TABLE.COLUMN, separated by commas,"
                                + " with double quotes around a name that is not ordinary.",
                        c -> c.setColumnsExclude("SALARY")),
                bad(
                        "columnsExclude=DEPT.BUDGET is not allowed: HR.DEPT is not among the tables of the option tables.",
                        c -> {
                            c.setTables("EMP");
                            c.setColumnsExclude("DEPT.BUDGET");
                        }),
                bad(
                        "keyColumns=EMP is not allowed: a table's name is not followed by a colon; write"
                                + " TABLE:COLUMN,COLUMN;SCHEMA.TABLE:COLUMN, with double quotes around a name that is not"
                                + " ordinary.",
                        c -> c.setKeyColumns("EMP")),
                bad(
                        "keyColumns=EMP:A;EMP:B is not allowed: it names HR.EMP twice.",
                        c -> c.setKeyColumns("EMP:A;EMP:B")),
                bad(
                        "keyColumns=EMP:A,A is not allowed: it names a column of HR.EMP twice.",
                        c -> c.setKeyColumns("EMP:A,A")),
                bad(
                        "columnsExclude and keyColumns both name the column EMAIL of HR.EMP; a key column cannot be left out.",
                        c -> {
                            c.setKeyColumns("EMP:EMAIL");
                            c.setColumnsExclude("EMP.EMAIL");
                        }));
    }

    static Stream<Arguments> badPlaces() {
        return Stream.of(
                bad(
                        "controlSchema=A.B is not allowed: it must be one schema, in double quotes if the name is not"
                                + " ordinary.",
                        c -> c.setControlSchema("A.B")),
                bad("sourceName= is not allowed: it must be a name such as db2.", c -> c.setSourceName("")),
                bad(
                        "checkpointName=  is not allowed: it must have 1 to 200 characters, not only blanks.",
                        c -> c.setCheckpointName(" ")),
                bad(
                        "checkpointTable=A.B.C is not allowed: it must be TABLE or SCHEMA.TABLE, with double quotes around a"
                                + " name that is not ordinary.",
                        c -> c.setCheckpointTable("A.B.C")),
                bad(
                        "checkpointTable and idempotentRepository are both set; the checkpoint is kept in one of them.",
                        c -> {
                            c.setCheckpointTable("OWN");
                            c.setIdempotentRepository(new MemoryCheckpointRepository());
                        }),
                bad(
                        "startFrom=yesterday is not allowed: it must be LATEST, EARLIEST, CSN: followed by the hexadecimal"
                                + " digits of a commit sequence, or an instant such as 2026-11-30T12:00:00Z.",
                        c -> {
                            c.setSnapshotMode(SnapshotMode.NEVER);
                            c.setStartFrom("yesterday");
                        }),
                bad(
                        "startFrom=EARLIEST has no effect with snapshotMode=INITIAL; set snapshotMode=NEVER, or leave"
                                + " startFrom out.",
                        c -> c.setStartFrom("EARLIEST")),
                bad(
                        "startFrom=CSN:0A has no effect with snapshotMode=NO_DATA; set snapshotMode=NEVER, or leave startFrom"
                                + " out.",
                        c -> {
                            c.setSnapshotMode(SnapshotMode.NO_DATA);
                            c.setStartFrom("CSN:0A");
                        }),
                bad(
                        "sourceTimeZone=Berlin is not allowed: it must be a time zone such as Europe/Berlin or UTC.",
                        c -> c.setSourceTimeZone("Berlin")));
    }

    static Stream<Arguments> badBounds() {
        return Stream.of(
                bad(
                        "maxInFlightBytes=64 megabytes is not allowed: it must be a number of bytes such as 64MB, 64m or"
                                + " 67108864.",
                        c -> c.setMaxInFlightBytes("64 megabytes")),
                bad("lobMaxBytes=0 is not allowed: it must be at least 1.", c -> c.setLobMaxBytes("0")),
                bad(
                        "lobMaxBytes=2GB is not allowed: it must be less than 2GB, which is the longest that Db2 has.",
                        c -> c.setLobMaxBytes("2GB")),
                bad(
                        "lobMaxBytes=much is not allowed: it must be a number of bytes such as 16MB, 16m or 16777216.",
                        c -> c.setLobMaxBytes("much")),
                bad("maxInFlightBytes=0 is not allowed: it must be at least 1.", c -> c.setMaxInFlightBytes("0")),
                bad("maxMessagesPerPoll=0 is not allowed: it must be at least 1.", c -> c.setMaxMessagesPerPoll(0)),
                bad("maxInFlight=0 is not allowed: it must be at least 1.", c -> c.setMaxInFlight(0)),
                bad(
                        "maxMessagesPerPoll=2048 is more than maxInFlight=100; a poll cannot deliver more than may be in"
                                + " flight.",
                        c -> c.setMaxInFlight(100)),
                bad(
                        "snapshotMode=WHEN_NEEDED loads tables again whose changes are missing and onGap=CONTINUE does not;"
                                + " leave onGap out, or set snapshotMode=INITIAL.",
                        c -> {
                            c.setSnapshotMode(SnapshotMode.WHEN_NEEDED);
                            c.setOnGap(OnGap.CONTINUE);
                        }),
                bad(
                        "onGap=SNAPSHOT loads tables again and snapshotMode=NEVER loads nothing; set snapshotMode=WHEN_NEEDED,"
                                + " or onGap=FAIL or CONTINUE.",
                        c -> {
                            c.setSnapshotMode(SnapshotMode.NEVER);
                            c.setOnGap(OnGap.SNAPSHOT);
                        }),
                bad(
                        "onSchemaChange=SNAPSHOT loads a table again and snapshotMode=NO_DATA loads nothing; set"
                                + " snapshotMode=INITIAL, or onSchemaChange=FAIL or CONTINUE.",
                        c -> {
                            c.setSnapshotMode(SnapshotMode.NO_DATA);
                            c.setOnSchemaChange(OnSchemaChange.SNAPSHOT);
                        }),
                bad("captureProofWait=-1 is not allowed: it must be at least 0 ms.", c -> c.setCaptureProofWait(-1)),
                bad(
                        "snapshotParallelism=2 and snapshotLock=true exclude each other: one transaction has one reader;"
                                + " leave snapshotParallelism out, or read with CS or UR and without snapshotLock.",
                        c -> {
                            c.setSnapshotLock(true);
                            c.setSnapshotParallelism(2);
                        }),
                bad("snapshotChunkSize=-1 is not allowed: it must be at least 1.", c -> c.setSnapshotChunkSize(-1)),
                bad("fetchSize=0 is not allowed: it must be at least 1.", c -> c.setFetchSize(0)),
                bad(
                        "checkpointInterval=-1 is not allowed: it must be at least 0 ms.",
                        c -> c.setCheckpointInterval(-1)),
                bad("maximumBackoff=0 is not allowed: it must be at least 1 ms.", c -> c.setMaximumBackoff(0)),
                bad("networkTimeout=60 is not allowed: it must be at least 1000 ms.", c -> c.setNetworkTimeout(60)),
                bad(
                        "captureStallTimeout=5 is not allowed: it must be at least 1000 ms.",
                        c -> c.setCaptureStallTimeout(5)));
    }

    static Stream<Arguments> badStyles() {
        String sentence =
                "includeSchema=true is not allowed with decimalMode=NUMBER, which is the default of format=PLAIN:"
                        + " Kafka Connect has no type for such numbers; set decimalMode=PRECISE, STRING or DOUBLE.";
        return Stream.of(bad(sentence, c -> c.setIncludeSchema(true)), bad(sentence, c -> {
            c.setFormat(EnvelopeFormat.DEBEZIUM);
            c.setDecimalMode(DecimalMode.NUMBER);
            c.setIncludeSchema(true);
        }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badWaysToTheSource")
    void aBadWayToTheSourceIsOneSentence(String sentence, Consumer<Db2CdcConfiguration> bad) {
        Db2CdcConfiguration configuration = new Db2CdcConfiguration();
        configuration.setSchemas("HR");
        bad.accept(configuration);

        assertThatThrownBy(configuration::validate)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }

    static Stream<Arguments> badWaysToTheSource() {
        return Stream.of(
                bad(
                        "No way to the source is known; set jdbcUrl, or dataSource, or bind exactly one javax.sql.DataSource in"
                                + " the registry.",
                        c -> {}),
                bad("dataSource and jdbcUrl are both set; set the one that leads to the source.", c -> {
                    c.setDataSource(new UnreachableSource());
                    c.setJdbcUrl("jdbc:db2://host:50000/SAMPLE");
                }),
                bad("username is set without jdbcUrl; a dataSource brings its own user.", c -> {
                    c.setDataSource(new UnreachableSource());
                    c.setUsername("db2inst1");
                }),
                bad("driver.* is set without jdbcUrl; a dataSource brings its own properties.", c -> {
                    c.setDataSource(new UnreachableSource());
                    c.setDriverProperties(Map.of("sslConnection", "true"));
                }),
                bad("password is set without username; set both.", c -> {
                    c.setJdbcUrl("jdbc:db2://host:50000/SAMPLE");
                    c.setPassword("MARKER");
                }),
                bad("driver.password is not allowed: use the option password.", c -> {
                    c.setJdbcUrl("jdbc:db2://host:50000/SAMPLE");
                    c.setDriverProperties(Map.of("password", "MARKER"));
                }),
                bad("driver.user is not allowed: use the option username.", c -> {
                    c.setJdbcUrl("jdbc:db2://host:50000/SAMPLE");
                    c.setDriverProperties(Map.of("user", "db2inst1"));
                }),
                bad(
                        "jdbcUrl=jdbc:postgresql://host/db is not allowed: it must be a URL of IBM's driver such as"
                                + " jdbc:db2://host:50000/SAMPLE.",
                        c -> c.setJdbcUrl("jdbc:postgresql://host/db?sslmode=require")),
                bad(
                        "jdbcUrl=jdbc:db2://host:50000/SAMPLE is not allowed: its property 'password' is a secret, which would"
                                + " be shown with the URL; use the option password or driver.*.",
                        c -> c.setJdbcUrl("jdbc:db2://host:50000/SAMPLE:user=me;password=MARKER;")));
    }

    @Test
    void allBadValuesAreNamedAtOnce() {
        Db2CdcConfiguration configuration = reachable();
        configuration.setFetchSize(0);
        configuration.setMaximumBackoff(0);
        configuration.setTables("SALES.X");

        assertThatThrownBy(configuration::validate)
                .hasMessageContaining("fetchSize=0")
                .hasMessageContaining("maximumBackoff=0")
                .hasMessageContaining("tables=SALES.X");
    }

    @Test
    void aCopySharesNothingThatCanChange() {
        Db2CdcConfiguration original = new Db2CdcConfiguration();
        original.getDriverProperties().put("sslConnection", "true");

        Db2CdcConfiguration copy = original.copy();
        copy.getDriverProperties().put("currentSchema", "HR");
        copy.setFetchSize(1);

        assertThat(original.getDriverProperties()).containsOnlyKeys("sslConnection");
        assertThat(original.getFetchSize()).isEqualTo(1_000);
        assertThat(List.copyOf(copy.getDriverProperties().keySet())).hasSize(2);
    }

    private static Arguments bad(String sentence, Consumer<Db2CdcConfiguration> change) {
        return arguments(sentence, change);
    }

    private static Db2CdcConfiguration reachable() {
        Db2CdcConfiguration configuration = new Db2CdcConfiguration();
        configuration.setSchemas("HR");
        configuration.setDataSource(new UnreachableSource());
        return configuration;
    }
}
