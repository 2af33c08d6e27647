package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.SourceStructure;
import io.github.cameldb2cdc.event.StructureChange;
import io.github.cameldb2cdc.event.StructureChange.Kind;
import io.github.cameldb2cdc.source.PresentStructure;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What counts as which change of structure. */
class SchemaComparisonTest {

    private static final Column ID = new Column("ID", ColumnType.INTEGER, 4, 0, false);
    private static final Column NAME = new Column("NAME", ColumnType.VARCHAR, 20, 0, true);
    private static final SourceStructure KNOWN = structure(ID, NAME);

    private static SourceStructure structure(Column... columns) {
        return new SourceStructure(List.of(columns), List.of("ID"), namesOf(columns), true);
    }

    private static List<String> namesOf(Column... columns) {
        return List.of(columns).stream().map(Column::name).toList();
    }

    private static List<StructureChange> between(SourceStructure before, SourceStructure after) {
        PresentStructure present = new PresentStructure(after, after.columns(), List.of());
        return new SchemaComparison(column -> true, false).between(before, present, false);
    }

    private static List<Kind> kinds(SourceStructure before, SourceStructure after) {
        return between(before, after).stream().map(StructureChange::kind).toList();
    }

    @Test
    void noChangeIsNoneAndNeitherIsAnotherOrderOfTheColumns() {
        assertThat(kinds(KNOWN, KNOWN)).isEmpty();
        assertThat(kinds(KNOWN, structure(NAME, ID))).isEmpty();
    }

    @Test
    void aColumnIsAddedToBothTablesOrToTheSourceOnlyOrLaterToTheChangeTable() {
        Column added = new Column("CITY", ColumnType.CHAR, 5, 0, true);
        SourceStructure both = structure(ID, NAME, added);
        SourceStructure sourceOnly = new SourceStructure(both.columns(), List.of("ID"), List.of("ID", "NAME"), true);
        assertThat(between(KNOWN, both)).containsExactly(new StructureChange(Kind.COLUMN_ADDED, null, added));
        assertThat(between(KNOWN, sourceOnly))
                .containsExactly(new StructureChange(Kind.COLUMN_ADDED_TO_SOURCE, null, added));
        assertThat(kinds(sourceOnly, both)).containsExactly(Kind.COLUMN_CAPTURED);
        assertThat(kinds(both, sourceOnly)).containsExactly(Kind.COLUMN_NOT_CAPTURED);
        assertThat(kinds(sourceOnly, sourceOnly)).isEmpty();
    }

    @Test
    void aLargeObjectThatIsAddedIsInEventsThoughNoChangeTableHasIt() {
        Column photo = new Column("PHOTO", ColumnType.BLOB, 1000, 0, true);
        SourceStructure after = new SourceStructure(List.of(ID, NAME, photo), List.of("ID"), namesOf(ID, NAME), true);
        assertThat(kinds(KNOWN, after)).containsExactly(Kind.COLUMN_ADDED);
        assertThat(kinds(after, after)).isEmpty();
    }

    @Test
    void aRenamedColumnIsOneThatIsGoneAndAnotherOneThatIsAdded() {
        Column renamed = new Column("FULL_NAME", ColumnType.VARCHAR, 20, 0, true);
        assertThat(kinds(KNOWN, structure(ID, renamed))).containsExactly(Kind.COLUMN_DROPPED, Kind.COLUMN_ADDED);
    }

    @Test
    void theKeyIsChangedWhenItHasOtherColumnsInAnyOrderAndNotWhenItIsGiven() {
        SourceStructure known = new SourceStructure(KNOWN.columns(), List.of("ID", "NAME"), List.of(), true);
        SourceStructure turned = new SourceStructure(KNOWN.columns(), List.of("NAME", "ID"), List.of(), true);
        SourceStructure other = new SourceStructure(KNOWN.columns(), List.of("NAME"), List.of(), true);
        assertThat(kinds(known, turned)).isEmpty();
        assertThat(kinds(known, other)).containsExactly(Kind.KEY_CHANGED);
        PresentStructure present = new PresentStructure(other, List.of(), List.of());
        assertThat(new SchemaComparison(column -> true, true).between(known, present, false))
                .isEmpty();
    }

    @Test
    void columnsOutsideTheSelectionDoNotCount() {
        SourceStructure after = structure(ID, new Column("SECRET", ColumnType.CHAR, 5, 0, true));
        PresentStructure present = new PresentStructure(after, after.columns(), List.of());
        SchemaComparison comparison = new SchemaComparison(column -> column.equals("ID"), false);
        assertThat(comparison.between(KNOWN, present, false)).isEmpty();
    }

    @Test
    void aColumnThatCannotBeReadAnyMoreIsLeftToTheReading() {
        PresentStructure present = new PresentStructure(structure(ID), List.of(ID), List.of("NAME"));
        assertThat(new SchemaComparison(column -> true, false).between(KNOWN, present, false))
                .isEmpty();
    }

    @Test
    void aTableIsDroppedAndComesBackAndDataCaptureIsSwitched() {
        SourceStructure none = new SourceStructure(List.of(), List.of(), List.of(), true);
        SourceStructure off = new SourceStructure(KNOWN.columns(), KNOWN.key(), KNOWN.captured(), false);
        assertThat(kinds(KNOWN, none)).containsExactly(Kind.TABLE_DROPPED);
        assertThat(kinds(none, none)).isEmpty();
        assertThat(kinds(none, KNOWN)).containsExactly(Kind.TABLE_CREATED_ANEW);
        assertThat(kinds(KNOWN, off)).containsExactly(Kind.DATA_CAPTURE_OFF);
        assertThat(kinds(off, KNOWN)).containsExactly(Kind.DATA_CAPTURE_ON);
        PresentStructure present = new PresentStructure(structure(ID), List.of(ID), List.of());
        assertThat(new SchemaComparison(column -> true, false)
                        .between(KNOWN, present, true).stream().map(StructureChange::kind))
                .containsExactly(Kind.TABLE_CREATED_ANEW, Kind.COLUMN_DROPPED);
    }

