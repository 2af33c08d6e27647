package io.github.cameldb2cdc.checkpoint;

/** The statement that creates a table of checkpoints, for tests in other packages. */
public final class CheckpointTableText {

    private CheckpointTableText() {}

    /** The statement for a Db2, with a line for each column. */
    public static String of(String table) {
        return CheckpointTable.parse(table)
                        .createStatement()
                        .replaceFirst("\\(", "(\n  ")
                        .replaceAll(", (?=[A-Z_]+ [A-Z(])", ",\n  ")
                + ';';
    }
}
