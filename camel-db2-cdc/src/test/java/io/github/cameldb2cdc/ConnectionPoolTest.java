package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.github.cameldb2cdc.event.CdcException;
import java.util.Map;
import org.apache.camel.impl.engine.DefaultClassResolver;
import org.junit.jupiter.api.Test;

class ConnectionPoolTest {

    @Test
    void timeoutsAreAlwaysFinite() {
        Db2CdcConfiguration configuration = configured("jdbc:db2://host:50000/SAMPLE");
        configuration.setNetworkTimeout(7_000);

        assertThat(ConnectionPool.driverProperties(configuration))
                .containsEntry("loginTimeout", "7")
                .containsEntry("blockingReadConnectionTimeout", "7")
                .containsEntry("user", "me")
                .containsEntry("password", "MARKER");
    }

    @Test
    void whatTheUserSetsReplacesThem() {
        Db2CdcConfiguration configuration = configured("jdbc:db2://host:50000/SAMPLE:blockingReadConnectionTimeout=3;");
        configuration.setDriverProperties(Map.of("loginTimeout", 5, "sslConnection", "true"));

        assertThat(ConnectionPool.driverProperties(configuration))
                .containsEntry("loginTimeout", "5")
                .containsEntry("sslConnection", "true")
                .doesNotContainKey("blockingReadConnectionTimeout");
    }

    @Test
    void aMissingDriverIsASentence() {
        assertThatThrownBy(() -> ConnectionPool.open(
                        configured("jdbc:db2://host:50000/SAMPLE"), "HR", 1, new DefaultClassResolver() {
                            @Override
                            public Class<?> resolveClass(String name) {
                                return null;
                            }
                        }))
                .isInstanceOf(CdcException.class)
                .hasMessage(
                        "jdbcUrl is set and IBM's driver com.ibm.db2.jcc.DB2Driver is not on the class path; add the"
                                + " dependency com.ibm.db2:jcc, or set dataSource.");
    }

    @Test
    void aPoolOpensWhileTheSourceIsDownAndShowsNoSecret() {
        try (HikariDataSource pool = ConnectionPool.open(
                configured("jdbc:db2://127.0.0.1:1/SAMPLE:sslConnection=false;"),
                "HR",
                1,
                new DefaultClassResolver())) {
            assertThat(pool.getDataSource()).hasToString("jdbc:db2://127.0.0.1:1/SAMPLE");
            assertThat(pool.getDataSourceProperties()).isEmpty();
            assertThat(pool.getPassword()).isNull();
        }
    }

    private static Db2CdcConfiguration configured(String url) {
        Db2CdcConfiguration configuration = new Db2CdcConfiguration();
        configuration.setJdbcUrl(url);
        configuration.setUsername("me");
        configuration.setPassword("MARKER");
        return configuration;
    }
}
