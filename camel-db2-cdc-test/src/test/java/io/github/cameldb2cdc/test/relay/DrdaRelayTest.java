package io.github.cameldb2cdc.test.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DrdaRelayTest {
    private static RelayedDerby derby;

    @BeforeAll
    static void start() throws Exception {
        derby = RelayedDerby.start("DATABASEONE", sql -> sql);
    }

    @AfterAll
    static void stop() throws Exception {
        derby.close();
    }

    @Test
    void theIbmDriverConnectsAndRunsStatements() throws Exception {
        derby.run("CREATE TABLE T (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(20))");
        try (Connection connection = derby.connect()) {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO T VALUES (?, ?)")) {
                insert.setInt(1, 7);
                insert.setString(2, "seven");
                assertThat(insert.executeUpdate()).isEqualTo(1);
            }
            try (PreparedStatement query = connection.prepareStatement("SELECT NAME FROM T WHERE ID = ?")) {
                query.setInt(1, 7);
                ResultSet rows = query.executeQuery();
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(1)).isEqualTo("seven");
                assertThat(rows.next()).isFalse();
            }
        }
    }
}
