package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.Selection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SelectionReaderTest {

    private final Db2CdcConfiguration configuration = new Db2CdcConfiguration();
    private final Problems problems = new Problems();

    @Test
    void ordinaryNamesFoldAndDelimitedOnesStay() {
        configuration.setSchemas("hr , \"lower\"");
        configuration.setTables(
                "hr.employees, HR.\"with blank\",\"lower\".\"dot.ted\",\"lower\".\"quo\"\"te\",hr.\"a,b\"");

        assertThat(read().tables())
                .containsExactly(
                        new TableId("HR", "EMPLOYEES"),
                        new TableId("HR", "with blank"),
                        new TableId("lower", "dot.ted"),
                        new TableId("lower", "quo\"te"),
                        new TableId("HR", "a,b"));
    }

    @Test
    void anUnderscoreIsNoWildcardAndSpecialLettersAreOrdinary() {
        configuration.setSchemas("HR");
        configuration.setTables("A_B,$MONEY,NR#1,AT@HOME,größe");

        Selection selection = read();

        assertThat(selection.contains(new TableId("HR", "A_B"))).isTrue();
        assertThat(selection.contains(new TableId("HR", "AXB"))).isFalse();
        assertThat(selection.tables())
                .extracting(TableId::name)
                .containsExactly("A_B", "$MONEY", "NR#1", "AT@HOME", "GRÖSSE");
    }

    @Test
    void aTableThatIsNamedTwiceIsTakenOnce() {
        configuration.setSchemas("HR");
        configuration.setTables("EMP, HR.EMP ,emp");

        assertThat(read().tables()).containsExactly(new TableId("HR", "EMP"));
    }

    @Test
    void columnsAreLeftOutOfTheirTableOnly() {
        configuration.setSchemas("HR,SALES");
        configuration.setColumnsExclude("hr.emp.salary,HR.EMP.\"Bonus %\",SALES.\"o.k\".\"x,y\"");

        Selection selection = read();

        assertThat(selection.excludedColumns())
                .containsEntry(new TableId("HR", "EMP"), Set.of("SALARY", "Bonus %"))
                .containsEntry(new TableId("SALES", "o.k"), Set.of("x,y"));
        assertThat(selection.containsColumn(new TableId("HR", "EMP"), "SALARY")).isFalse();
        assertThat(selection.containsColumn(new TableId("HR", "DEPT"), "SALARY"))
                .isTrue();
    }

    @Test
    void keysKeepTheOrderOfTheirColumns() {
        configuration.setSchemas("HR");
        configuration.setKeyColumns("emp:last,first;HR.\"de:pt\":\"a;b\",C");

        assertThat(read().keyColumns())
                .containsEntry(new TableId("HR", "EMP"), List.of("LAST", "FIRST"))
                .containsEntry(new TableId("HR", "de:pt"), List.of("a;b", "C"));
    }

    @Test
    void aCommaInsideAnExpressionBelongsToIt() {
        configuration.setSchemas("HR");
        configuration.setTablesInclude("HR\\.[A,B]{1,2}, HR\\.(X|Y,Z),HR\\.P\\,Q");

        assertThat(read().includes())
                .extracting(Pattern::pattern)
                .containsExactly("HR\\.[A,B]{1,2}", "HR\\.(X|Y,Z)", "HR\\.P\\,Q");
    }

    @Test
    void expressionsMatchTheWholeName() {
        configuration.setSchemas("HR");
        configuration.setTablesInclude("HR\\.EMP.*");
        configuration.setTablesExclude("HR\\..*_OLD");

        Selection selection = read();

        assertThat(selection.contains(new TableId("HR", "EMPLOYEES"))).isTrue();
        assertThat(selection.contains(new TableId("HR", "EMP_OLD"))).isFalse();
        assertThat(selection.contains(new TableId("HR", "TEMP"))).isFalse();
    }

    private Selection read() {
        Selection selection = new SelectionReader(configuration, problems).read();
        assertThat(problems.sentences()).isEmpty();
        return selection;
    }
}
