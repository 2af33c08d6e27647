package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdbcUrlTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:db2://host:50000/SAMPLE:user=u;password=MARKER; | jdbc:db2://host:50000/SAMPLE",
                "jdbc:db2://host:50000/SAMPLE | jdbc:db2://host:50000/SAMPLE",
                "jdbc:db2://[::1]:50000/SAMPLE:apiKey=MARKER; | jdbc:db2://[::1]:50000/SAMPLE",
                "jdbc:db2:SAMPLE:password=MARKER; | jdbc:db2:SAMPLE",
                "jdbc:postgresql://host/db?password=MARKER | jdbc:postgresql://host/db",
                "password=MARKER | jdbc:..."
            })
    void whatIsShownOfAUrlHasNoProperties(String url, String shown) {
        assertThat(JdbcUrl.withoutProperties(url)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:db2://h:1/S:user=u;Password=x;,password",
        "jdbc:db2://h:1/S:sslTrustStorePassword=x;,ssltruststorepassword",
        "jdbc:db2://h:1/S:accessToken=x;,accesstoken",
        "jdbc:db2://h:1/S:apiKey=x;,apikey"
    })
    void aSecretInAUrlIsFound(String url, String property) {
        assertThat(JdbcUrl.secretProperty(url)).contains(property);
    }

    @Test
    void harmlessPropertiesAreNoSecrets() {
        assertThat(JdbcUrl.secretProperty("jdbc:db2://h:1/PASSWORDS:sslConnection=true;loginTimeout=5;"))
                .isEmpty();
    }

    @Test
    void aPropertyOfTheUrlIsFoundWhateverItsCase() {
        assertThat(JdbcUrl.sets("jdbc:db2://h:1/S:LoginTimeout=5;", "loginTimeout"))
                .isTrue();
        assertThat(JdbcUrl.sets("jdbc:db2://h:1/S:myloginTimeout=5;", "loginTimeout"))
                .isFalse();
    }
}
