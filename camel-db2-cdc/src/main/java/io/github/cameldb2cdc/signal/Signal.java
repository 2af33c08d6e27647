package io.github.cameldb2cdc.signal;

/**
 * A signal as somebody sent it, in the form of Debezium's: nothing of it is checked yet.
 *
 * @param id what tells it from others; 1 to 100 characters
 * @param type what is asked for, such as {@code execute-snapshot}
 * @param data details as a JSON object; null or blank for none
 */
public record Signal(String id, String type, String data) {

    private static final int ID_LENGTH_MAX = 100;

    /** @throws SignalRefusedException if the id or the type is missing, or the id too long */
    public Signal {
        if (id == null || id.isBlank() || id.length() > ID_LENGTH_MAX) {
            throw new SignalRefusedException(
                    "A signal needs an id of 1 to " + ID_LENGTH_MAX + " characters that are not only blanks.");
        }
        if (type == null || type.isBlank()) {
            throw new SignalRefusedException("A signal needs a type; it may be " + SignalType.list() + ".");
        }
        id = id.strip();
    }

    /** Its id and type only: the data may hold values of rows. */
    @Override
    public String toString() {
        return "signal '" + id + "' of the type '" + type + "'";
    }
}
