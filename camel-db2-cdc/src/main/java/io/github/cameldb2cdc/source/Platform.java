package io.github.cameldb2cdc.source;

/** The kinds of Db2, which differ in their catalogs and in a few clauses. */
public enum Platform {
    /** Db2 for Linux, UNIX and Windows: catalog SYSCAT. */
    LUW,
    /** Db2 for z/OS: catalog SYSIBM. */
    ZOS
}
