package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.envelope.EnvelopeStyle;
import io.github.cameldb2cdc.envelope.JsonEnvelope;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values are the same whichever way they come: read by a snapshot, created, updated or deleted. */
class ValuesTest {

    private EmbeddedDb2 db2;
    private EngineRig rig;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        rig = new EngineRig(db2.dataSource(), new MemoryCheckpointRepository());
    }

    @AfterEach
    void stop() {
        rig.close();
        db2.close();
    }

    /** Ranges of two rows, so that binary keys are borders. */
    private void startEngine() {
        db2.capture().publish();
        rig.start(TestOptions.schema(AllTypes.SCHEMA)
                .with(options -> {
                    options.snapshotChunkSize = 2;
                    return options;
                })
                .build());
    }

    private List<RowChange> deliver() {
        db2.capture().publish();
        rig.forgetEvents();
        rig.runUntilIdle();
        assertThat(rig.engine().status().trouble()).isNull();
        return rig.events();
    }

    private static List<Object> values(Row row) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            Object value = row.get(i);
            values.add(value instanceof byte[] bytes ? Arrays.toString(bytes) : value);
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyTypeIsTheSameInEveryEvent(boolean pairs) {
        AllTypes.create(db2, "LOADED", pairs);
        AllTypes.create(db2, "STREAMED", pairs);
        AllTypes.insertAll(db2, "LOADED");
        startEngine();
        List<RowChange> loaded = deliver();
        AllTypes.insertAll(db2, "STREAMED");
        List<RowChange> created = deliver();
        db2.execute("UPDATE S.STREAMED SET C_INTEGER = C_INTEGER");
        List<RowChange> updated = deliver();
        db2.execute("DELETE FROM S.STREAMED");
        List<RowChange> deleted = deliver();

        for (List<RowChange> events : List.of(loaded, created, updated, deleted)) {
            assertThat(events).hasSize(AllTypes.rows());
        }
        for (int i = 0; i < AllTypes.rows(); i++) {
            List<Object> row = values(loaded.get(i).after());
            assertThat(loaded.get(i).operation()).isEqualTo(Operation.READ);
            assertThat(values(created.get(i).after())).isEqualTo(row);
            assertThat(updated.get(i).operation()).isEqualTo(Operation.UPDATE);
            assertThat(values(updated.get(i).before())).isEqualTo(row);
            assertThat(values(updated.get(i).after())).isEqualTo(row);
            assertThat(values(deleted.get(i).before())).isEqualTo(row);
            assertSameJson(loaded.get(i), created.get(i), updated.get(i), deleted.get(i));
        }
    }

    private static void assertSameJson(RowChange loaded, RowChange created, RowChange updated, RowChange deleted) {
        for (EnvelopeStyle style : List.of(EnvelopeStyle.PLAIN, EnvelopeStyle.DEBEZIUM)) {
            JsonEnvelope envelope = JsonEnvelope.of(style);
            JsonNode row = envelope.toTree(loaded).get("after");
            assertThat(envelope.toTree(created).get("after")).isEqualTo(row);
            assertThat(envelope.toTree(updated).get("before")).isEqualTo(row);
            assertThat(envelope.toTree(updated).get("after")).isEqualTo(row);
            assertThat(envelope.toTree(deleted).get("before")).isEqualTo(row);
            assertThat(envelope.keyToText(created)).isEqualTo(envelope.keyToText(loaded));
            assertThat(envelope.keyToText(deleted)).isEqualTo(envelope.keyToText(loaded));
        }
    }

    @Test
    void theEdgesOfEachTypeAreThoseThatWereInserted() {
        AllTypes.create(db2, "LOADED", true);
        AllTypes.insertAll(db2, "LOADED");
        startEngine();
        List<RowChange> loaded = deliver();

        assertThat(values(loaded.get(0).after()))
                .containsExactly(
                        "[0, 0, -1, 32]",
                        -32768,
                        Integer.MIN_VALUE,
                        Long.MIN_VALUE,
                        new BigDecimal("-0.9999999999999999999999999999999"),
                        new BigDecimal("-9999999999999999999999999999999"),
                        new BigDecimal("-9999999.99"),
                        -3.402E+38f,
                        -1.79769E+308,
                        "      ",
                        "",
                        "",
                        "[0, 0, 0, 0, 0]",
                        "[]",
                        LocalDate.of(1, 1, 1),
                        LocalTime.MIDNIGHT,
                        LocalDateTime.of(1, 1, 1, 0, 0),
                        false);
        assertThat(values(loaded.get(1).after()))
                .contains(
                        Long.MAX_VALUE,
                        new BigDecimal("0.9999999999999999999999999999999"),
                        3.402E+38f,
                        " a ",
                        "[-1, 0]",
                        LocalDate.of(9999, 12, 31),
                        LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_000),
                        true);
        assertThat(values(loaded.get(2).after()))
                .contains(new BigDecimal("10.00"), "a     ", "a'\"b", "[32]", LocalDate.of(1582, 10, 4));
        assertThat(values(loaded.get(3).after()))
                .contains("\u00e4     ", "\u6f22\u5b57", "[1, 32, 32, 32, 32]", LocalDate.of(1582, 10, 15));
        assertThat(values(loaded.get(4).after()))
                .contains(LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_000_000), "[0, 32, 32, 32, 32]", "[0, 0]");
        assertThat(values(loaded.get(5).after()).subList(1, 18)).containsOnlyNulls();
    }

    @Test
    void aKeyOfBytesIsFoundAgainWhenATransactionShiftsKeys() {
        AllTypes.create(db2, "SHIFTED", true);
        AllTypes.insertAll(db2, "SHIFTED");
        startEngine();
        deliver();
        db2.execute("UPDATE S.SHIFTED SET ID = CASE ID WHEN " + AllTypes.key(0) + " THEN " + AllTypes.key(1) + " ELSE "
                + AllTypes.key(0) + " END WHERE ID IN (" + AllTypes.key(0) + ", " + AllTypes.key(1) + ")");
        List<String> operations = deliver().stream()
                .map(event -> event.operation().code()
                        + Arrays.toString((byte[]) event.row().get("ID")))
                .toList();

        // the second delete is of a key that exists, so it is left out
        assertThat(operations).hasSize(3).endsWith("c" + "[0, 0, -1, 32]");
        assertThat(operations).filteredOn(line -> line.startsWith("c")).hasSize(2);
    }
}
