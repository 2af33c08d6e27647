package io.github.cameldb2cdc;

import io.github.cameldb2cdc.source.Platform;

/** The kind of Db2, or that the component is to find it out. */
public enum PlatformChoice {
    /** The component asks the server. */
    AUTO,
    /** Db2 for Linux, UNIX and Windows. */
    LUW,
    /** Db2 for z/OS. */
    ZOS;

    /** The platform; null for AUTO. */
    Platform platform() {
        return switch (this) {
            case AUTO -> null;
            case LUW -> Platform.LUW;
            case ZOS -> Platform.ZOS;
        };
    }
}
