package io.github.cameldb2cdc.snapshot;

import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.event.Unavailable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/**
 * Rows of one table as bytes and back, without loss, for as long as this process lives. Values are of the classes that
 * {@link ColumnType} names. Immutable and thread-safe.
 */
final class RowCodec {

    private static final int NULL = 0;
    private static final int VALUE = 1;
    private static final int UNAVAILABLE = 2;
    private static final int SPECIAL_FLOAT = 3;

    private final TableSchema table;
    private final ColumnType[] types;

    RowCodec(TableSchema table) {
        this.table = table;
        this.types = table.columns().stream().map(column -> column.type()).toArray(ColumnType[]::new);
    }

    void write(Row row, DataOutputStream out) throws IOException {
        for (int i = 0; i < types.length; i++) {
            Object value = row.get(i);
            int tag = tagOf(value, types[i]);
            out.writeByte(tag);
            if (tag == VALUE) {
                write(value, types[i], out);
            } else if (tag == SPECIAL_FLOAT) {
                out.writeDouble((Double) value);
            }
        }
    }

    /** DECFLOAT has values that no decimal is. */
    private static int tagOf(Object value, ColumnType type) {
        if (value == null) {
            return NULL;
        }
        if (value == Unavailable.VALUE) {
            return UNAVAILABLE;
        }
        return type == ColumnType.DECFLOAT && value instanceof Double ? SPECIAL_FLOAT : VALUE;
    }

    private static void write(Object value, ColumnType type, DataOutputStream out) throws IOException {
        switch (type) {
            case SMALLINT, INTEGER -> out.writeInt((Integer) value);
            case BIGINT -> out.writeLong((Long) value);
            case BOOLEAN -> out.writeBoolean((Boolean) value);
            case REAL -> out.writeInt(Float.floatToRawIntBits((Float) value));
            case DOUBLE -> out.writeLong(Double.doubleToRawLongBits((Double) value));
            case DECIMAL, DECFLOAT -> {
                BigDecimal number = (BigDecimal) value;
                out.writeInt(number.scale());
                writeBytes(number.unscaledValue().toByteArray(), out);
            }
            case CHAR, VARCHAR, GRAPHIC, VARGRAPHIC, CLOB, DBCLOB, XML -> writeText((String) value, out);
            case CHAR_FOR_BIT_DATA, VARCHAR_FOR_BIT_DATA, BINARY, VARBINARY, ROWID, BLOB ->
                writeBytes((byte[]) value, out);
            case DATE -> out.writeLong(((LocalDate) value).toEpochDay());
            case TIME -> out.writeLong(((LocalTime) value).toNanoOfDay());
            case TIMESTAMP -> {
                LocalDateTime time = (LocalDateTime) value;
                out.writeLong(time.toLocalDate().toEpochDay());
                out.writeLong(time.toLocalTime().toNanoOfDay());
            }
        }
    }

    /** Text may hold half of a surrogate pair, which UTF-8 has no bytes for. */
    private static void writeText(String text, DataOutputStream out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        boolean whole = new String(bytes, StandardCharsets.UTF_8).equals(text);
        out.writeBoolean(whole);
        if (whole) {
            writeBytes(bytes, out);
        } else {
            out.writeInt(text.length());
            out.writeChars(text);
        }
    }

    private static void writeBytes(byte[] bytes, DataOutputStream out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    Row read(DataInputStream in) throws IOException {
        Object[] values = new Object[types.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = switch (in.readByte()) {
                case NULL -> null;
                case UNAVAILABLE -> Unavailable.VALUE;
                case SPECIAL_FLOAT -> in.readDouble();
                default -> read(types[i], in);
            };
        }
        return new Row(table, values);
    }

    private static Object read(ColumnType type, DataInputStream in) throws IOException {
        return switch (type) {
            case SMALLINT, INTEGER -> in.readInt();
            case BIGINT -> in.readLong();
            case BOOLEAN -> in.readBoolean();
            case REAL -> Float.intBitsToFloat(in.readInt());
            case DOUBLE -> Double.longBitsToDouble(in.readLong());
            case DECIMAL, DECFLOAT -> {
                int scale = in.readInt();
                yield new BigDecimal(new BigInteger(readBytes(in)), scale);
            }
            case CHAR, VARCHAR, GRAPHIC, VARGRAPHIC, CLOB, DBCLOB, XML ->
                in.readBoolean() ? new String(readBytes(in), StandardCharsets.UTF_8) : readChars(in);
            case CHAR_FOR_BIT_DATA, VARCHAR_FOR_BIT_DATA, BINARY, VARBINARY, ROWID, BLOB -> readBytes(in);
            case DATE -> LocalDate.ofEpochDay(in.readLong());
            case TIME -> LocalTime.ofNanoOfDay(in.readLong());
            case TIMESTAMP -> {
                LocalDate day = LocalDate.ofEpochDay(in.readLong());
                yield LocalDateTime.of(day, LocalTime.ofNanoOfDay(in.readLong()));
            }
        };
    }

    private static String readChars(DataInputStream in) throws IOException {
        char[] text = new char[in.readInt()];
        for (int i = 0; i < text.length; i++) {
            text[i] = in.readChar();
        }
        return new String(text);
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }
}
