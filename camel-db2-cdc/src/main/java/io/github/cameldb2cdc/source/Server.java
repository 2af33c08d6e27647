package io.github.cameldb2cdc.source;

import java.time.ZoneOffset;

/**
 * What a server says of itself.
 *
 * @param database the database's name
 * @param platform the kind of Db2
 * @param offset the present offset of its clock from UTC
 */
public record Server(String database, Platform platform, ZoneOffset offset) {}
