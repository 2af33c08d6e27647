package io.github.cameldb2cdc;

import io.github.cameldb2cdc.checkpoint.CheckpointRepository;
import io.github.cameldb2cdc.checkpoint.PlainCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.TableCheckpointRepository;
import io.github.cameldb2cdc.event.TableId;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.apache.camel.spi.IdempotentRepository;

/** Where the checkpoint is kept. */
final class CheckpointPlace {

    private CheckpointPlace() {}

    /** The store that the options name: the given one, over its keys if it is a plain one, else a table of the source. */
    static CheckpointRepository repositoryOf(Db2CdcConfiguration configuration, DataSource source) {
        IdempotentRepository given = configuration.getIdempotentRepository();
        if (given == null) {
            TableCheckpointRepository table =
                    new TableCheckpointRepository(source, tableOf(configuration.getCheckpointTable()));
            table.setNetworkTimeout(Duration.ofMillis(configuration.getNetworkTimeout()));
            return table;
        }
        return given instanceof CheckpointRepository store ? store : new PlainCheckpointRepository(given);
    }

    /** What tells the store from others in this JVM, by {@code equals}. */
    static Object identityOf(Db2CdcConfiguration configuration) {
        if (configuration.getIdempotentRepository() != null) {
            return configuration.getIdempotentRepository();
        }
        Object source = configuration.getJdbcUrl() != null
                ? JdbcUrl.withoutProperties(configuration.getJdbcUrl())
                : configuration.getDataSource();
        return List.of(source, tableOf(configuration.getCheckpointTable()));
    }

    /** Whether two configurations may name one store: of a DataSource it is not known whether it leads where a URL does. */
    static boolean mayBeSame(Db2CdcConfiguration one, Db2CdcConfiguration other) {
        boolean isTable = one.getIdempotentRepository() == null && other.getIdempotentRepository() == null;
        boolean otherWay = (one.getJdbcUrl() == null) != (other.getJdbcUrl() == null);
        return isTable && otherWay
                ? tableOf(one.getCheckpointTable()).equals(tableOf(other.getCheckpointTable()))
                : identityOf(one).equals(identityOf(other));
    }

    /**
     * The table's name with ordinary parts folded to upper case.
     *
     * @throws IllegalArgumentException if the text is not {@code TABLE} or {@code SCHEMA.TABLE} in SQL's spelling
     */
    static String tableOf(String text) {
        List<List<String>> names = SqlNameReader.readList(text);
        if (names.size() != 1 || names.get(0).size() > 2) {
            throw new IllegalArgumentException("not the name of one table");
        }
        return names.get(0).stream().map(TableId::spell).collect(Collectors.joining("."));
    }
}
