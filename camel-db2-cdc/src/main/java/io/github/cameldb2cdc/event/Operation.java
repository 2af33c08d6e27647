package io.github.cameldb2cdc.event;

/** What happened to a row. */
public enum Operation {
    /** The row was inserted; delivered as an upsert. */
    CREATE("c"),
    /** The row was updated and its key stayed. */
    UPDATE("u"),
    /** The row was deleted. */
    DELETE("d"),
    /** The row was there when a snapshot read it. */
    READ("r");

    private final String code;

    Operation(String code) {
        this.code = code;
    }

    /** The letter that Debezium uses. */
    public String code() {
        return code;
    }
}
