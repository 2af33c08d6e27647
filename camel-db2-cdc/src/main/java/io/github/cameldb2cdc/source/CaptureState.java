package io.github.cameldb2cdc.source;

/** The state of a registration. Set by Capture and by administrators. */
public enum CaptureState {
    /** Capture writes the table's changes, or will after it has read the registration. */
    ACTIVE,
    /** Nobody asked for the table, or an administrator stopped it; changes are not written. */
    INACTIVE,
    /** Capture stopped the table after an error; STATE_INFO tells which. */
    STOPPED;

    /** Reads IBMSNAP_REGISTER.STATE; what is unknown counts as inactive. */
    static CaptureState of(String state) {
        return switch (state == null ? "" : state.strip()) {
            case "A" -> ACTIVE;
            case "S" -> STOPPED;
            default -> INACTIVE;
        };
    }
}
