package io.github.cameldb2cdc.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.TableId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which columns are the key of a table, by its keys, the option and what a checkpoint knows. */
class KeyRulesTest {

    private static final TableId T = new TableId("S", "T");
    private static final Registration PAIRS =
            ScriptedTables.table("T", true, List.of("ID"), List.of("ID")).registration();
    private static final List<Column> COLUMNS =
            List.of(column("ID", false), column("A", false), column("B", false), column("N", true));
    private static final UniqueKey PRIMARY = new UniqueKey("PK", true, List.of("ID"));
    private static final UniqueKey TWO = new UniqueKey("U1", false, List.of("A", "B"));
    private static final UniqueKey ONE = new UniqueKey("U2", false, List.of("B"));

    private static Column column(String name, boolean nullable) {
        return new Column(name, ColumnType.INTEGER, 4, 0, nullable);
    }

    static Stream<Arguments> rules() {
        return Stream.of(
                rule("the primary key", List.of(TWO, ONE, PRIMARY), List.of(), List.of(), "ID", "ID"),
                rule("the fewest columns", List.of(TWO, ONE), List.of(), List.of(), "B", "B"),
                rule("what the checkpoint chose", List.of(TWO, ONE), List.of("B", "A"), List.of(), "B,A", "B,A"),
                rule("a chosen key that is gone", List.of(ONE), List.of("A", "B"), List.of(), "B", "B"),
                rule("given and unique", List.of(PRIMARY, TWO), List.of(), List.of("B", "A"), "B,A", "B,A"),
                rule("given beside the primary key", List.of(PRIMARY), List.of(), List.of("A"), "ID", "A"),
                rule("given where there is no other", List.of(), List.of(), List.of("A"), "A", "A"),
                rule("given, nullable, no other", List.of(), List.of(), List.of("A", "N"), "", "A,N"),
                rule("none", List.of(), List.of(), List.of(), "", ""));
    }

    private static Arguments rule(
            String what, List<UniqueKey> keys, List<String> known, List<String> given, String identity, String key) {
        return Arguments.of(what, keys, known, given, identity, key);
    }

    private static Selection selection(List<String> given, Set<String> excluded) {
        return new Selection(
                List.of("S"),
                List.of(),
                List.of(),
                List.of(),
                Map.of(T, excluded),
                given.isEmpty() ? Map.of() : Map.of(T, given),
                null);
    }

    private static ChangeTable assemble(
            List<UniqueKey> keys, List<String> known, List<String> given, Set<String> excluded, List<Column> changes) {
        return new ChangeTableAssembly(selection(given, excluded))
                .assemble(
                        PAIRS,
                        new TableStructure(COLUMNS, List.of(), keys),
                        new TableStructure(changes, List.of(), List.of()),
                        known);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void theKeyIsChosenByTheRules(
            String what, List<UniqueKey> keys, List<String> known, List<String> given, String identity, String key) {
        ChangeTable table = assemble(keys, known, given, Set.of(), COLUMNS);
        assertThat(String.join(",", table.schema().identity())).isEqualTo(identity);
        assertThat(String.join(",", table.schema().messageKey())).isEqualTo(key);
    }

    @Test
    void aKeyColumnThatIsExcludedMissingOrUnknownIsRefusedByName() {
        List<Column> withoutId = COLUMNS.subList(1, 4);
        assertThatThrownBy(() -> assemble(List.of(PRIMARY), List.of(), List.of(), Set.of("ID"), COLUMNS))
                .isInstanceOf(CdcException.class)
                .hasMessageContaining("ID");
        assertThatThrownBy(() -> assemble(List.of(PRIMARY), List.of(), List.of(), Set.of(), withoutId))
                .isInstanceOf(CdcException.class)
                .hasMessageContaining("ID");
        assertThatThrownBy(() -> assemble(List.of(PRIMARY), List.of(), List.of("X"), Set.of(), COLUMNS))
                .isInstanceOf(CdcException.class)
                .hasMessageContaining("keyColumns");
        assertThatThrownBy(() -> assemble(List.of(PRIMARY), List.of(), List.of("A"), Set.of("A"), COLUMNS))
                .isInstanceOf(CdcException.class)
                .hasMessageContaining("A");
    }

    @Test
    void rowsAreWholeUnlessAColumnIsLeftOut() {
        assertThat(assemble(List.of(PRIMARY), List.of(), List.of(), Set.of(), COLUMNS)
                        .hasWholeRows())
                .isTrue();
        assertThat(assemble(List.of(PRIMARY), List.of(), List.of(), Set.of("N"), COLUMNS)
                        .hasWholeRows())
                .isFalse();
        assertThat(assemble(List.of(PRIMARY), List.of(), List.of(), Set.of(), COLUMNS.subList(0, 3))
                        .hasWholeRows())
                .isFalse();
    }

    /** In the SQL text only: the embedded server allows an index in its table's schema alone. */
    @Test
    void twoIndexesOfOneNameInTwoSchemasAreTold() {
        assertThat(new Db2Sql(Platform.LUW, "ASNCDC").uniqueIndexColumns())
                .startsWith("SELECT I.INDNAME, I.INDSCHEMA,")
                .endsWith("ORDER BY I.INDNAME, I.INDSCHEMA, U.COLSEQ");
        assertThat(new Db2Sql(Platform.ZOS, "ASNCDC").uniqueIndexColumns())
                .startsWith("SELECT I.NAME, I.CREATOR,")
                .endsWith("ORDER BY I.NAME, I.CREATOR, U.COLSEQ");
    }

    @Test
    void aColumnOfAnIndexInRandomOrderBelongsToItsKey() {
        assertThat(new Db2Sql(Platform.LUW, "ASNCDC").uniqueIndexColumns()).contains("'A', 'D', 'R'");
    }
}
