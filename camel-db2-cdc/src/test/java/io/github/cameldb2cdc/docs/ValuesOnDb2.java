package io.github.cameldb2cdc.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.docs.ValueSamples.Sample;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/** The samples that the embedded Db2 has types for, written by SQL and read by the component. */
final class ValuesOnDb2 {

    private final EmbeddedDb2 db2;
    private final List<Sample> samples = ValueSamples.all().stream()
            .filter(sample -> sample.literal() != null)
            .toList();

    ValuesOnDb2(EmbeddedDb2 db2) {
        this.db2 = db2;
    }

    void check() {
        String columns = IntStream.range(0, samples.size())
                .mapToObj(i -> "C" + i + " " + samples.get(i).type())
                .collect(Collectors.joining(", "));
        String literals = samples.stream().map(Sample::literal).collect(Collectors.joining(", "));
        List<RowChange> arrived = new CopyOnWriteArrayList<>();
        db2.execute("CREATE TABLE HR.SAMPLES (ID INTEGER NOT NULL PRIMARY KEY, " + columns + ")");
        db2.register("HR.SAMPLES");
        db2.execute("INSERT INTO HR.SAMPLES VALUES (1, " + literals + ")");
        db2.capture().publish();
        try (RouteUnderTest route = new RouteUnderTest(db2)) {
            route.run(
                    "db2-cdc:HR?tables=SAMPLES&delay=20",
                    exchange -> arrived.add(exchange.getMessage().getBody(RowChange.class)));
            Awaitility.await().until(() -> arrived.size() == 1);
            db2.execute("INSERT INTO HR.SAMPLES VALUES (2, " + literals + ")");
            Awaitility.await().until(() -> arrived.size() == 2);
        }
        arrived.forEach(this::checkValues);
    }

    private void checkValues(RowChange change) {
        for (int i = 0; i < samples.size(); i++) {
            Sample sample = samples.get(i);
            Object value = change.after().get("C" + i);
            assertThat(value).as(sample.type()).isEqualTo(sample.value());
            assertThat(change.table().columns().get(i + 1).type())
                    .as(sample.type())
                    .isEqualTo(sample.column("C").type());
        }
    }
}
