package io.github.cameldb2cdc.envelope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeakIdentityCacheTest {

    private record Name(String text) {}

    private final List<String> made = new ArrayList<>();
    private final WeakIdentityCache<Name, String> cache = new WeakIdentityCache<>(name -> {
        made.add(name.text());
        return "for " + name.text();
    });

    @Test
    void somethingIsMadeOnceForAnObject() {
        Name name = new Name("a");
        assertThat(cache.get(name)).isEqualTo("for a").isSameAs(cache.get(name));
        assertThat(made).containsExactly("a");
    }

    @Test
    void equalObjectsAreToldApart() {
        Name first = new Name("a");
        Name second = new Name("a");
        assertThat(cache.get(first)).isNotSameAs(cache.get(second));
        assertThat(cache.size()).isEqualTo(2);
    }

    @Test
    void anObjectThatIsGoneIsForgotten() {
        Name kept = new Name("kept");
        cache.get(kept);
        for (int i = 0; i < 1_000; i++) {
            cache.get(new Name("gone"));
        }
        await().untilAsserted(() -> {
            System.gc();
            cache.get(new Name("another"));
            assertThat(cache.size()).isLessThan(100);
        });
        cache.get(kept);
        assertThat(made).containsOnlyOnce("kept");
    }
}
