package io.github.cameldb2cdc.test.relay;

import java.util.ArrayList;
import java.util.List;

/**
 * The clauses behind a query. Db2 takes them in any order, Derby only as OFFSET, FETCH FIRST, FOR READ ONLY, WITH
 * isolation. Stateless.
 */
final class QueryClauses {
    private QueryClauses() {}

    /**
     * Collects the edits of a statement.
     *
     * @return false when the statement sets something that has no counterpart and is to do nothing
     * @throws RefusedSqlException for a clause that cannot be left out
     */
    static boolean apply(SqlEdits edits) {
        SqlTokens tokens = edits.tokens();
        if (setsLockTimeout(tokens)) {
            return false;
        }
        List<Clause> movable = new ArrayList<>();
        int depth = 0;
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).isSymbol('(')) {
                depth++;
            } else if (tokens.get(i).isSymbol(')')) {
                depth--;
            }
            leaveOut(edits, i);
            Clause clause = clauseAt(edits, i);
            if (clause == null) {
                continue;
            }
            if (depth == 0) {
                movable.add(clause);
            } else if (clause.changed()) {
                edits.replace(clause.from(), clause.to(), clause.text());
            }
            i = clause.to() - 1;
        }
        arrange(edits, movable);
        return true;
    }

    private static boolean setsLockTimeout(SqlTokens tokens) {
        return tokens.areWords(0, "SET", "CURRENT", "LOCK", "TIMEOUT") || tokens.areWords(0, "SET", "LOCK", "TIMEOUT");
    }

    private static void leaveOut(SqlEdits edits, int at) {
        SqlTokens tokens = edits.tokens();
        if (tokens.areWords(at, "SKIP", "LOCKED", "DATA")) {
            throw new RefusedSqlException(-199, "42601", List.of("SKIP", "WAIT USE"));
        }
        if (tokens.areWords(at, "WAIT", "FOR", "OUTCOME") || tokens.areWords(at, "USE", "CURRENTLY", "COMMITTED")) {
            edits.remove(at, at + 3);
        } else if (tokens.areWords(at, "OPTIMIZE", "FOR") && isRows(tokens.get(at + 3))) {
            edits.remove(at, at + 4);
        } else if (tokens.areWords(at, "USE", "AND", "KEEP")
                && tokens.get(at + 4).isWord("LOCKS")) {
            edits.remove(at, at + 5);
        }
    }

    private static Clause clauseAt(SqlEdits edits, int at) {
        SqlTokens tokens = edits.tokens();
        if (tokens.areWords(at, "FOR", "READ", "ONLY")) {
            return new Clause(Place.UPDATABILITY, at, at + 3, "FOR READ ONLY", false);
        }
        if (tokens.areWords(at, "FOR", "FETCH", "ONLY")) {
            return new Clause(Place.UPDATABILITY, at, at + 3, "FOR READ ONLY", true);
        }
        if (tokens.get(at).isWord("WITH") && isIsolation(tokens.get(at + 1))) {
            return new Clause(Place.ISOLATION, at, at + 2, edits.text(at, at + 2), false);
        }
        if (tokens.areWords(at, "FETCH", "FIRST")) {
            int end = tokens.get(at + 2).isWord("ROW") || isRows(tokens.get(at + 2)) ? at + 4 : at + 5;
            boolean complete = tokens.get(end - 1).isWord("ONLY");
            return complete ? new Clause(Place.FETCH, at, end, edits.text(at, end), false) : null;
        }
        return limit(edits, at);
    }

    private static Clause limit(SqlEdits edits, int at) {
        SqlTokens tokens = edits.tokens();
        if (!tokens.get(at).isWord("LIMIT") || !isCount(tokens.get(at + 1))) {
            return null;
        }
        String fetch = "FETCH FIRST " + edits.text(at + 1, at + 2) + " ROWS ONLY";
        if (!tokens.get(at + 2).isWord("OFFSET") || !isCount(tokens.get(at + 3))) {
            return new Clause(Place.FETCH, at, at + 2, fetch, true);
        }
        // two markers would swap places, so that statement is left for the server to reject
        boolean markers = tokens.get(at + 1).isSymbol('?') && tokens.get(at + 3).isSymbol('?');
        String offset = "OFFSET " + edits.text(at + 3, at + 4) + " ROWS ";
        return markers ? null : new Clause(Place.FETCH, at, at + 4, offset + fetch, true);
    }

    /** Leaves clauses alone that stand in order; otherwise takes all away and appends them in order. */
    private static void arrange(SqlEdits edits, List<Clause> clauses) {
        boolean ordered = true;
        for (int i = 1; i < clauses.size(); i++) {
            ordered &= clauses.get(i - 1).place().compareTo(clauses.get(i).place()) <= 0;
        }
        for (Clause clause : clauses) {
            if (!ordered) {
                edits.remove(clause.from(), clause.to());
            } else if (clause.changed()) {
                edits.replace(clause.from(), clause.to(), clause.text());
            }
        }
        if (!ordered) {
            clauses.stream().sorted((a, b) -> a.place().compareTo(b.place())).forEach(c -> edits.append(c.text()));
        }
    }

    private static boolean isCount(SqlToken token) {
        return token.kind() == SqlToken.Kind.NUMBER || token.isSymbol('?');
    }

    private static boolean isRows(SqlToken token) {
        return token.isWord("ROWS") || token.isWord("ROW");
    }

    private static boolean isIsolation(SqlToken token) {
        return token.isWord("UR") || token.isWord("CS") || token.isWord("RS") || token.isWord("RR");
    }

    private enum Place {
        FETCH,
        UPDATABILITY,
        ISOLATION
    }

    private record Clause(Place place, int from, int to, String text, boolean changed) {}
}
