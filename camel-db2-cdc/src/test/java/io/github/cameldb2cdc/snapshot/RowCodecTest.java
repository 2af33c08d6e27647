package io.github.cameldb2cdc.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.event.Unavailable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random rows of every type come back as they were. */
class RowCodecTest {

    private static final int ROWS = 300;
    private static final int LONGEST = 40;

    private static final TableSchema TABLE = new TableSchema(
            new TableId("S", "ALL_TYPES"),
            Arrays.stream(ColumnType.values())
                    .map(type -> new Column(type.name(), type, LONGEST, 0, true))
                    .toList(),
            List.of("INTEGER"),
            List.of("INTEGER"));

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void whatIsWrittenIsRead(long seed) throws IOException {
        Random random = new Random(seed);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(randomRow(random));
        }
        RowCodec codec = new RowCodec(TABLE);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Row row : rows) {
            codec.write(row, new DataOutputStream(bytes));
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        for (Row row : rows) {
            Row read = codec.read(in);
            for (Column column : TABLE.columns()) {
                assertThat(read.get(column.name())).as(column.name()).isEqualTo(row.get(column.name()));
            }
        }
        assertThat(in.read()).isEqualTo(-1);
    }

    private static Row randomRow(Random random) {
        return new Row(
                TABLE,
                Arrays.stream(ColumnType.values())
                        .map(type -> random.nextInt(5) == 0 ? absent(type, random) : randomValue(type, random))
                        .toArray());
    }

    private static Object absent(ColumnType type, Random random) {
        return type.isLargeObject() && random.nextBoolean() ? Unavailable.VALUE : null;
    }

    private static Object randomValue(ColumnType type, Random random) {
        return switch (type) {
            case SMALLINT, INTEGER -> random.nextInt();
            case BIGINT -> random.nextLong();
            case DECIMAL -> randomDecimal(random);
            case DECFLOAT ->
                random.nextBoolean()
                        ? randomDecimal(random)
                        : List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)
                                .get(random.nextInt(3));
            case REAL -> random.nextInt(4) == 0 ? -0.0f : (float) random.nextGaussian();
            case DOUBLE -> random.nextInt(4) == 0 ? -0.0 : random.nextGaussian();
            case CHAR, VARCHAR, GRAPHIC, VARGRAPHIC, CLOB, DBCLOB, XML -> randomText(random);
            case CHAR_FOR_BIT_DATA, VARCHAR_FOR_BIT_DATA, BINARY, VARBINARY, ROWID, BLOB -> {
                byte[] bytes = new byte[random.nextInt(LONGEST)];
                random.nextBytes(bytes);
                yield bytes;
            }
            case DATE -> randomDay(random);
            case TIME -> LocalTime.ofSecondOfDay(random.nextInt(86_400));
            case TIMESTAMP -> LocalDateTime.of(randomDay(random), LocalTime.ofNanoOfDay(randomNanoOfDay(random)));
            case BOOLEAN -> random.nextBoolean();
        };
    }

    private static BigDecimal randomDecimal(Random random) {
        return new BigDecimal(new BigInteger(110, random), random.nextInt(60) - 20)
                .multiply(BigDecimal.valueOf(random.nextInt(3) - 1L));
    }

    /** Any characters, halves of surrogate pairs among them: a column may be cut between two. */
    private static String randomText(Random random) {
        boolean narrow = random.nextBoolean();
        char[] text = new char[random.nextInt(LONGEST)];
        for (int i = 0; i < text.length; i++) {
            text[i] = (char) random.nextInt(narrow ? 128 : 65_536);
        }
        return new String(text);
    }

    private static LocalDate randomDay(Random random) {
        return LocalDate.of(1 + random.nextInt(9999), 1, 1).plusDays(random.nextInt(365));
    }

    private static long randomNanoOfDay(Random random) {
        return (long) (random.nextDouble() * LocalTime.MAX.toNanoOfDay());
    }
}
