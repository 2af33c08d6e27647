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
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.event.Tombstone;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IdempotencyKeyTest {

    private static final List<Column> COLUMNS =
            List.of(column("ID", ColumnType.INTEGER), column("NAME", ColumnType.VARCHAR));
    private static final TableSchema EMPLOYEES = keyed(COLUMNS, "ID");
    private static final TableSchema KEYLESS = keyed(COLUMNS);
    private static final Sequence LONG = Sequence.parse("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF");
    private static final String SNAPSHOT = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6";

    @Test
    void aChangeIsNamedByItsTableItsPlaceAndItsOperation() {
        assertThat(IdempotencyKey.of(insertInto(EMPLOYEES, 1, "Anna")))
                .isEqualTo("DB2INST1:EMPLOYEES:0000000000000000C350:0000000000000000C34F:c");
    }

    @Test
    void theDeleteAndTheCreateOfAKeyChangeDiffer() {
        assertThat(IdempotencyKey.of(Events.deleteFrom(EMPLOYEES, 1, "Anna")))
                .isEqualTo("DB2INST1:EMPLOYEES:0000000000000000C350:0000000000000000C34F:d");
    }

    @Test
    void aTombstoneHasAKeyOfItsOwn() {
        RowChange deletion = Events.deleteFrom(EMPLOYEES, 1, "Anna");
        String key = IdempotencyKey.of(deletion);
        assertThat(IdempotencyKey.of(new Tombstone(deletion))).isEqualTo(key.substring(0, key.length() - 1) + "t");
    }

    @Test
    void aChangeOfATableWithoutAKeyHasOneToo() {
        assertThat(IdempotencyKey.of(insertInto(KEYLESS, 1, "Anna")))
                .isEqualTo("DB2INST1:EMPLOYEES:0000000000000000C350:0000000000000000C34F:c");
    }

    @Test
    void aChangeWithoutAPlaceInItsCommitIsRefused() {
        RowChange change =
                Events.change(Operation.CREATE, null, row(EMPLOYEES, 1, "x"), Position.endOf(Events.COMMIT), null);
        assertThatThrownBy(() -> IdempotencyKey.of(change)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRowOfASnapshotIsNamedByTheSnapshotAndADigestOfItsKey() {
        assertThat(IdempotencyKey.of(Events.read("1", EMPLOYEES, 1, "Anna")))
                .isEqualTo("DB2INST1:EMPLOYEES:s1:33A69B9143E6A37239ED1002DFCAE140");
    }

    @Test
    void aRowThatIsReadAgainHasTheSameKeyWhateverElseChanged() {
        assertThat(IdempotencyKey.of(Events.read(SNAPSHOT, EMPLOYEES, 1, "Anna")))
                .isEqualTo(IdempotencyKey.of(Events.read(SNAPSHOT, EMPLOYEES, 1, "Bruno")))
                .isNotEqualTo(IdempotencyKey.of(Events.read(SNAPSHOT, EMPLOYEES, 2, "Anna")))
                .isNotEqualTo(IdempotencyKey.of(Events.read("another", EMPLOYEES, 1, "Anna")));
    }

    @Test
    void aRowOfASnapshotWithoutAKeyHasNone() {
        assertThat(IdempotencyKey.of(Events.read(SNAPSHOT, KEYLESS, 1, "Anna"))).isNull();
    }

    @Test
    void rowsThatShareAMessageKeyHaveDifferentKeys() {
        TableSchema byName = new TableSchema(Events.EMPLOYEES, COLUMNS, List.of("ID"), List.of("NAME"));
        assertThat(IdempotencyKey.of(Events.read(SNAPSHOT, byName, 1, "Anna")))
                .isNotEqualTo(IdempotencyKey.of(Events.read(SNAPSHOT, byName, 2, "Anna")));
    }

    @Test
    void aMessageKeyAloneDoesNotIdentifyRowsOfASnapshot() {
        TableSchema byName = new TableSchema(Events.EMPLOYEES, COLUMNS, List.of(), List.of("NAME"));
        assertThat(IdempotencyKey.of(Events.read(SNAPSHOT, byName, 1, "Anna"))).isNull();
    }

    @Test
    void noValueOfACellIsInTheKey() {
        TableSchema byName = keyed(COLUMNS, "NAME");
        assertThat(IdempotencyKey.of(Events.read(SNAPSHOT, byName, 424242, "secret")))
                .doesNotContain("secret")
                .doesNotContain("424242");
    }

    @Test
    void namesThatDoNotFitAreShortenedReadably() {
        String schema = "A".repeat(128);
        String name = "B".repeat(128);
        assertThat(keyOf(new TableId(schema, name)))
                .isEqualTo("AAAA:BBBBBBBBBB~F924ABE3F6718AFA:" + LONG + ":" + LONG + ":c")
                .hasSize(IdempotencyKey.MAX_LENGTH);
    }

    @Test
    void aShortTableNameLeavesItsRoomToTheSchema() {
        assertThat(keyOf(new TableId("DEPARTMENT_OF_EVERYTHING_ELSE", "EMP"))).startsWith("DEPARTMENT_:EMP~");
    }

    @Test
    void namesThatJustFitStayWhole() {
        String whole = "DB2INST1:ABCDEFGHIJKLMNOPQRSTUVW";
        assertThat(keyOf(new TableId("DB2INST1", "ABCDEFGHIJKLMNOPQRSTUVW")))
                .isEqualTo(whole + ":" + LONG + ":" + LONG + ":c")
                .hasSize(IdempotencyKey.MAX_LENGTH);
    }

    @Test
    void tablesThatLookAlikeWhenShortenedOrJoinedDiffer() {
        String common = "X".repeat(100);
        Set<String> keys = new LinkedHashSet<>();
        List<TableId> tables = List.of(
                new TableId("S", common + "1"),
                new TableId("S", common + "2"),
                new TableId("S:" + common, "1"),
                new TableId("A:B", "C"),
                new TableId("A", "B:C"),
                new TableId("A B", "C"),
                new TableId("A_B", "C"),
                new TableId("A", "B~" + "0".repeat(16)),
                new TableId("\u00c4", "B"),
                new TableId("\u00d6", "B"),
                new TableId("\ud83d\ude00", "B"),
                new TableId("\ud83d", "B"));
        tables.forEach(table -> keys.add(keyOf(table)));
        assertThat(keys).hasSameSizeAs(tables).allSatisfy(key -> assertThat(key)
                .hasSizeLessThanOrEqualTo(IdempotencyKey.MAX_LENGTH)
                .matches("[\\x21-\\x7e]+"));
    }

    @Test
    void theLongestRowOfASnapshotFits() {
        TableSchema table = keyed(new TableId("A".repeat(128), "B".repeat(128)), COLUMNS, "ID");
        assertThat(IdempotencyKey.of(Events.read(SNAPSHOT, table, 1, null)))
                .startsWith("AAA:BBBBBBBB~")
                .contains(":s" + SNAPSHOT + ":")
                .hasSize(IdempotencyKey.MAX_LENGTH);
    }

    @Test
    void aSnapshotIdThatDoesNotFitIsHashed() {
        String longId = "snapshot ".repeat(20);
        assertThat(IdempotencyKey.of(Events.read(longId + 1, EMPLOYEES, 1, null)))
                .matches("DB2INST1:EMPLOYEES:s~[0-9A-F]{16}:[0-9A-F]{32}")
                .isNotEqualTo(IdempotencyKey.of(Events.read(longId + 2, EMPLOYEES, 1, null)));
    }

    private static String keyOf(TableId table) {
        RowChange change = Events.change(
                Operation.CREATE, null, row(keyed(table, COLUMNS, "ID"), 1, null), Position.row(LONG, LONG), null);
        return IdempotencyKey.of(change);
    }
}
