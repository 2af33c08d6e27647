package io.github.cameldb2cdc.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.Sequence;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys that changes touched, beside a list of all touches. */
class TouchedKeysTest {

    private static final int STEPS = 3_000;
    private static final int KEYS = 50;

    private final TouchedKeys touched = new TouchedKeys();

    private record Touch(int key, int place) {}

    private static RowKey key(int number) {
        byte[] bytes = {(byte) number, 1};
        return new RowKey(new Object[] {"key " + number % 7, bytes, BigDecimal.valueOf(number, 2)});
    }

    private static Position place(int number) {
        return Position.endOf(Sequence.parse(String.format("%020X", number)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void aKeyIsTouchedBehindAPlaceIfAnyOfItsTouchesIs(long seed) {
        Random random = new Random(seed);
        List<Touch> all = new ArrayList<>();
        int now = 1;
        int forgotten = 0;
        for (int step = 0; step < STEPS; step++) {
            now += random.nextInt(3);
            // after a lost connection a part of the stream is read once more
            int place = random.nextInt(20) == 0 ? Math.max(forgotten + 1, now - random.nextInt(10)) : now;
            Touch touch = new Touch(random.nextInt(KEYS), place);
            all.add(touch);
            touched.touch(key(touch.key()), place(touch.place()));
            if (random.nextInt(10) == 0) {
                forgotten = Math.max(forgotten, now - random.nextInt(40));
                touched.forgetUpTo(place(forgotten));
            }
            int asked = random.nextInt(KEYS);
            int behind = forgotten + random.nextInt(Math.max(1, now - forgotten + 2));
            assertThat(touched.isTouchedBehind(key(asked), place(behind)))
                    .isEqualTo(all.stream().anyMatch(one -> one.key() == asked && one.place() > behind));
        }
        touched.forgetUpTo(place(now));
        assertThat(touched.bytes()).isZero();
    }

    @Test
    void aKeyTakesItsRoomOnce() {
        touched.touch(key(1), place(1));
        long once = touched.bytes();
        touched.touch(key(1), place(2));
        assertThat(once).isPositive();
        assertThat(touched.bytes()).isEqualTo(once);
    }
}
