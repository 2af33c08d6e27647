package io.github.cameldb2cdc.envelope;

/** How binary columns and FOR BIT DATA are written; Debezium's Db2 connector knows BASE64 only. */
public enum BinaryMode {
    /** Base64 with {@code +}, {@code /} and padding. */
    BASE64,
    /** Base64 with {@code -}, {@code _} and padding. */
    BASE64_URL_SAFE,
    /** Two lower-case hexadecimal digits for each byte. */
    HEX
}
