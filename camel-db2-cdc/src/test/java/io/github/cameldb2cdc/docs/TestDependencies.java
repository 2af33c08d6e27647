package io.github.cameldb2cdc.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The dependency on the test kit, with the names that its own project has. */
final class TestDependencies {

    private static final Pattern GROUP = Pattern.compile("<groupId>([^<]+)</groupId>");
    private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");
    private static final Pattern ARTIFACT = Pattern.compile("</parent>\\s*<artifactId>([^<]+)</artifactId>");

    private TestDependencies() {}

    static String text() {
        try {
            String project = Files.readString(Manual.project().resolve("camel-db2-cdc-test/pom.xml"));
            return """
                    <dependency>
                      <groupId>%s</groupId>
                      <artifactId>%s</artifactId>
                      <version>%s</version>
                      <scope>test</scope>
                    </dependency>""".formatted(first(GROUP, project), first(ARTIFACT, project), first(VERSION, project));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("The project of the test kit has no " + pattern);
        }
        return matcher.group(1);
    }
}
