package io.github.cameldb2cdc.checkpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.HexFormat;
import java.util.List;

/**
 * The values of a table's identity in JSON and back, without loss: the type of each column decides how.
 *
 * <p>Integers and booleans are themselves, bytes are hexadecimal digits, everything else is the text that its Java
 * class reads back: a JSON number would lose the scale of a decimal and the last bits of a float.
 */
final class KeyValueFormat {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final TableId table;
    private final List<Column> columns;

    KeyValueFormat(TableSchema schema) {
        this.table = schema.id();
        this.columns = schema.identity().stream()
                .map(name -> schema.columns().get(schema.indexOf(name)))
                .toList();
    }

    ArrayNode write(RowKey key) {
        if (key.size() != columns.size()) {
            throw CdcException.bug("A key of " + key.size() + " columns does not fit the identity of " + table
                    + " with " + columns.size() + " columns; please report it.");
        }
        ArrayNode values = JSON.arrayNode(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            values.add(write(key.get(i), columns.get(i)));
        }
        return values;
    }

    private JsonNode write(Object value, Column column) {
        if (value == null) {
            return JSON.nullNode();
        }
        try {
            return writeNotNull(value, column.type());
        } catch (ClassCastException e) {
            throw CdcException.bug("A " + value.getClass().getSimpleName() + " is no value of the column "
                    + TableId.spell(column.name()) + " of " + table + " with the type " + column.type()
                    + "; please report it.");
        }
    }

    private JsonNode writeNotNull(Object value, ColumnType type) {
        return switch (type) {
            case SMALLINT, INTEGER -> JSON.numberNode((Integer) value);
            case BIGINT -> JSON.numberNode((Long) value);
            case BOOLEAN -> JSON.booleanNode((Boolean) value);
            case CHAR, VARCHAR, GRAPHIC, VARGRAPHIC -> JSON.textNode((String) value);
            case DECIMAL, DECFLOAT -> textOf(value, BigDecimal.class);
            case REAL -> textOf(value, Float.class);
            case DOUBLE -> textOf(value, Double.class);
            case DATE -> textOf(value, LocalDate.class);
            case TIME -> textOf(value, LocalTime.class);
            case TIMESTAMP -> textOf(value, LocalDateTime.class);
            case CHAR_FOR_BIT_DATA, VARCHAR_FOR_BIT_DATA, BINARY, VARBINARY, ROWID ->
                JSON.textNode(HEX.formatHex((byte[]) value));
            case CLOB, DBCLOB, BLOB, XML -> throw new ClassCastException("large objects are in no key");
        };
    }

    private static JsonNode textOf(Object value, Class<?> expected) {
        return JSON.textNode(expected.cast(value).toString());
    }

    /** @throws DamagedRecordException if these are no values of the identity */
    RowKey read(JsonNode values) {
        if (!values.isArray() || values.size() != columns.size()) {
            throw new DamagedRecordException("a key does not have " + columns.size() + " values");
        }
        Object[] key = new Object[columns.size()];
        for (int i = 0; i < key.length; i++) {
            key[i] = read(values.get(i), columns.get(i));
        }
        return new RowKey(key);
    }

    private static Object read(JsonNode value, Column column) {
        if (value.isNull()) {
            return null;
        }
        try {
            return readNotNull(value, column.type());
        } catch (IllegalArgumentException | DateTimeException e) {
            // not as a cause: the parsers quote the value
            throw new DamagedRecordException("a key has no valid value for the column " + TableId.spell(column.name())
                    + " with the type " + column.type());
        }
    }

    private static Object readNotNull(JsonNode value, ColumnType type) {
        return switch (type) {
            case SMALLINT, INTEGER -> (int) integerOf(value, value.canConvertToInt());
            case BIGINT -> integerOf(value, value.canConvertToLong());
            case BOOLEAN -> booleanOf(value);
            case CHAR, VARCHAR, GRAPHIC, VARGRAPHIC -> textOf(value);
            case DECIMAL, DECFLOAT -> new BigDecimal(textOf(value));
            case REAL -> Float.valueOf(textOf(value));
            case DOUBLE -> Double.valueOf(textOf(value));
            case DATE -> LocalDate.parse(textOf(value));
            case TIME -> LocalTime.parse(textOf(value));
            case TIMESTAMP -> LocalDateTime.parse(textOf(value));
            case CHAR_FOR_BIT_DATA, VARCHAR_FOR_BIT_DATA, BINARY, VARBINARY, ROWID ->
                HexFormat.of().parseHex(textOf(value));
            case CLOB, DBCLOB, BLOB, XML -> throw new IllegalArgumentException("large objects are in no key");
        };
    }

    private static long integerOf(JsonNode value, boolean fits) {
        if (!value.isIntegralNumber() || !fits) {
            throw new IllegalArgumentException("no integer of this size");
        }
        return value.longValue();
    }

    private static boolean booleanOf(JsonNode value) {
        if (!value.isBoolean()) {
            throw new IllegalArgumentException("no boolean");
        }
        return value.booleanValue();
    }

    private static String textOf(JsonNode value) {
        if (!value.isTextual()) {
            throw new IllegalArgumentException("no text");
        }
        return value.textValue();
    }
}
