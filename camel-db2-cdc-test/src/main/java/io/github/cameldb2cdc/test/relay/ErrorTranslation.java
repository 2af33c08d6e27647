package io.github.cameldb2cdc.test.relay;

import java.util.List;
import java.util.Map;

/** What Db2 would report where Derby reports one of its own errors. Stateless. */
final class ErrorTranslation {
    /** Derby's state for a lock timeout; unlike a deadlock it leaves the transaction open. */
    private static final List<String> LOCK_TIMEOUTS = List.of("40XL1", "40XL2");

    private static final Map<String, Known> KNOWN = Map.ofEntries(
            Map.entry("42X05", new Known(-204, "42704")),
            Map.entry("42X06", new Known(-204, "42704")),
            Map.entry("42Y07", new Known(-204, "42704")),
            Map.entry("42Y55", new Known(-204, "42704")),
            Map.entry("42X94", new Known(-204, "42704")),
            Map.entry("42X65", new Known(-204, "42704")),
            Map.entry("X0X05", new Known(-204, "42704")),
            Map.entry("42X04", new Known(-206, "42703")),
            Map.entry("42X14", new Known(-206, "42703")),
            Map.entry("42X03", new Known(-203, "42702")),
            Map.entry("42X01", new Known(-104, "42601")),
            Map.entry("42X02", new Known(-104, "42601")),
            Map.entry("54002", new Known(-102, "54002")),
            Map.entry("42802", new Known(-117, "42802")),
            Map.entry("42821", new Known(-408, "42821")),
            Map.entry("42818", new Known(-401, "42818")),
            Map.entry("42Y03", new Known(-440, "42884")),
            Map.entry("42X12", new Known(-612, "42711")),
            Map.entry("X0Y32", new Known(-601, "42710")),
            Map.entry("X0Y68", new Known(-601, "42710")),
            Map.entry("23505", new Known(-803, "23505")),
            Map.entry("23502", new Known(-407, "23502")),
            Map.entry("23503", new Known(-530, "23503")),
            Map.entry("23513", new Known(-545, "23513")),
            Map.entry("22001", new Known(-433, "22001")),
            Map.entry("22003", new Known(-413, "22003")),
            Map.entry("22012", new Known(-801, "22012")),
            Map.entry("22018", new Known(-420, "22018")),
            Map.entry("24000", new Known(-501, "24501")),
            Map.entry("XCL16", new Known(-501, "24501")),
            Map.entry("08004", new Known(-30082, "08001")));

    private static final Map<String, Integer> CODE_BY_CLASS = Map.of(
            "08", -30081, "0A", -270, "22", -302, "23", -545, "24", -501, "25", -751, "42", -104, "57", -952, "38",
            -443);
    private static final int SYSTEM_ERROR = -901;

    private ErrorTranslation() {}

    static boolean isLockTimeout(SqlCard card) {
        return LOCK_TIMEOUTS.contains(card.sqlState());
    }

    static Db2Error translate(SqlCard card) {
        String state = card.sqlState();
        List<String> arguments = card.arguments();
        if (isLockTimeout(card)) {
            return new Db2Error(Db2Error.ROLLED_BACK, "40001", List.of("68"));
        }
        if (state.startsWith("40")) {
            return new Db2Error(Db2Error.ROLLED_BACK, "40001", List.of("2"));
        }
        if (state.equals("X0Y32") && !arguments.isEmpty() && arguments.get(0).equals("Column")) {
            return new Db2Error(-612, "42711", arguments.subList(1, 2));
        }
        if (state.startsWith("425")) {
            return new Db2Error(-551, "42501", arguments);
        }
        Known known = KNOWN.get(state);
        if (known == null) {
            int sqlCode = CODE_BY_CLASS.getOrDefault(state.substring(0, 2), SYSTEM_ERROR);
            return new Db2Error(sqlCode, state, arguments);
        }
        return new Db2Error(known.sqlCode(), known.sqlState(), tokens(known.sqlCode(), arguments));
    }

    /** The tokens Db2 shows, which are often fewer than Derby's arguments. */
    private static List<String> tokens(int sqlCode, List<String> arguments) {
        int count = arguments.size();
        return switch (sqlCode) {
            case -803 -> count < 2 ? arguments : List.of("1", arguments.get(1));
            case -601 -> count < 2 ? arguments : List.of(arguments.get(1), "TABLE");
            case -204 -> count < 2 ? arguments : List.of(arguments.get(count - 1));
            case -433 -> count < 2 ? arguments : List.of(arguments.get(1));
            case -206, -203, -104 -> count < 1 ? arguments : List.of(arguments.get(0));
            default -> arguments;
        };
    }

    private record Known(int sqlCode, String sqlState) {}
}
