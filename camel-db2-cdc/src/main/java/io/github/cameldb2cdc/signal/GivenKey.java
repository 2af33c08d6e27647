package io.github.cameldb2cdc.signal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.HexFormat;

/**
 * What identifies one row, as a signal gives it: an object with a value for each column of the table's identity.
 *
 * <p>Numbers are numbers or their text, dates and times ISO text, bytes hexadecimal digits, everything else is text. Immutable
 * and thread-safe.
 */
public final class GivenKey {

    private final ObjectNode values;

    GivenKey(ObjectNode values) {
        this.values = values;
    }

    /**
     * The values as the table has them.
     *
     * @throws SignalRefusedException if a column is missing, too much, or has a value of another type
     */
    public RowKey keyOf(TableSchema table) {
        if (values.size() != table.identity().size()) {
            throw refused(table);
        }
        Object[] key = new Object[table.identity().size()];
        for (int i = 0; i < key.length; i++) {
            String name = table.identity().get(i);
            JsonNode value = values.get(name);
            if (value == null || value.isNull() || value.isContainerNode()) {
                throw refused(table);
            }
            key[i] = valueOf(value, table.columns().get(table.indexOf(name)), table.id());
        }
        return new RowKey(key);
    }

    private static SignalRefusedException refused(TableSchema table) {
        return new SignalRefusedException("A key of " + table.id()
                + " must be an object with one value for each of the columns " + table.identity() + " and no others.");
    }

    private static Object valueOf(JsonNode value, Column column, TableId table) {
        try {
            return read(value, column);
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            // not as a cause: the parsers quote the value
            throw new SignalRefusedException(
                    "A value of the key column " + TableId.spell(column.name()) + " of " + table
                            + " does not fit its type " + column.definition()
                            + "; write numbers as such, dates and times as ISO text, bytes as hexadecimal digits.");
        }
    }

    private static Object read(JsonNode value, Column column) {
        return switch (column.type()) {
            case SMALLINT, INTEGER -> decimalOf(value).intValueExact();
            case BIGINT -> decimalOf(value).longValueExact();
            case DECIMAL -> decimalOf(value).setScale(column.scale());
            case DECFLOAT -> decimalOf(value);
            case REAL -> decimalOf(value).floatValue();
            case DOUBLE -> decimalOf(value).doubleValue();
            case BOOLEAN -> booleanOf(value);
            case CHAR, VARCHAR, GRAPHIC, VARGRAPHIC -> textOf(value);
            case DATE -> LocalDate.parse(textOf(value));
            case TIME -> LocalTime.parse(textOf(value));
            case TIMESTAMP -> LocalDateTime.parse(textOf(value).replace(' ', 'T'));
            case CHAR_FOR_BIT_DATA, VARCHAR_FOR_BIT_DATA, BINARY, VARBINARY, ROWID ->
                HexFormat.of().parseHex(textOf(value));
            case CLOB, DBCLOB, BLOB, XML -> throw new IllegalArgumentException("large objects are in no key");
        };
    }

    private static BigDecimal decimalOf(JsonNode value) {
        if (value.isNumber()) {
            return value.decimalValue();
        }
        return new BigDecimal(textOf(value).strip());
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

    /** Says how many columns it has: values are never printed. */
    @Override
    public String toString() {
        return "key of " + values.size() + " columns";
    }
}
