package io.github.cameldb2cdc.jdbc;

import io.github.cameldb2cdc.event.FailureKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The codes of the database that are known, for the manual. */
public final class SqlMeaningsText {

    private static final int LOWEST_CODE = -40_000;

    private SqlMeaningsText() {}

    /** Rows of a table in AsciiDoc: codes, kind, advice; codes that mean the same are one row. */
    public static String table() {
        Map<SqlMeanings.Meaning, List<Integer>> codes = IntStream.rangeClosed(LOWEST_CODE, -1)
                .map(code -> LOWEST_CODE - 1 - code)
                .filter(SqlMeanings::isKnown)
                .boxed()
                .collect(Collectors.groupingBy(
                        code -> SqlMeanings.of(code, null), LinkedHashMap::new, Collectors.toList()));
        return codes.entrySet().stream()
                .map(row -> "| " + row.getValue().stream().map(String::valueOf).collect(Collectors.joining(", "))
                        + " | "
                        + (row.getKey().kind() == FailureKind.TRANSIENT ? "tried again" : "looked at each minute")
                        + " | "
                        + row.getKey().advice())
                .collect(Collectors.joining("\n", "| SQLCODE | what happens | what it means\n\n", ""));
    }
}
