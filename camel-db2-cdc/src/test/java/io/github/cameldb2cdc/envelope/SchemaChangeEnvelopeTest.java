package io.github.cameldb2cdc.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.SchemaChange;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.StructureChange;
import io.github.cameldb2cdc.event.StructureChange.Kind;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.io.IOException;
import java.sql.JDBCType;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Changes of structure as JSON and as maps. */
class SchemaChangeEnvelopeTest {

    private static final TableId TABLE = new TableId("HR", "STAFF \"A\"");
    private static final Column ID = new Column("ID", ColumnType.INTEGER, 4, 0, false);
    private static final LocalDateTime ALTERED = LocalDateTime.of(2026, 11, 30, 12, 0);

    private static SchemaChange change(StructureChange change, Column... after) {
        TableSchema before = new TableSchema(TABLE, List.of(ID), List.of("ID"), List.of("ID"));
        List<Column> columns = new ArrayList<>(List.of(ID));
        columns.addAll(List.of(after));
        TableSchema now = new TableSchema(TABLE, columns, List.of("ID"), List.of("ID"));
        Position position = Position.endOf(Sequence.parse("00000000000000000001"));
        Instant time = Instant.ofEpochMilli(1_747_526_400_417L);
        return new SchemaChange(new Origin("hr", "SAMPLE", "1"), position, before, now, List.of(change), ALTERED, time);
    }

    private static JsonNode json(SchemaChange change, EnvelopeStyle style) throws IOException {
        return new ObjectMapper().readTree(SchemaChangeEnvelope.toBytes(change, style));
    }

    @Test
    void anAddedColumnIsAnAlterationWithTheTableBeforeAndAfter() {
        Column city = new Column("CITY", ColumnType.VARCHAR, 9, 0, true);
        SchemaChange change = change(new StructureChange(Kind.COLUMN_ADDED, null, city), city);
        String id = "{\"name\":\"ID\",\"jdbcType\":4,\"typeName\":\"INTEGER\",\"length\":4,\"scale\":0,\"position\":1,"
                + "\"optional\":false}";
        assertThat(SchemaChangeEnvelope.toText(change, EnvelopeStyle.PLAIN))
                .isEqualTo(
                        "{\"source\":{\"version\":\"1\",\"connector\":\"db2\",\"name\":\"hr\",\"ts_ms\":1747526400417,"
                                + "\"snapshot\":\"false\",\"db\":\"SAMPLE\",\"schema\":\"HR\",\"table\":\"STAFF \\\"A\\\"\","
                                + "\"change_lsn\":null,\"commit_lsn\":\"CSN:00000000000000000001\"},\"ts_ms\":1747526400417,"
                                + "\"databaseName\":\"SAMPLE\",\"schemaName\":\"HR\",\"ddl\":null,\"tableChanges\":["
                                + "{\"type\":\"ALTER\",\"id\":\"\\\"HR\\\".\\\"STAFF \\\"\\\"A\\\"\\\"\\\"\","
                                + "\"table\":{\"primaryKeyColumnNames\":[\"ID\"],\"columns\":[" + id
                                + ",{\"name\":\"CITY\",\"jdbcType\":12,\"typeName\":\"VARCHAR\",\"length\":9,\"scale\":0,"
                                + "\"position\":2,\"optional\":true}]},\"previous\":{\"primaryKeyColumnNames\":[\"ID\"],\"columns\":["
                                + id + "]},\"changes\":[{\"kind\":\"COLUMN_ADDED\",\"column\":\"CITY\",\"before\":null,"
                                + "\"after\":\"VARCHAR(9)\"}]}]}");
    }

    @Test
    void debeziumSpellsTheCommitInGroupsAndASchemaIsNull() throws IOException {
        SchemaChange change = change(StructureChange.of(Kind.KEY_CHANGED));
        EnvelopeStyle style = EnvelopeStyle.of(EnvelopeFormat.DEBEZIUM, null, null, null, null, true);
        JsonNode message = json(change, style);
        assertThat(message.get("schema").isNull()).isTrue();
        assertThat(message.at("/payload/source/commit_lsn").textValue())
                .contains(":")
                .doesNotStartWith("CSN");
    }

    @ParameterizedTest
    @CsvSource({"TABLE_DROPPED, DROP", "TABLE_CREATED_ANEW, CREATE", "KEY_CHANGED, ALTER", "DATA_CAPTURE_OFF, ALTER"})
    void theTypeSaysWhetherTheTableIsGoneOrAnotherOne(Kind kind, String type) throws IOException {
        JsonNode change =
                json(change(StructureChange.of(kind)), EnvelopeStyle.PLAIN).at("/tableChanges/0");
        assertThat(change.get("type").textValue()).isEqualTo(type);
        assertThat(change.get("table").isNull()).isEqualTo(kind == Kind.TABLE_DROPPED);
        assertThat(change.at("/changes/0/column").isNull()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(ColumnType.class)
    void theNumberOfATypeIsThatOfJdbc(ColumnType type) throws IOException {
        Column column = new Column("C", type, 5, 0, true);
        JsonNode after = json(change(new StructureChange(Kind.COLUMN_ADDED, null, column), column), EnvelopeStyle.PLAIN)
                .at("/tableChanges/0/table/columns/1");
        Map<ColumnType, JDBCType> others = Map.of(
                ColumnType.DECFLOAT, JDBCType.OTHER,
                ColumnType.GRAPHIC, JDBCType.CHAR,
                ColumnType.VARGRAPHIC, JDBCType.VARCHAR,
                ColumnType.CHAR_FOR_BIT_DATA, JDBCType.BINARY,
                ColumnType.VARCHAR_FOR_BIT_DATA, JDBCType.VARBINARY,
                ColumnType.DBCLOB, JDBCType.CLOB,
                ColumnType.XML, JDBCType.SQLXML);
        JDBCType expected = others.containsKey(type) ? others.get(type) : JDBCType.valueOf(type.name());
        assertThat(after.get("jdbcType").intValue()).isEqualTo(expected.getVendorTypeNumber());
    }

    @Test
    void theIdempotencyKeyTellsOneChangeFromAnotherAndFitsALongName() {
        SchemaChange one = change(StructureChange.of(Kind.KEY_CHANGED));
        SchemaChange other = change(StructureChange.of(Kind.DATA_CAPTURE_OFF));
        assertThat(IdempotencyKey.of(one)).isEqualTo(IdempotencyKey.of(one)).isNotEqualTo(IdempotencyKey.of(other));
        assertThat(IdempotencyKey.of(one)).hasSizeLessThanOrEqualTo(100).contains(":schema_change:");
    }
}
