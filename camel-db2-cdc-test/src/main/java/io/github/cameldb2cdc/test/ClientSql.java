package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.catalog.Catalog;
import io.github.cameldb2cdc.test.derby.TableName;
import io.github.cameldb2cdc.test.relay.Db2Dialect;
import io.github.cameldb2cdc.test.relay.SqlRewriter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the kit does with the SQL of clients: it shows it to the catalog and puts the names of the kit's tables in. */
final class ClientSql implements SqlRewriter {
    private static final String NAME = "(\"(?:[^\"]|\"\")+\"|[A-Za-z_][A-Za-z0-9_$#@]*)";
    private static final Pattern DATA_CAPTURE = Pattern.compile(
            "\\s*ALTER\\s+TABLE\\s+(?:" + NAME + "\\s*\\.\\s*)?" + NAME
                    + "\\s+DATA\\s+CAPTURE\\s+(CHANGES(?:\\s+INCLUDE\\s+LONGVAR\\s+COLUMNS)?|NONE)\\s*;?\\s*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern LUW = Pattern.compile("(?<![\\w.])SYSCAT\\s*\\.", Pattern.CASE_INSENSITIVE);
    private static final Pattern ZOS = Pattern.compile(
            "(?<![\\w.])SYSIBM\\s*\\.\\s*(SYSTABLES|SYSCOLUMNS|SYSINDEXES|SYSKEYS)\\b", Pattern.CASE_INSENSITIVE);

    // columns of SYSCAT.COLUMNS that only the engine takes for keywords
    private static final Pattern RESERVED =
            Pattern.compile("(?<![\\w\"'])(IDENTITY|DEFAULT)(?![\\w\"'])", Pattern.CASE_INSENSITIVE);

    private final Catalog catalog;
    private final Db2Dialect dialect;

    ClientSql(Catalog catalog, Db2Dialect dialect) {
        this.catalog = catalog;
        this.dialect = dialect;
    }

    @Override
    public String rewrite(String sql) {
        catalog.beforeStatement(sql);
        Matcher dataCapture = DATA_CAPTURE.matcher(sql);
        if (dataCapture.matches()) {
            return switchDataCapture(dataCapture);
        }
        String named = LUW.matcher(sql).replaceAll("DB2SYSCAT.");
        if (!named.equals(sql)) {
            named = RESERVED.matcher(named).replaceAll("\"$1\"");
        }
        return dialect.rewrite(ZOS.matcher(named).replaceAll("DB2SYSIBM.$1"));
    }

    private static String switchDataCapture(Matcher matcher) {
        String schema = matcher.group(1) == null ? "CURRENT SCHEMA" : literal(matcher.group(1));
        boolean enabled = !matcher.group(3).equalsIgnoreCase("NONE");
        return "CALL DB2KIT.SET_DATA_CAPTURE(" + schema + ", " + literal(matcher.group(2)) + ", " + enabled + ")";
    }

    private static String literal(String identifier) {
        // any schema serves to fold the name
        String folded = TableName.parse("X." + identifier).name();
        return "'" + folded.replace("'", "''") + "'";
    }
}
