package io.github.cameldb2cdc;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What may be said of a JDBC URL: its properties, which can hold secrets, are cut off. */
final class JdbcUrl {

    /** What URLs of IBM's driver begin with. */
    static final String PREFIX = "jdbc:db2:";

    private static final Pattern WITHOUT_PROPERTIES = Pattern.compile("jdbc:\\w+:(//[^/]*/)?[^:;?]*");
    private static final Pattern SECRET =
            Pattern.compile("[:;?&]\\s*([a-z]*(password|token|apikey|secret)[a-z]*)\\s*=");

    private JdbcUrl() {}

    /** The URL without its properties. */
    static String withoutProperties(String url) {
        Matcher matcher = WITHOUT_PROPERTIES.matcher(url);
        return matcher.lookingAt() ? matcher.group() : "jdbc:...";
    }

    /** The name of the first property that holds a secret, in lower case. */
    static Optional<String> secretProperty(String url) {
        Matcher matcher = SECRET.matcher(url.toLowerCase(Locale.ROOT));
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** Whether the URL sets this property. */
    static boolean sets(String url, String property) {
        return Pattern.compile("[:;]\\s*" + property + "\\s*=", Pattern.CASE_INSENSITIVE)
                .matcher(url)
                .find();
    }
}
