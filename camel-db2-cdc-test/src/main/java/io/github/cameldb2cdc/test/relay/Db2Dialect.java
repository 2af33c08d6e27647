package io.github.cameldb2cdc.test.relay;

import java.time.Clock;
import java.time.ZoneId;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Turns the SQL of Db2 into that of Derby, as far as programs that read and set up change data need it:
 *
 * <ul>
 *   <li>catalog views: {@code SYSCAT.X} becomes {@code DB2SYSCAT.X}, and {@code SYSIBM.SYSTABLES}, {@code SYSCOLUMNS},
 *       {@code SYSINDEXES} and {@code SYSKEYS} move to {@code DB2SYSIBM}, as Derby lets nobody create objects in schemas
 *       named SYS...;
 *   <li>special registers: {@code CURRENT TIMEZONE} (the offset of the given zone as DECIMAL(6,0) hhmmss, also
 *       subtracted from CURRENT TIMESTAMP) and {@code CURRENT SERVER};
 *   <li>clauses behind a query are put in the order Derby knows, those it does not know are left out, LIMIT is spelt
 *       FETCH FIRST;
 *   <li>{@code CHAR(date, ISO)} loses the format;
 *   <li>DDL loses storage options and DATA CAPTURE, and gets the nearest type Derby has.
 * </ul>
 *
 * <p>{@code SKIP LOCKED DATA} is refused with -199, as leaving it out would change results. String literals, quoted
 * identifiers other than catalog schemas, and comments are never touched. Thread-safe.
 */
public final class Db2Dialect implements SqlRewriter {
    private static final Pattern CANDIDATES = Pattern.compile(
            "SYSCAT|SYSIBM|TIMEZONE|SERVER|OUTCOME|COMMITTED|SKIP|OPTIMIZE|FETCH|LIMIT|READ|WITH|KEEP|TIMEOUT"
                    + "|CREATE|ALTER|DECLARE|CAST|TIMESTAMP|ISO",
            Pattern.CASE_INSENSITIVE);
    private static final Set<String> MOVED_SYSIBM_TABLES = Set.of("SYSTABLES", "SYSCOLUMNS", "SYSINDEXES", "SYSKEYS");
    private static final int CACHED_STATEMENTS = 2_000;
    private static final int LONGEST_CACHED_CHARACTERS = 8_192;
    /** Does nothing and is accepted wherever a statement without result is. */
    static final String HARMLESS = "CALL SYSCS_UTIL.SYSCS_SET_STATISTICS_TIMING(0)";

    private final SpecialRegisters registers;
    private final Map<String, String> cache = new ConcurrentHashMap<>();

    /**
     * @param databaseName the value of CURRENT SERVER
     * @param zone the time zone of the database server
     * @param clock tells which offset of the zone is in force
     */
    public Db2Dialect(String databaseName, ZoneId zone, Clock clock) {
        this.registers = new SpecialRegisters(databaseName, zone, clock);
    }

    @Override
    public String rewrite(String sql) {
        String cached = cache.get(sql);
        if (cached != null) {
            return cached;
        }
        if (!CANDIDATES.matcher(sql).find()) {
            return sql;
        }
        SqlEdits edits = new SqlEdits(sql, SqlTokens.of(sql));
        boolean lasting = !registers.apply(edits);
        moveCatalogs(edits);
        leaveOutDateFormats(edits);
        String result = QueryClauses.apply(edits) ? edits.result() : HARMLESS;
        result = TableDefinition.rewrite(edits, result);
        if (lasting && sql.length() <= LONGEST_CACHED_CHARACTERS) {
            remember(sql, result);
        }
        return result;
    }

    private void remember(String sql, String result) {
        if (cache.size() >= CACHED_STATEMENTS) {
            cache.clear();
        }
        cache.put(sql, result);
    }

    private static void moveCatalogs(SqlEdits edits) {
        SqlTokens tokens = edits.tokens();
        for (int i = 0; i < tokens.size(); i++) {
            SqlToken schema = tokens.get(i);
            boolean qualifies = schema.isName()
                    && tokens.get(i + 1).isSymbol('.')
                    && !tokens.get(i - 1).isSymbol('.');
            if (qualifies && isMoved(schema.text(), tokens.get(i + 2))) {
                boolean quoted = schema.kind() == SqlToken.Kind.QUOTED;
                edits.replace(i, i + 1, quoted ? "\"DB2" + schema.text() + '"' : "DB2" + schema.text());
            }
        }
    }

    /** CHAR(date, ISO): the form is the only one that Derby has. */
    private static void leaveOutDateFormats(SqlEdits edits) {
        SqlTokens tokens = edits.tokens();
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).isWord("CHAR") && tokens.get(i + 1).isSymbol('(')) {
                int end = tokens.afterParentheses(i + 1) - 1;
                if (tokens.get(end - 1).isWord("ISO") && tokens.get(end - 2).isSymbol(',')) {
                    edits.remove(end - 2, end);
                }
            }
        }
    }

    private static boolean isMoved(String schema, SqlToken table) {
        return schema.equals("SYSCAT") || schema.equals("SYSIBM") && MOVED_SYSIBM_TABLES.contains(table.text());
    }
}
