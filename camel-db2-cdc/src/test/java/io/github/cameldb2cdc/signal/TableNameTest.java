package io.github.cameldb2cdc.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.event.TableId;
import org.junit.jupiter.api.Test;

/** Which tables a name in a signal means. */
class TableNameTest {

    private static boolean matches(String name, String schema, String table) {
        return TableName.parse(name).matches(new TableId(schema, table));
    }

    @Test
    void aNameIsATable() {
        assertThat(matches("HR.EMPLOYEES", "HR", "EMPLOYEES")).isTrue();
        assertThat(matches("HR.EMPLOYEES", "HR", "EMPLOYEES_OLD")).isFalse();
        assertThat(matches("HR.Employees", "HR", "EMPLOYEES")).isFalse();
        assertThat(matches("HR.Employees", "HR", "Employees")).isTrue();
    }

    @Test
    void aNameMayBeQuotedAsInSql() {
        assertThat(matches("HR.\"odd.name$\"", "HR", "odd.name$")).isTrue();
        assertThat(matches("\"a b\".\"c\"\"d\"", "a b", "c\"d")).isTrue();
    }

    @Test
    void aNameThatIsNoExpressionIsStillAName() {
        assertThat(matches("HR.A[", "HR", "A[")).isTrue();
        assertThat(matches("HR.$#@", "HR", "$#@")).isTrue();
    }

    @Test
    void anExpressionMatchesAsAWhole() {
        assertThat(matches("HR\\.EMP.*", "HR", "EMPLOYEES")).isTrue();
        assertThat(matches("HR\\.EMP", "HR", "EMPLOYEES")).isFalse();
        assertThat(matches("(HR|FIN)\\.T[0-9]+", "FIN", "T12")).isTrue();
        assertThat(matches(".*", "FIN", "T12")).isTrue();
    }

    @Test
    void whatIsNeitherIsRefused() {
        assertThatThrownBy(() -> TableName.parse("a(b"))
                .isInstanceOf(SignalRefusedException.class)
                .hasMessageStartingWith("'a(b' names no table; write SCHEMA.TABLE");
    }
}
