package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.catalog.Catalog;
import io.github.cameldb2cdc.test.derby.TableName;
import io.github.cameldb2cdc.test.relay.SqlRewriter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the kit itself does with the SQL of clients before the dialect is translated: mostly showing it to the catalog. */
final class ClientSql implements SqlRewriter {
    private static final String NAME = "(\"(?:[^\"]|\"\")+\"|[A-Za-z_][A-Za-z0-9_$#@]*)";
    private static final Pattern DATA_CAPTURE = Pattern.compile(
            "\\s*ALTER\\s+TABLE\\s+(?:" + NAME + "\\s*\\.\\s*)?" + NAME
                    + "\\s+DATA\\s+CAPTURE\\s+(CHANGES(?:\\s+INCLUDE\\s+LONGVAR\\s+COLUMNS)?|NONE)\\s*;?\\s*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern LUW = Pattern.compile("(?<![\\w.])SYSCAT\\s*\\.", Pattern.CASE_INSENSITIVE);
    // columns of SYSCAT.COLUMNS that only the engine takes for keywords
    private static final Pattern RESERVED =
            Pattern.compile("(?<![\\w\"'])(IDENTITY|DEFAULT)(?![\\w\"'])", Pattern.CASE_INSENSITIVE);

    private final Catalog catalog;
    private final SqlRewriter dialect;

    ClientSql(Catalog catalog, SqlRewriter dialect) {
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
        boolean readsColumns = LUW.matcher(sql).find();
        return dialect.rewrite(readsColumns ? RESERVED.matcher(sql).replaceAll("\"$1\"") : sql);
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
