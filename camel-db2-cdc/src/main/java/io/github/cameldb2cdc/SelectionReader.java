package io.github.cameldb2cdc;

import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.Selection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads the options that say which tables, columns and keys are wanted. */
final class SelectionReader {

    private static final String TABLE_RULE =
            "write TABLE or SCHEMA.TABLE, separated by commas, with double quotes around a"
                    + " name that is not ordinary";
    private static final String COLUMN_RULE =
            "write TABLE.COLUMN or SCHEMA.TABLE.COLUMN, separated by commas, with double"
                    + " quotes around a name that is not ordinary";
    private static final String KEY_RULE =
            "write TABLE:COLUMN,COLUMN;SCHEMA.TABLE:COLUMN, with double quotes around a name" + " that is not ordinary";

    private static final String SIGNAL_TABLE_RULE =
            "write one SCHEMA.TABLE, with double quotes around a name that is not ordinary; with one schema TABLE is enough";

    private final Db2CdcConfiguration configuration;
    private final Problems problems;
    private List<String> schemas = List.of();
    private List<TableId> tables = List.of();

    SelectionReader(Db2CdcConfiguration configuration, Problems problems) {
        this.configuration = configuration;
        this.problems = problems;
    }

    /** The selection; of no use if a problem was added. */
    Selection read() {
        schemas = readSchemas();
        tables = readTables();
        Map<TableId, Set<String>> excludedColumns = readExcludedColumns();
        Map<TableId, List<String>> keyColumns = readKeyColumns();
        refuseExcludedKeys(excludedColumns, keyColumns);
        refuseBothKindsOfNaming();
        return new Selection(
                schemas,
                tables,
                readPatterns("tablesInclude", configuration.getTablesInclude()),
                readPatterns("tablesExclude", configuration.getTablesExclude()),
                excludedColumns,
                keyColumns,
                readSignalTable());
    }

    private TableId readSignalTable() {
        String text = configuration.getSignalTable();
        if (isMissing(text)) {
            return null;
        }
        List<List<String>> names = readNames("signalTable", text, SIGNAL_TABLE_RULE);
        if (names.size() > 1) {
            problems.addValue("signalTable", text, SIGNAL_TABLE_RULE);
        }
        TableId table = names.size() == 1 ? readable(text, names.get(0)) : null;
        if (table != null && tables.contains(table)) {
            problems.add(
                    "The table " + table + " is named by signalTable and by tables; its rows are signals and become no"
                            + " events, so leave it out of tables.");
        }
        return table;
    }

    private TableId readable(String text, List<String> parts) {
        if (parts.size() == 2) {
            return new TableId(parts.get(0), parts.get(1));
        }
        if (parts.size() == 1 && schemas.size() == 1) {
            return new TableId(schemas.get(0), parts.get(0));
        }
        problems.addValue("signalTable", text, SIGNAL_TABLE_RULE);
        return null;
    }

    /**
     * The predicates of snapshotWhere, by table.
     *
     * @param selection what {@link #read()} gave
     */
    Map<TableId, String> readSnapshotConditions(Selection selection) {
        Map<TableId, String> result = new LinkedHashMap<>();
        String defaultSchema =
                selection.schemas().size() == 1 ? selection.schemas().get(0) : null;
        configuration.getSnapshotWhere().forEach((name, condition) -> {
            TableId table =
                    problems.valueOrNull("snapshotWhere", name, TABLE_RULE, () -> TableId.parse(name, defaultSchema));
            if (String.valueOf(condition).isBlank()) {
                problems.addValue("snapshotWhere." + name, condition, "it must be a predicate in SQL");
            } else if (table != null && !selection.contains(table)) {
                problems.addValue("snapshotWhere", name, "the table must be among those that are selected");
            } else if (table != null) {
                result.put(table, condition.toString());
            }
        });
        return result;
    }

    private List<String> readSchemas() {
        String text = configuration.getSchemas();
        if (isMissing(text)) {
            problems.add("The endpoint names no schema; write db2-cdc:SCHEMA or db2-cdc:SCHEMA,SCHEMA.");
            return List.of();
        }
        Set<String> result = new LinkedHashSet<>();
        for (List<String> parts : readNames(
                "schemas",
                text,
                "write SCHEMA or SCHEMA,SCHEMA, with double quotes around a name" + " that is not ordinary")) {
            if (parts.size() != 1) {
                problems.addValue("schemas", text, "each name has one part, tables are chosen by the option tables");
            } else if (!result.add(parts.get(0))) {
                problems.addValue("schemas", text, "it names " + TableId.spell(parts.get(0)) + " twice");
            }
        }
        return List.copyOf(result);
    }

    private List<TableId> readTables() {
        String text = configuration.getTables();
        if (isMissing(text)) {
            return List.of();
        }
        Set<TableId> result = new LinkedHashSet<>();
        for (List<String> parts : readNames("tables", text, TABLE_RULE)) {
            TableId table = tableOf("tables", text, parts, TABLE_RULE);
            if (table != null) {
                result.add(table);
            }
        }
        return List.copyOf(result);
    }

