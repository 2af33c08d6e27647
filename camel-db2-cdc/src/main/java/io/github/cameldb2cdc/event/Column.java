package io.github.cameldb2cdc.event;

import java.util.Objects;

/**
 * A column of a source table.
 *
 * @param name the name as the catalog stores it
 * @param type the type
 * @param length the length in the unit of the type (characters, bytes, digits), as the catalog has it
 * @param scale the scale of a DECIMAL, the fractional digits of a TIMESTAMP, else 0
 * @param nullable whether it may be null
 */
public record Column(String name, ColumnType type, int length, int scale, boolean nullable) {

    /** The length of DECFLOAT(16) in the catalog. */
    private static final int DECFLOAT_16_BYTES = 8;

    public Column {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
    }

    /** Type, length and nullability as DDL spells them, such as {@code DECIMAL(9, 2) NOT NULL}. */
    public String definition() {
        String text = type.name().replace("_FOR_BIT_DATA", "");
        String size =
                switch (type) {
                    case DECIMAL -> "(" + length + ", " + scale + ")";
                    case TIMESTAMP -> "(" + scale + ")";
                    case CHAR, VARCHAR, CHAR_FOR_BIT_DATA, VARCHAR_FOR_BIT_DATA -> "(" + length + ")";
                    case GRAPHIC, VARGRAPHIC, BINARY, VARBINARY, CLOB, DBCLOB, BLOB -> "(" + length + ")";
                    case DECFLOAT -> length > DECFLOAT_16_BYTES ? "(34)" : "(16)";
                    default -> "";
                };
        return text + size + (isBitData() ? " FOR BIT DATA" : "") + (nullable ? "" : " NOT NULL");
    }

    private boolean isBitData() {
        return type == ColumnType.CHAR_FOR_BIT_DATA || type == ColumnType.VARCHAR_FOR_BIT_DATA;
    }

    /**
     * Whether it takes every value that another column takes: of the same type, or of a wider one of the same family, and
     * not shorter. Whether null is among them does not count.
     */
    public boolean takesValuesOf(Column other) {
        if (type != other.type) {
            return rankAmongIntegers(other.type) > 0 && rankAmongIntegers(type) > rankAmongIntegers(other.type)
                    || type == ColumnType.DOUBLE && other.type == ColumnType.REAL;
        }
        return switch (type) {
            case DECIMAL -> scale >= other.scale && length - scale >= other.length - other.scale;
            case TIMESTAMP -> scale >= other.scale;
            default -> length >= other.length;
        };
    }

    private static int rankAmongIntegers(ColumnType type) {
        return switch (type) {
            case SMALLINT -> 1;
            case INTEGER -> 2;
            case BIGINT -> 3;
            default -> 0;
        };
    }
}
