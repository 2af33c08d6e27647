package io.github.cameldb2cdc.source;

import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * What the server's clock says.
 *
 * @param time its local time
 * @param offset its offset from UTC at that moment
 */
public record SourceTime(LocalDateTime time, ZoneOffset offset) {}
