package io.github.cameldb2cdc.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.camel.component.caffeine.processor.idempotent.CaffeineIdempotentRepository;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.processor.idempotent.FileIdempotentRepository;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.apache.camel.support.service.ServiceHelper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Camel's own repositories as the place of a checkpoint. */
class CamelRepositoriesTest {

    private static final String NAME = "DB2INST1 of the first floor";
    private static final List<HikariDataSource> POOLS = new ArrayList<>();
    private static final int WRITES = 6;

    @TempDir
    private static Path directory;

    static Stream<Arguments> repositories() {
        MemoryIdempotentRepository memory = new MemoryIdempotentRepository();
        memory.setCacheSize(5000);
        CaffeineIdempotentRepository caffeine = new CaffeineIdempotentRepository("checkpoints");
        DataSource h2 = pooled(TargetDatabase.h2("REGULAR"));
        DataSource postgres = pooled(TargetDatabase.postgres());
        return Stream.of(
                lasting("memory", memory),
                lasting("Caffeine", caffeine),
                Arguments.of("file", (Supplier<IdempotentRepository>) CamelRepositoriesTest::file),
                Arguments.of("JDBC on H2", (Supplier<IdempotentRepository>) () -> jdbc(h2)),
                Arguments.of("JDBC on PostgreSQL", (Supplier<IdempotentRepository>) () -> jdbc(postgres)));
    }

    private static DataSource pooled(DataSource database) {
        HikariDataSource pool = new HikariDataSource();
        pool.setDataSource(database);
        pool.setMaximumPoolSize(2);
        POOLS.add(pool);
        return pool;
    }

    @AfterAll
    static void closePools() {
        POOLS.forEach(HikariDataSource::close);
    }

    private static Arguments lasting(String name, IdempotentRepository repository) {
        return Arguments.of(name, (Supplier<IdempotentRepository>) () -> repository);
    }

    private static IdempotentRepository file() {
        return FileIdempotentRepository.fileIdempotentRepository(
                directory.resolve("keys.txt").toFile(), 5000, 32 << 20);
    }

    private static IdempotentRepository jdbc(DataSource dataSource) {
        return new JdbcMessageIdRepository(dataSource, "checkpoints");
    }

    /** Each write is followed by a restart on every third; what is found is what was written last. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("repositories")
    void aRestartGoesOnBehindTheLastWrite(String kind, Supplier<IdempotentRepository> places) {
        TableCheckpoint table = SampleCheckpoints.table("T1");
        CurrentSource source = new CurrentSource(
                "SAMPLE", "ASNCDC", List.of(new CurrentSource.Table(table.table(), table.capture(), null)));
        PlainCheckpointRepository repository = started(places.get());
        assertThat(repository.load(NAME, source)).isEmpty();
        Checkpoint stored = SampleCheckpoints.first("a", table);
        repository.store(NAME, null, stored);
        for (int i = 0; i < WRITES; i++) {
            Checkpoint next =
                    stored.next().withPosition(Position.endOf(Sequence.parse(String.format("%020X", 77 * i))));
            repository.store(NAME, stored, next);
            stored = next;
            if (i % 3 == 0) {
                ServiceHelper.stopService(repository);
                repository = started(places.get());
                stored = repository.load(NAME, source).orElseThrow();
                assertThat(stored.position()).isEqualTo(next.position());
                assertThat(stored.recordNumber()).isEqualTo(next.recordNumber());
                assertThat(stored.tables().get(table.table()).capture()).isEqualTo(table.capture());
            }
        }
        repository.store(NAME, stored, stored.next().withTables(Map.of()));
        assertThat(repository.load(NAME, source).orElseThrow().tables()).isEmpty();
    }

    private static PlainCheckpointRepository started(IdempotentRepository place) {
        PlainCheckpointRepository repository = new PlainCheckpointRepository(place);
        ServiceHelper.startService(repository);
        return repository;
    }
}
