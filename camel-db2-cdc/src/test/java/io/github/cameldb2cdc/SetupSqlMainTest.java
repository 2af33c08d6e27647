package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the program prints without a server. */
class SetupSqlMainTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... arguments) {
        return SetupSqlMain.run(
                List.of(arguments),
                Map.of(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String printed(String... arguments) {
        assertThat(run(arguments)).isEqualTo(SetupSqlMain.DONE);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void registersATableOfLuw() {
        assertThat(printed("--platform=LUW", "register", "DB2INST1.EMPLOYEES")).isEqualTo("""
                ALTER TABLE "DB2INST1"."EMPLOYEES" DATA CAPTURE CHANGES;
                -- All columns are copied, since none were read: this fits no table with LOB, XML or BOOLEAN columns, \
                or on LUW BINARY ones, which Capture does not write.
                CREATE TABLE "ASNCDC"."CDC_DB2INST1_EMPLOYEES" AS (SELECT CAST(X'00' AS VARCHAR(16) FOR BIT DATA) AS \
                IBMSNAP_COMMITSEQ, CAST(X'00' AS VARCHAR(16) FOR BIT DATA) AS IBMSNAP_INTENTSEQ, CAST('I' AS CHAR(1)) AS \
                IBMSNAP_OPERATION, T.* FROM "DB2INST1"."EMPLOYEES" T) WITH NO DATA ORGANIZE BY ROW;
                CREATE UNIQUE INDEX "ASNCDC"."IXCDC_DB2INST1_EMPLOYEES" ON "ASNCDC"."CDC_DB2INST1_EMPLOYEES" \
                (IBMSNAP_COMMITSEQ ASC, IBMSNAP_INTENTSEQ ASC);
                ALTER TABLE "ASNCDC"."CDC_DB2INST1_EMPLOYEES" VOLATILE CARDINALITY;
                INSERT INTO "ASNCDC".IBMSNAP_REGISTER (SOURCE_OWNER, SOURCE_TABLE, SOURCE_VIEW_QUAL, GLOBAL_RECORD, \
                SOURCE_STRUCTURE, SOURCE_CONDENSED, SOURCE_COMPLETE, CD_OWNER, CD_TABLE, PHYS_CHANGE_OWNER, \
                PHYS_CHANGE_TABLE, CD_OLD_SYNCHPOINT, CD_NEW_SYNCHPOINT, DISABLE_REFRESH, CCD_OWNER, CCD_TABLE, \
                CCD_OLD_SYNCHPOINT, SYNCHPOINT, SYNCHTIME, CCD_CONDENSED, CCD_COMPLETE, ARCH_LEVEL, DESCRIPTION, \
                BEFORE_IMG_PREFIX, CONFLICT_LEVEL, CHG_UPD_TO_DEL_INS, CHGONLY, RECAPTURE, OPTION_FLAGS, STOP_ON_ERROR, \
                STATE, STATE_INFO) VALUES ('DB2INST1', 'EMPLOYEES', 0, 'N', 1, 'Y', 'Y', 'ASNCDC', \
                'CDC_DB2INST1_EMPLOYEES', 'ASNCDC', 'CDC_DB2INST1_EMPLOYEES', NULL, NULL, 0, NULL, NULL, NULL, NULL, \
                NULL, NULL, NULL, '0801', NULL, NULL, '0', 'Y', 'N', 'Y', 'NNNN', 'Y', 'I', NULL);
                INSERT INTO "ASNCDC".IBMSNAP_PRUNCNTL (TARGET_SERVER, TARGET_OWNER, TARGET_TABLE, SYNCHTIME, SYNCHPOINT, \
                SOURCE_OWNER, SOURCE_TABLE, SOURCE_VIEW_QUAL, APPLY_QUAL, SET_NAME, CNTL_SERVER, TARGET_STRUCTURE, \
                CNTL_ALIAS, PHYS_CHANGE_OWNER, PHYS_CHANGE_TABLE, MAP_ID) SELECT 'CAMEL', 'DB2INST1', 'EMPLOYEES', CURRENT \
                TIMESTAMP, X'00000000000000000000000000000000', 'DB2INST1', 'EMPLOYEES', 0, 'CAMELDB2CDC', 'SET001', \
                'CAMEL', 8, 'CAMEL', 'ASNCDC', 'CDC_DB2INST1_EMPLOYEES', RTRIM(CHAR(COALESCE(MAX(CAST(MAP_ID AS INTEGER)), \
                0) + 1)) FROM "ASNCDC".IBMSNAP_PRUNCNTL;
                -- Capture begins when it meets this signal in the log.
                INSERT INTO "ASNCDC".IBMSNAP_SIGNAL (SIGNAL_TYPE, SIGNAL_SUBTYPE, SIGNAL_INPUT_IN, SIGNAL_STATE) SELECT \
                'CMD', 'CAPSTART', MAP_ID, 'P' FROM "ASNCDC".IBMSNAP_PRUNCNTL WHERE SOURCE_OWNER = 'DB2INST1' AND \
                SOURCE_TABLE = 'EMPLOYEES' AND SOURCE_VIEW_QUAL = 0 AND APPLY_QUAL = 'CAMELDB2CDC';
                """);
    }

    @Test
    void registersATableOfZosInItsOwnTableSpaceByReinit() {
        assertThat(printed(
                        "--platform=zos",
                        "--control-schema=asn",
                        "--sequence-bytes=10",
                        "--table-space=CDCDB.CDTS",
                        "--change-table=CDC.CDEMP",
                        "--activation=reinit",
                        "--stop-on-error=N",
                        "register",
                        "PROD.\"Emp's\""))
                .isEqualTo("""
                ALTER TABLE "PROD"."Emp's" DATA CAPTURE CHANGES;
                -- All columns are copied, since none were read: this fits no table with LOB, XML or BOOLEAN columns, \
                or on LUW BINARY ones, which Capture does not write.
                CREATE TABLE "CDC"."CDEMP" AS (SELECT CAST(X'00' AS CHAR(10) FOR BIT DATA) AS IBMSNAP_COMMITSEQ, \
                CAST(X'00' AS CHAR(10) FOR BIT DATA) AS IBMSNAP_INTENTSEQ, CAST('I' AS CHAR(1)) AS IBMSNAP_OPERATION, T.* \
                FROM "PROD"."Emp's" T) WITH NO DATA IN CDCDB.CDTS;
                CREATE UNIQUE INDEX "CDC"."IXCDEMP" ON "CDC"."CDEMP" (IBMSNAP_COMMITSEQ ASC, IBMSNAP_INTENTSEQ ASC);
                ALTER TABLE "CDC"."CDEMP" VOLATILE CARDINALITY;
                INSERT INTO "ASN".IBMSNAP_REGISTER (SOURCE_OWNER, SOURCE_TABLE, SOURCE_VIEW_QUAL, GLOBAL_RECORD, \
                SOURCE_STRUCTURE, SOURCE_CONDENSED, SOURCE_COMPLETE, CD_OWNER, CD_TABLE, PHYS_CHANGE_OWNER, \
                PHYS_CHANGE_TABLE, CD_OLD_SYNCHPOINT, CD_NEW_SYNCHPOINT, DISABLE_REFRESH, CCD_OWNER, CCD_TABLE, \
                CCD_OLD_SYNCHPOINT, SYNCHPOINT, SYNCHTIME, CCD_CONDENSED, CCD_COMPLETE, ARCH_LEVEL, DESCRIPTION, \
                BEFORE_IMG_PREFIX, CONFLICT_LEVEL, CHG_UPD_TO_DEL_INS, CHGONLY, RECAPTURE, OPTION_FLAGS, STOP_ON_ERROR, \
                STATE, STATE_INFO) VALUES ('PROD', 'Emp''s', 0, 'N', 1, 'Y', 'Y', 'CDC', 'CDEMP', 'CDC', 'CDEMP', NULL, \
                NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0801', NULL, NULL, '0', 'Y', 'N', 'Y', 'NNNN', 'N', \
                'A', NULL);
                INSERT INTO "ASN".IBMSNAP_PRUNCNTL (TARGET_SERVER, TARGET_OWNER, TARGET_TABLE, SOURCE_OWNER, \
                SOURCE_TABLE, SOURCE_VIEW_QUAL, APPLY_QUAL, SET_NAME, CNTL_SERVER, TARGET_STRUCTURE, CNTL_ALIAS, \
                PHYS_CHANGE_OWNER, PHYS_CHANGE_TABLE, MAP_ID) SELECT 'CAMEL', 'PROD', 'Emp''s', 'PROD', 'Emp''s', 0, \
                'CAMELDB2CDC', 'SET001', 'CAMEL', 8, 'CAMEL', 'CDC', 'CDEMP', RTRIM(CHAR(COALESCE(MAX(CAST(MAP_ID AS \
                INTEGER)), 0) + 1)) FROM "ASN".IBMSNAP_PRUNCNTL;
                -- Now let Capture read its registrations: MODIFY <job of Capture>,REINIT
                """);
    }

    @Test
    void takesARegistrationAway() {
        assertThat(printed("--platform=LUW", "remove", "S.T")).isEqualTo("""
                INSERT INTO "ASNCDC".IBMSNAP_SIGNAL (SIGNAL_TYPE, SIGNAL_SUBTYPE, SIGNAL_INPUT_IN, SIGNAL_STATE) VALUES \
                ('CMD', 'CAPSTOP', 'S.T', 'P');
                -- Go on when Capture has stopped this table: STATE is then I.
                SELECT STATE FROM "ASNCDC".IBMSNAP_REGISTER WHERE SOURCE_OWNER = 'S' AND SOURCE_TABLE = 'T' AND \
                SOURCE_VIEW_QUAL = 0;
                DELETE FROM "ASNCDC".IBMSNAP_PRUNCNTL WHERE SOURCE_OWNER = 'S' AND SOURCE_TABLE = 'T' AND \
                SOURCE_VIEW_QUAL = 0;
                DELETE FROM "ASNCDC".IBMSNAP_REGISTER WHERE SOURCE_OWNER = 'S' AND SOURCE_TABLE = 'T' AND \
                SOURCE_VIEW_QUAL = 0;
                DROP TABLE "ASNCDC"."CDC_S_T";
                -- If nothing else reads the changes of this table from the log, run as well: ALTER TABLE "S"."T" DATA \
                CAPTURE NONE;
                """);
    }

    @Test
    void takesARegistrationAwayByReinit() {
        assertThat(printed("--platform=LUW", "--activation=REINIT", "remove", "S.T"))
                .startsWith("""
                UPDATE "ASNCDC".IBMSNAP_REGISTER SET STATE = 'I' WHERE SOURCE_OWNER = 'S' AND SOURCE_TABLE = 'T' AND \
                SOURCE_VIEW_QUAL = 0;
                -- Now let Capture read its registrations: asnccmd capture_server=<database> capture_schema=ASNCDC reinit
                """);
    }

    @Test
    void grantsOnLuwWhatTheComponentReads() {
        assertThat(printed("--platform=LUW", "--user=cdcuser", "grant", "S.T", "S.U"))
                .isEqualTo("""
                -- In a database that was created RESTRICTIVE the user needs SELECT on SYSCAT.TABLES, SYSCAT.COLUMNS, \
                SYSCAT.INDEXES, SYSCAT.INDEXCOLUSE and SYSIBM.SYSDUMMY1 as well.
                GRANT CONNECT ON DATABASE TO USER "CDCUSER";
                GRANT SELECT ON "ASNCDC".IBMSNAP_REGISTER TO USER "CDCUSER";
                GRANT SELECT ON "ASNCDC".IBMSNAP_UOW TO USER "CDCUSER";
                GRANT SELECT ON "ASNCDC".IBMSNAP_RESTART TO USER "CDCUSER";
                GRANT SELECT ON "ASNCDC".IBMSNAP_CAPPARMS TO USER "CDCUSER";
                GRANT SELECT ON "ASNCDC".IBMSNAP_PRUNCNTL TO USER "CDCUSER";
                GRANT SELECT ON "ASNCDC".IBMSNAP_PRUNE_SET TO USER "CDCUSER";
                -- Where snapshotWindow=SIGNAL_TABLE is set, run as well: GRANT SELECT, INSERT, DELETE ON \
                "ASNCDC".IBMSNAP_SIGNAL TO USER "CDCUSER";
                -- The table for checkpoints; leave it out where idempotentRepository keeps them elsewhere.
                CREATE TABLE CDCUSER.DB2_CDC_CHECKPOINT (CHECKPOINT_NAME VARCHAR(200) NOT NULL, ENTRY_ID VARCHAR(64) NOT \
                NULL, PIECE INTEGER NOT NULL, ENTRY_LABEL VARCHAR(280) NOT NULL, OWNER_ID VARCHAR(100), EPOCH_NUMBER \
                BIGINT, RECORD_NUMBER BIGINT, PIECE_TEXT VARCHAR(3000) NOT NULL, PRIMARY KEY (CHECKPOINT_NAME, ENTRY_ID, \
                PIECE));
                GRANT SELECT, INSERT, UPDATE, DELETE ON "CDCUSER"."DB2_CDC_CHECKPOINT" TO USER "CDCUSER";
                GRANT SELECT ON "ASNCDC"."CDC_S_T" TO USER "CDCUSER";
                GRANT SELECT ON "S"."T" TO USER "CDCUSER";
                GRANT SELECT ON "ASNCDC"."CDC_S_U" TO USER "CDCUSER";
                GRANT SELECT ON "S"."U" TO USER "CDCUSER";
                """);
    }

    @Test
    void grantsOnZosTheCatalogAsWell() {
        assertThat(printed("--platform=ZOS", "--user=CDCUSER", "grant", "S.T"))
                .startsWith("""
                GRANT SELECT ON SYSIBM.SYSTABLES TO CDCUSER;
                GRANT SELECT ON SYSIBM.SYSCOLUMNS TO CDCUSER;
                GRANT SELECT ON SYSIBM.SYSINDEXES TO CDCUSER;
                GRANT SELECT ON SYSIBM.SYSKEYS TO CDCUSER;
                GRANT SELECT ON "ASNCDC".IBMSNAP_REGISTER TO CDCUSER;
                """)
                .endsWith("GRANT SELECT ON \"S\".\"T\" TO CDCUSER;\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | Nothing is asked for; write register, remove or grant.",
                "--platform=LUW list S.T | 'list' is not a task; write register, remove or grant.",
                "--platform=LUW register | No table is named; write SCHEMA.TABLE behind register.",
                "--platform=LUW register T | 'T' is not a table's name; write SCHEMA.TABLE, with double quotes around a"
                        + " part that is not an ordinary upper-case name.",
                "register S.T | Neither --platform nor --url is given; one of them must say whether this is LUW or ZOS.",
                "--platform=AS400 register S.T | The option --platform is 'AS400'; it must be one of [LUW, ZOS].",
                "--platform=LUW --platform=LUW register S.T | The option --platform is given twice; give it once.",
                "--platform register S.T | The option --platform has no value; write --platform=VALUE.",
                "--platform=LUW grant S.T | The option --user is missing; name the user whom grant lets read.",
                "--platform=ZOS register S.T | The length of log sequences of a Db2 for z/OS depends on the installation;"
                        + " give --url, or --sequence-bytes as the column IBMSNAP_COMMITSEQ of IBMSNAP_UOW has it.",
                "--platform=LUW --before-images=X register S.T | Before images need the names of the columns of S.T; give"
                        + " --url, so that they can be read from the catalog.",
                "--platform=LUW --change-table=A.B register S.T S.U | The option --change-table is given for 2 tables;"
                        + " name one table only.",
                "--platform=LUW --password-env=P register S.T | The option --password-env is given without --url.",
                "--url=jdbc:db2://h:1/D --password-env=P register S.T | The environment has no variable P; set it, or use"
                        + " --password-file.",
                "--url=jdbc:db2://h:1/D:password=geheim; register S.T | The URL jdbc:db2://h:1/D must be one of IBM's"
                        + " driver and hold no secret; give the password with --password-file or --password-env.",
                "--platform=LUW --sequence-bytes=12 register S.T | The option --sequence-bytes is '12'; it must be 10 or"
                        + " 16.",
            })
    void saysInOneSentenceWhatIsWrongAndHowItIsUsed(String arguments, String sentence) {
        assertThat(run(arguments.isEmpty() ? new String[0] : arguments.split(" ")))
                .isEqualTo(SetupSqlMain.MISUSED);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo(sentence + "\n" + SetupArguments.USAGE);
        assertThat(out.size()).isZero();
    }

    @Test
    void neverSaysTheSecretOfAnArgument(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("secret"), "marker-secret\n");
        assertThat(run("--password=marker-secret", "--platform=LUW", "register", "S.T"))
                .isEqualTo(SetupSqlMain.MISUSED);
        assertThat(run("--url=jdbc:db2://localhost:1/D", "--password-file=" + file, "register", "S.T"))
                .isEqualTo(SetupSqlMain.FAILED);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("There is no option --password;")
                .contains("Could not connect to the database")
                .doesNotContain("marker-secret");
    }

    @Test
    void refusesANameThatNoTableCanHave() {
        String name = "T".repeat(120);
        assertThat(run("--platform=LUW", "register", "SCHEMA." + name)).isEqualTo(SetupSqlMain.MISUSED);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("a name of 131 bytes, and may have 126");
    }
}