    /** Type, length, scale and nullability before and after, the change, and the definition before in words. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "VARCHAR 20 0 Y            | VARCHAR 40 0 Y             | COLUMN_WIDENED | VARCHAR(20)",
                "VARCHAR 40 0 Y            | VARCHAR 20 0 Y             | COLUMN_CHANGED | VARCHAR(40)",
                "VARCHAR 20 0 N            | VARCHAR 20 0 Y             | COLUMN_WIDENED | VARCHAR(20) NOT NULL",
                "VARCHAR 20 0 Y            | VARCHAR 20 0 N             | COLUMN_CHANGED | VARCHAR(20)",
                "CHAR 5 0 Y                | CHAR 10 0 Y                | COLUMN_WIDENED | CHAR(5)",
                "CHAR 5 0 Y                | VARCHAR 5 0 Y              | COLUMN_CHANGED | CHAR(5)",
                "VARCHAR 5 0 Y             | VARCHAR_FOR_BIT_DATA 5 0 Y | COLUMN_CHANGED | VARCHAR(5)",
                "CHAR_FOR_BIT_DATA 5 0 Y   | CHAR_FOR_BIT_DATA 6 0 Y    | COLUMN_WIDENED | CHAR(5) FOR BIT DATA",
                "GRAPHIC 5 0 Y             | GRAPHIC 6 0 Y              | COLUMN_WIDENED | GRAPHIC(5)",
                "VARBINARY 5 0 Y           | VARBINARY 6 0 Y            | COLUMN_WIDENED | VARBINARY(5)",
                "SMALLINT 2 0 Y            | INTEGER 4 0 Y              | COLUMN_WIDENED | SMALLINT",
                "INTEGER 4 0 Y             | BIGINT 8 0 Y               | COLUMN_WIDENED | INTEGER",
                "BIGINT 8 0 Y              | INTEGER 4 0 Y              | COLUMN_CHANGED | BIGINT",
                "INTEGER 4 0 Y             | DECIMAL 12 0 Y             | COLUMN_CHANGED | INTEGER",
                "DECIMAL 7 2 Y             | DECIMAL 9 2 Y              | COLUMN_WIDENED | 'DECIMAL(7, 2)'",
                "DECIMAL 7 2 Y             | DECIMAL 9 4 Y              | COLUMN_WIDENED | 'DECIMAL(7, 2)'",
                "DECIMAL 7 2 Y             | DECIMAL 7 3 Y              | COLUMN_CHANGED | 'DECIMAL(7, 2)'",
                "DECIMAL 7 2 Y             | DECIMAL 9 1 Y              | COLUMN_CHANGED | 'DECIMAL(7, 2)'",
                "REAL 4 0 Y                | DOUBLE 8 0 Y               | COLUMN_WIDENED | REAL",
                "DOUBLE 8 0 Y              | REAL 4 0 Y                 | COLUMN_CHANGED | DOUBLE",
                "DECFLOAT 8 0 Y            | DECFLOAT 16 0 Y            | COLUMN_WIDENED | DECFLOAT(16)",
                "DECFLOAT 16 0 Y           | DECFLOAT 8 0 Y             | COLUMN_CHANGED | DECFLOAT(34)",
                "TIMESTAMP 10 6 Y          | TIMESTAMP 13 12 Y          | COLUMN_WIDENED | TIMESTAMP(6)",
                "TIMESTAMP 10 6 Y          | TIMESTAMP 7 0 Y            | COLUMN_CHANGED | TIMESTAMP(6)",
                "DATE 4 0 Y                | TIMESTAMP 10 6 Y           | COLUMN_CHANGED | DATE",
                "CLOB 100 0 Y              | CLOB 200 0 Y               | COLUMN_WIDENED | CLOB(100)"
            })
    void aColumnIsWidenedIfItTakesAllItsValuesAndElseChanged(String before, String after, Kind kind, String words) {
        Column was = column(before);
        Column is = column(after);
        assertThat(between(structure(was), structure(is))).containsExactly(new StructureChange(kind, was, is));
        assertThat(was.definition()).isEqualTo(words);
    }

    private static Column column(String text) {
        String[] parts = text.strip().split(" ");
        return new Column(
                "C",
                ColumnType.valueOf(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                parts[3].equals("Y"));
    }

    @ParameterizedTest
    @EnumSource(ColumnType.class)
    void aColumnOfAnyTypeThatStaysIsNoChangeAndOneOfAnyOtherFamilyIs(ColumnType type) {
        Column column = new Column("C", type, 8, 0, true);
        assertThat(kinds(structure(column), structure(column))).isEmpty();
        List<ColumnType> takes = new ArrayList<>();
        for (ColumnType other : ColumnType.values()) {
            Column wide = new Column("C", other, 8, 0, true);
            if (other != type && kinds(structure(column), structure(wide)).contains(Kind.COLUMN_WIDENED)) {
                takes.add(other);
            }
        }
        List<ColumnType> wider =
                switch (type) {
                    case SMALLINT -> List.of(ColumnType.INTEGER, ColumnType.BIGINT);
                    case INTEGER -> List.of(ColumnType.BIGINT);
                    case REAL -> List.of(ColumnType.DOUBLE);
                    default -> List.of();
                };
        assertThat(takes).containsExactlyElementsOf(wider);
    }
}
