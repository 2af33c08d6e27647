package io.github.cameldb2cdc;

import java.util.Locale;

/** Checks the options that say how the source is reached. No value of a secret ever gets into a sentence. */
final class SourceCheck {

    private final Db2CdcConfiguration configuration;
    private final Problems problems;

    SourceCheck(Db2CdcConfiguration configuration, Problems problems) {
        this.configuration = configuration;
        this.problems = problems;
    }

    void check() {
        String url = configuration.getJdbcUrl();
        if (url != null) {
            checkUrl(url);
        } else {
            checkNothingBelongsToUrl();
        }
        if (configuration.getPassword() != null && configuration.getUsername() == null) {
            problems.add("password is set without username; set both.");
        }
        checkDriverProperties();
    }

    private void checkUrl(String url) {
        if (configuration.getDataSource() != null) {
            problems.add("dataSource and jdbcUrl are both set; set the one that leads to the source.");
        }
        if (!url.startsWith(JdbcUrl.PREFIX)) {
            problems.addValue(
                    "jdbcUrl",
                    JdbcUrl.withoutProperties(url),
                    "it must be a URL of IBM's driver such as jdbc:db2://host:50000/SAMPLE");
        }
        JdbcUrl.secretProperty(url)
                .ifPresent(name -> problems.addValue(
                        "jdbcUrl",
                        JdbcUrl.withoutProperties(url),
                        "its property '" + name + "' is a secret, which would be shown with the URL; use the option"
                                + " password or driver.*"));
    }

    private void checkNothingBelongsToUrl() {
        if (configuration.getDataSource() == null) {
            problems.add("No way to the source is known; set jdbcUrl, or dataSource, or bind exactly one"
                    + " javax.sql.DataSource in the registry.");
        }
        if (configuration.getUsername() != null) {
            problems.add("username is set without jdbcUrl; a dataSource brings its own user.");
        }
        if (!configuration.getDriverProperties().isEmpty()) {
            problems.add("driver.* is set without jdbcUrl; a dataSource brings its own properties.");
        }
    }

    private void checkDriverProperties() {
        for (String name : configuration.getDriverProperties().keySet()) {
            switch (name.toLowerCase(Locale.ROOT)) {
                case "user" -> problems.add("driver." + name + " is not allowed: use the option username.");
                case "password" -> problems.add("driver." + name + " is not allowed: use the option password.");
                default -> {}
            }
        }
    }
}
