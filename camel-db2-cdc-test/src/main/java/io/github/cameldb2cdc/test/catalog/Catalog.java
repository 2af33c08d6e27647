package io.github.cameldb2cdc.test.catalog;

import io.github.cameldb2cdc.test.derby.BackgroundThread;
import io.github.cameldb2cdc.test.derby.DerbyDatabase;
import io.github.cameldb2cdc.test.derby.SqlScript;
import io.github.cameldb2cdc.test.derby.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps Db2's catalogs equal to the engine's. Statements are shown to it before they run: for a while after one that
 * changes structure it compares every tenth of a second, and once more before any statement that reads a catalog; at
 * other times every two seconds. It reads without waiting for locks, so a structure change in an open transaction may be
 * visible early; the next comparison puts that right.
 *
 * <p>Safe for many threads. Its owner closes it before the database.
 */
public final class Catalog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Catalog.class);
    private static final Pattern STRUCTURE =
            Pattern.compile("^(CREATE|ALTER|DROP|RENAME|CALL)\\b", Pattern.CASE_INSENSITIVE);
    private static final long UNSETTLED_NANOS = Duration.ofSeconds(5).toNanos();
    private static final long IDLE_NANOS = Duration.ofSeconds(2).toNanos();
    private static final Duration TICK = Duration.ofMillis(100);

    private final Connection connection;
    private final Clock clock;
    private final BackgroundThread thread;
    private final Map<String, Known> known = new HashMap<>();
    private volatile long unsettledUntil = System.nanoTime();
    private volatile long comparedAt = System.nanoTime();
    private boolean closed;

    private record Known(CatalogEntry entry, int number, Timestamp created, Timestamp altered, String fingerprint) {}

    /** Creates the catalogs in a new database and brings them up to date. */
    public Catalog(DerbyDatabase database, Clock clock) throws SQLException {
        this.clock = clock;
        this.connection = database.connect();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
        load();
        refresh();
        this.thread = BackgroundThread.repeat("embedded-db2-catalog", TICK, this::tick);
    }

    /** Creates the tables of the catalogs in a new database; the caller commits. */
    public static void create(Connection connection) throws SQLException {
        SqlScript.read(Catalog.class, "catalog-tables.sql").run(connection);
    }

    /** To be called with every statement of a client before it runs. */
    public void beforeStatement(String sql) {
        if (STRUCTURE.matcher(sql.stripLeading()).find()) {
            unsettledUntil = System.nanoTime() + UNSETTLED_NANOS;
        } else if (unsettled() && readsCatalog(sql)) {
            refreshLogged();
        }
    }

    /** Compares now; when this returns, the catalogs show what was committed before. */
    public synchronized void refresh() throws SQLException {
        if (closed) {
            return;
        }
        try {
            update(new EngineCatalog(connection).read());
            connection.commit();
            comparedAt = System.nanoTime();
        } catch (SQLException e) {
            connection.rollback();
            known.clear();
            load();
            throw e;
        }
    }

    @Override
    public void close() {
        thread.close();
        closeConnection();
    }

    private synchronized void closeConnection() {
        closed = true;
        try {
            connection.rollback();
            connection.close();
        } catch (SQLException e) {
            LOG.debug("The connection of the catalog was closed already", e);
        }
    }

    private boolean unsettled() {
        return System.nanoTime() - unsettledUntil < 0;
    }

    private static boolean readsCatalog(String sql) {
        String upper = sql.toUpperCase(Locale.ROOT);
        return upper.contains("SYSCAT") || upper.contains("SYSIBM");
    }

    private void tick() {
        if (unsettled() || System.nanoTime() - comparedAt > IDLE_NANOS) {
            refreshLogged();
        }
    }

    private void refreshLogged() {
        try {
            refresh();
        } catch (SQLException | RuntimeException e) {
            // a structure change in flight can be half visible
            LOG.debug("The catalog could not be compared and is compared again soon", e);
        }
    }

    private void load() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                        "SELECT TABLE_ID, TABLE_NUMBER, CREATE_TIME, ALTER_TIME, FINGERPRINT FROM DB2KIT.CATALOG_TABLE");
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                known.put(
                        rows.getString(1),
                        new Known(null, rows.getInt(2), rows.getTimestamp(3), rows.getTimestamp(4), rows.getString(5)));
            }
        }
        connection.commit();
    }

    private void update(List<CatalogEntry> entries) throws SQLException {
        CatalogRows rows = new CatalogRows(connection);
        Map<String, CatalogEntry> present = new HashMap<>();
        entries.forEach(entry -> present.put(entry.id(), entry));
        if (known.values().stream().anyMatch(table -> table.entry() == null)) {
            // after a start: what the rows show may be older than the engine's catalog
            rows.deleteAll();
        }
        List<String> gone =
                known.keySet().stream().filter(id -> !present.containsKey(id)).toList();
        for (String id : gone) {
            forget(rows, id);
        }
        List<CatalogEntry> changed = new ArrayList<>();
        for (CatalogEntry entry : entries) {
            Known before = known.get(entry.id());
            if (before == null || !entry.equals(before.entry())) {
                changed.add(entry);
                deleteRows(rows, entry, before);
            }
        }
        for (CatalogEntry entry : changed) {
            Known now = describe(entry, known.get(entry.id()));
            rows.insert(entry, now.number(), now.created(), now.altered());
            store(now);
            known.put(entry.id(), now);
        }
    }

    // a renamed table leaves rows under its old name; all go before any comes, since names may have been swapped
    private static void deleteRows(CatalogRows rows, CatalogEntry entry, Known before) throws SQLException {
        rows.delete(entry.name());
        if (before != null && before.entry() != null) {
            rows.delete(before.entry().name());
        }
    }

    private Known describe(CatalogEntry entry, Known before) {
        Timestamp now = Timestamp.from(clock.instant());
        String fingerprint = entry.fingerprint();
        if (before == null) {
            return new Known(entry, nextNumber(), now, now, fingerprint);
        }
        Timestamp altered = before.fingerprint().equals(fingerprint) ? before.altered() : now;
        return new Known(entry, before.number(), before.created(), altered, fingerprint);
    }

    private int nextNumber() {
        return known.values().stream().mapToInt(Known::number).max().orElse(3) + 1;
    }

    private void forget(CatalogRows rows, String id) throws SQLException {
        Known gone = known.remove(id);
        if (gone.entry() != null) {
            TableName name = gone.entry().name();
            rows.delete(name);
        }
        try (PreparedStatement statement =
                connection.prepareStatement("DELETE FROM DB2KIT.CATALOG_TABLE WHERE TABLE_ID = ?")) {
            statement.setString(1, id);
            statement.executeUpdate();
        }
    }

    private void store(Known table) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("DELETE FROM DB2KIT.CATALOG_TABLE WHERE TABLE_ID = ?")) {
            statement.setString(1, table.entry().id());
            statement.executeUpdate();
        }
        String sql = "INSERT INTO DB2KIT.CATALOG_TABLE (TABLE_ID, TABLE_NUMBER, CREATE_TIME, ALTER_TIME, FINGERPRINT) "
                + "VALUES (?, ?, ?, ?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, table.entry().id());
            statement.setInt(2, table.number());
            statement.setTimestamp(3, table.created());
            statement.setTimestamp(4, table.altered());
            statement.setString(5, table.fingerprint());
            statement.executeUpdate();
        }
    }
}