    private Map<TableId, Set<String>> readExcludedColumns() {
        String text = configuration.getColumnsExclude();
        Map<TableId, Set<String>> result = new HashMap<>();
        if (isMissing(text)) {
            return result;
        }
        for (List<String> parts : readNames("columnsExclude", text, COLUMN_RULE)) {
            int last = parts.size() - 1;
            TableId table = tableOf("columnsExclude", text, parts.subList(0, last), COLUMN_RULE);
            if (table != null && isSelected("columnsExclude", text, table)) {
                result.computeIfAbsent(table, key -> new HashSet<>()).add(parts.get(last));
            }
        }
        return result;
    }

    private Map<TableId, List<String>> readKeyColumns() {
        String text = configuration.getKeyColumns();
        Map<TableId, List<String>> result = new LinkedHashMap<>();
        if (isMissing(text)) {
            return result;
        }
        try {
            SqlNameReader reader = new SqlNameReader(text);
            while (readKey(text, reader, result)) {}
        } catch (IllegalArgumentException e) {
            problems.addValue("keyColumns", text, e.getMessage() + "; " + KEY_RULE);
        }
        return result;
    }

    /** Reads {@code TABLE:COLUMN,COLUMN}; answers whether another one follows. */
    private boolean readKey(String text, SqlNameReader reader, Map<TableId, List<String>> result) {
        List<String> tableParts = reader.name();
        if (reader.separator() != ':') {
            throw new IllegalArgumentException("a table's name is not followed by a colon");
        }
        List<String> columns = new ArrayList<>();
        char separator;
        do {
            List<String> parts = reader.name();
            if (parts.size() != 1) {
                throw new IllegalArgumentException("a column's name has one part");
            }
            columns.add(parts.get(0));
            separator = reader.separator();
        } while (separator == ',');
        if (separator != ';' && separator != SqlNameReader.END) {
            throw new IllegalArgumentException(
                    "'" + separator + "' stands where a comma, a semicolon or the end is" + " expected");
        }
        TableId table = tableOf("keyColumns", text, tableParts, KEY_RULE);
        if (table != null && isSelected("keyColumns", text, table)) {
            addKey(text, table, columns, result);
        }
        return separator == ';';
    }

    private void addKey(String text, TableId table, List<String> columns, Map<TableId, List<String>> result) {
        if (result.put(table, List.copyOf(columns)) != null) {
            problems.addValue("keyColumns", text, "it names " + table + " twice");
        }
        if (new HashSet<>(columns).size() != columns.size()) {
            problems.addValue("keyColumns", text, "it names a column of " + table + " twice");
        }
    }

    private List<List<String>> readNames(String option, String text, String rule) {
        try {
            return SqlNameReader.readList(text);
        } catch (IllegalArgumentException e) {
            problems.addValue(option, text, e.getMessage() + "; " + rule);
            return List.of();
        }
    }

    /** The table, or null after adding a problem. */
    private TableId tableOf(String option, String text, List<String> parts, String rule) {
        if (schemas.isEmpty()) {
            return null; // said already
        }
        if (parts.size() == 1 && schemas.size() == 1) {
            return new TableId(schemas.get(0), parts.get(0));
        }
        if (parts.size() == 1) {
            problems.addValue(
                    option,
                    text,
                    TableId.spell(parts.get(0)) + " has no schema and the endpoint names " + schemas.size()
                            + "; write SCHEMA." + TableId.spell(parts.get(0)));
            return null;
        }
        if (parts.size() != 2) {
            problems.addValue(option, text, rule);
            return null;
        }
        TableId table = new TableId(parts.get(0), parts.get(1));
        if (!schemas.contains(table.schema())) {
            problems.addValue(
                    option,
                    text,
                    table + " is in none of the endpoint's schemas "
                            + schemas.stream().map(TableId::spell).toList());
            return null;
        }
        return table;
    }

    private boolean isSelected(String option, String text, TableId table) {
        boolean selected = tables.isEmpty() || tables.contains(table);
        if (!selected) {
            problems.addValue(option, text, table + " is not among the tables of the option tables");
        }
        return selected;
    }

    private List<Pattern> readPatterns(String option, String text) {
        if (isMissing(text)) {
            return List.of();
        }
        try {
            return PatternList.parse(text);
        } catch (PatternSyntaxException e) {
            problems.addValue(
                    option,
                    text,
                    "it must be regular expressions separated by commas, of which one has an error ("
                            + e.getDescription() + ")");
            return List.of();
        }
    }

    private void refuseExcludedKeys(Map<TableId, Set<String>> excluded, Map<TableId, List<String>> keys) {
        keys.forEach((table, columns) -> columns.stream()
                .filter(column -> excluded.getOrDefault(table, Set.of()).contains(column))
                .forEach(column -> problems.add("columnsExclude and keyColumns both name the column "
                        + TableId.spell(column) + " of " + table + "; a key column cannot be left out.")));
    }

    private void refuseBothKindsOfNaming() {
        if (isMissing(configuration.getTables())) {
            return;
        }
        if (!isMissing(configuration.getTablesInclude())) {
            problems.add("tables and tablesInclude are both set; name the tables one by one, or by expressions.");
        }
        if (!isMissing(configuration.getTablesExclude())) {
            problems.add("tables and tablesExclude are both set; leave the unwanted tables out of tables.");
        }
    }

    private static boolean isMissing(String text) {
        return text == null || text.isBlank();
    }
}
