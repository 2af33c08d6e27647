package io.github.cameldb2cdc.envelope;

import static io.github.cameldb2cdc.envelope.Events.column;
import static io.github.cameldb2cdc.envelope.Events.insertInto;
import static io.github.cameldb2cdc.envelope.Events.keyed;
import static io.github.cameldb2cdc.envelope.Events.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonEnvelopeTest {

    private static final List<Column> COLUMNS = List.of(
            column("ID", ColumnType.INTEGER), column("NAME", ColumnType.VARCHAR), column("PAY", ColumnType.DECIMAL, 2));
    private static final TableSchema EMPLOYEES = keyed(COLUMNS, "ID");
    private static final TableSchema KEYLESS = keyed(COLUMNS);

    private static final String CHANGE_SOURCE =
            "\"source\":{\"version\":\"0.1.0\",\"connector\":\"db2\",\"name\":\"hr\",\"ts_ms\":1796040000123,"
                    + "\"snapshot\":\"false\",\"db\":\"SAMPLE\",\"sequence\":null,\"ts_us\":1796040000123456,"
                    + "\"ts_ns\":1796040000123456789,\"schema\":\"DB2INST1\",\"table\":\"EMPLOYEES\","
                    + "\"change_lsn\":\"CSN:0000000000000000C34F\",\"commit_lsn\":\"CSN:0000000000000000C350\"}";
    private static final String READ_TIME =
            "\"ts_ms\":1796040001500,\"ts_us\":1796040001500000,\"ts_ns\":1796040001500000000}";

    private final JsonEnvelope envelope = JsonEnvelope.plain();

    @Test
    void anInsertHasNoRowBefore() {
        assertThat(envelope.toText(insertInto(EMPLOYEES, 1, "Anna", new BigDecimal("10.00"))))
                .isEqualTo("{\"before\":null,\"after\":{\"ID\":1,\"NAME\":\"Anna\",\"PAY\":10.00}," + CHANGE_SOURCE
                        + ",\"transaction\":null,\"op\":\"c\"," + READ_TIME);
    }

    @Test
    void halfOfASurrogatePairIsWrittenAsAnEscape() throws IOException {
        String whole = "\ud83d\ude00";
        for (String text : List.of("a\ud83d", "\ude00b", whole + "\ud83d\ud83d" + whole, whole)) {
            RowChange change = insertInto(EMPLOYEES, 1, text, null);
            assertThat(JsonTree.read(envelope.toBytes(change))
                            .get("after")
                            .get("NAME")
                            .textValue())
                    .isEqualTo(text);
        }
    }

    @Test
    void anUpdateHasBothRows() {
        RowChange change = Events.update(row(EMPLOYEES, 1, "Anna", null), row(EMPLOYEES, 1, null, BigDecimal.ONE));
        assertThat(envelope.toText(change))
                .startsWith("{\"before\":{\"ID\":1,\"NAME\":\"Anna\",\"PAY\":null},"
                        + "\"after\":{\"ID\":1,\"NAME\":null,\"PAY\":1}," + CHANGE_SOURCE)
                .contains("\"op\":\"u\"");
    }

    @Test
    void anUpdateWithoutBeforeImagesHasNullBefore() {
        RowChange change = Events.update(null, row(EMPLOYEES, 1, "Anna", null));
        assertThat(envelope.toText(change))
                .startsWith("{\"before\":null,\"after\":{")
                .contains("\"op\":\"u\"");
    }

    @Test
    void aDeleteHasNoRowAfter() {
        assertThat(envelope.toText(Events.deleteFrom(EMPLOYEES, 1, "Anna", null)))
                .startsWith("{\"before\":{\"ID\":1,\"NAME\":\"Anna\",\"PAY\":null},\"after\":null," + CHANGE_SOURCE)
                .contains("\"op\":\"d\"");
    }

    @Test
    void aRowOfASnapshotHasTheTimeOfReadingAndNoChangeSequence() {
        assertThat(envelope.toText(Events.read("s-1", EMPLOYEES, 1, "Anna", null)))
                .isEqualTo("{\"before\":null,\"after\":{\"ID\":1,\"NAME\":\"Anna\",\"PAY\":null},"
                        + "\"source\":{\"version\":\"0.1.0\",\"connector\":\"db2\",\"name\":\"hr\","
                        + "\"ts_ms\":1796040001500,\"snapshot\":\"true\",\"db\":\"SAMPLE\",\"sequence\":null,"
                        + "\"ts_us\":1796040001500000,\"ts_ns\":1796040001500000000,\"schema\":\"DB2INST1\","
                        + "\"table\":\"EMPLOYEES\",\"change_lsn\":null,"
                        + "\"commit_lsn\":\"CSN:0000000000000000C350\"},\"transaction\":null,\"op\":\"r\","
                        + READ_TIME);
    }

    @Test
    void anUnknownCommitTimeIsNull() {
        RowChange change = Events.change(
                Operation.CREATE, null, row(EMPLOYEES, 1, null, null), Position.endOf(Events.COMMIT), null);
        assertThat(envelope.toText(change))
                .contains("\"name\":\"hr\",\"ts_ms\":null,")
                .contains("\"sequence\":null,\"ts_us\":null,\"ts_ns\":null,")
                .contains("\"change_lsn\":null,\"commit_lsn\":\"CSN:0000000000000000C350\"");
    }

    @Test
    void theKeyIsAnObjectOfTheKeyColumnsInTheirOrder() {
        assertThat(envelope.keyToText(insertInto(EMPLOYEES, 1, "Anna", null))).isEqualTo("{\"ID\":1}");
        assertThat(envelope.keyToText(insertInto(keyed(COLUMNS, "NAME", "ID"), 1, "Anna", null)))
                .isEqualTo("{\"NAME\":\"Anna\",\"ID\":1}");
        assertThat(envelope.keyToBytes(insertInto(EMPLOYEES, 1, "Anna", null)))
                .isEqualTo("{\"ID\":1}".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theKeyOfADeleteIsThatOfTheRowBefore() {
        assertThat(envelope.keyToText(Events.deleteFrom(EMPLOYEES, 7, null, null)))
                .isEqualTo("{\"ID\":7}");
    }

    @Test
    void aTableWithoutAKeyHasNullForAKey() {
        RowChange change = insertInto(KEYLESS, 1, "Anna", null);
        assertThat(envelope.keyToText(change)).isNull();
        assertThat(envelope.keyToBytes(change)).isNull();
        assertThat(envelope.toText(change)).contains("\"after\":{\"ID\":1,\"NAME\":\"Anna\",\"PAY\":null}");
    }

    @Test
    void namesAreEscapedAndOtherwiseKept() {
        TableSchema odd = keyed(
                new TableId("a.b", "Sch\u00f6n \"x\""),
                List.of(
                        column("a\"b", ColumnType.INTEGER),
                        column("a.b", ColumnType.INTEGER),
                        column(" lower case ", ColumnType.INTEGER),
                        column("back\\slash", ColumnType.INTEGER)),
                "a\"b");
        RowChange change = insertInto(odd, 1, 2, 3, 4);
        assertThat(envelope.toText(change))
                .contains("\"after\":{\"a\\\"b\":1,\"a.b\":2,\" lower case \":3,\"back\\\\slash\":4}")
                .contains("\"schema\":\"a.b\",\"table\":\"Sch\u00f6n \\\"x\\\"\"");
        assertThat(envelope.keyToText(change)).isEqualTo("{\"a\\\"b\":1}");
    }

    @Test
    void bytesTextStreamAndTreeSayTheSame() throws IOException {
        RowChange change = insertInto(EMPLOYEES, 1, "Z\u00fcrich \ud83d\ude00", new BigDecimal("10.00"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        envelope.write(change, out);
        assertThat(out.toByteArray())
                .isEqualTo(envelope.toBytes(change))
                .isEqualTo(envelope.toText(change).getBytes(StandardCharsets.UTF_8));
        assertThat(envelope.toTree(change).at("/after/PAY").decimalValue()).isEqualTo(new BigDecimal("10.00"));
        assertThat(envelope.toTree(change).at("/after/NAME").textValue()).isEqualTo("Z\u00fcrich \ud83d\ude00");
    }

    @Test
    void theCallersStreamIsNeitherFlushedNorClosed() throws IOException {
        envelope.write(insertInto(EMPLOYEES, 1, "Anna", null), new OutputStream() {
            @Override
            public void write(int oneByte) {
                // what arrives does not matter here
            }

            @Override
            public void flush() {
                throw new AssertionError("flushed");
            }

            @Override
            public void close() {
                throw new AssertionError("closed");
            }
        });
    }

    @Test
    void aFailingStreamIsReported() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int oneByte) throws IOException {
                throw new IOException("full");
            }
        };
        assertThatThrownBy(() -> envelope.write(insertInto(EMPLOYEES, 1, "Anna", null), full))
                .isInstanceOf(IOException.class)
                .hasMessage("full");
    }

    @Test
    void aValueOfAnotherClassFailsWithoutShowingIt() {
        assertThatThrownBy(() -> envelope.toBytes(insertInto(EMPLOYEES, "secret", "Anna", null)))
                .isInstanceOf(ClassCastException.class)
                .hasMessageNotContaining("secret");
    }

    @Test
    void anEventLargerThanTheBuffersIsWhole() {
        String text = "x\u00e9".repeat(20_000);
        assertThat(envelope.toTree(insertInto(EMPLOYEES, 1, text, null))
                        .at("/after/NAME")
                        .textValue())
                .isEqualTo(text);
    }
}
