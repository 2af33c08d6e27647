package io.github.cameldb2cdc.envelope;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableSchema;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;

/**
 * SHA-256 of what identifies a row. Users keep these digests in their own tables, so this encoding never changes.
 *
 * <p>Each value, in the order of the key, is one byte of tag, four bytes of length (big-endian) and its bytes:
 *
 * <table>
 * <caption>Encoding</caption>
 * <tr><th>tag</th><th>values</th><th>bytes</th></tr>
 * <tr><td>N</td><td>null</td><td>none</td></tr>
 * <tr><td>I</td><td>SMALLINT, INTEGER, BIGINT</td><td>8, big-endian</td></tr>
 * <tr><td>D</td><td>DECIMAL, DECFLOAT</td><td>{@link BigDecimal#toString()} without trailing zeros, ASCII; DECFLOAT's
 * NaN and infinities as {@link Double#toString()}</td></tr>
 * <tr><td>F</td><td>REAL, DOUBLE</td><td>8, IEEE 754 as a double, big-endian, zero without sign</td></tr>
 * <tr><td>T</td><td>character and graphic types</td><td>UTF-16 code units, big-endian</td></tr>
 * <tr><td>B</td><td>binary types, ROWID</td><td>as they are</td></tr>
 * <tr><td>d</td><td>DATE</td><td>{@code 2026-11-30}, ASCII</td></tr>
 * <tr><td>t</td><td>TIME</td><td>{@code 12:00:00}, ASCII</td></tr>
 * <tr><td>s</td><td>TIMESTAMP</td><td>{@code 2026-11-30T12:00:00.123456000} with 9 fractional digits, ASCII</td></tr>
 * <tr><td>O</td><td>BOOLEAN</td><td>1: 0 or 1</td></tr>
 * </table>
 *
 * <p>Types that hold the same values share a tag: a key column that is made wider keeps its digests.
 */
final class KeyDigest {

    private static final byte[] NOTHING = {};

    private KeyDigest() {}

    /** The digest, 32 bytes, of the {@linkplain TableSchema#identity() identity} of a row of the table. */
    static byte[] of(TableSchema table, RowKey identity) {
        List<String> names = table.identity();
        MessageDigest digest = Hash.sha256();
        for (int i = 0; i < names.size(); i++) {
            ColumnType type = table.columns().get(table.indexOf(names.get(i))).type();
            update(digest, type, identity.get(i));
        }
        return digest.digest();
    }

    // a switch for each value: the digest itself costs far more
    private static void update(MessageDigest digest, ColumnType type, Object value) {
        byte[] bytes = value == null ? NOTHING : encode(type, value);
        digest.update((byte) (value == null ? 'N' : tagOf(type)));
        digest.update(Hash.intBytes(bytes.length));
        digest.update(bytes);
    }

    private static char tagOf(ColumnType type) {
        return switch (type) {
            case SMALLINT, INTEGER, BIGINT -> 'I';
            case DECIMAL, DECFLOAT -> 'D';
            case REAL, DOUBLE -> 'F';
            case CHAR, VARCHAR, GRAPHIC, VARGRAPHIC -> 'T';
            case CHAR_FOR_BIT_DATA, VARCHAR_FOR_BIT_DATA, BINARY, VARBINARY, ROWID -> 'B';
            case DATE -> 'd';
            case TIME -> 't';
            case TIMESTAMP -> 's';
            case BOOLEAN -> 'O';
            case CLOB, DBCLOB, BLOB, XML -> throw noKey();
        };
    }

    private static byte[] encode(ColumnType type, Object value) {
        return switch (type) {
            case SMALLINT, INTEGER, BIGINT -> Hash.longBytes(((Number) value).longValue());
            case DECIMAL, DECFLOAT -> ascii(spellNumber(value));
            // adding zero takes the sign from a negative zero, which Db2 holds equal to zero
            case REAL, DOUBLE -> Hash.longBytes(Double.doubleToLongBits(((Number) value).doubleValue() + 0.0));
            case CHAR, VARCHAR, GRAPHIC, VARGRAPHIC -> Hash.codeUnits((String) value);
            case CHAR_FOR_BIT_DATA, VARCHAR_FOR_BIT_DATA, BINARY, VARBINARY, ROWID -> (byte[]) value;
            case DATE -> ascii(IsoText.ofDate((LocalDate) value));
            case TIME -> ascii(IsoText.ofTime((LocalTime) value));
            case TIMESTAMP -> ascii(IsoText.ofTimestamp((LocalDateTime) value, IsoText.NANOSECOND_DIGITS));
            case BOOLEAN -> new byte[] {(byte) ((Boolean) value ? 1 : 0)};
            case CLOB, DBCLOB, BLOB, XML -> throw noKey();
        };
    }

    private static String spellNumber(Object value) {
        return value instanceof BigDecimal number ? number.stripTrailingZeros().toString() : value.toString();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static CdcException noKey() {
        return CdcException.bug("A large object identifies no row.");
    }
}
