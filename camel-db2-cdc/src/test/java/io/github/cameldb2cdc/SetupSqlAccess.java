package io.github.cameldb2cdc;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Runs {@link SetupSqlMain}, for tests in other packages. */
public final class SetupSqlAccess {

    private SetupSqlAccess() {}

    /**
     * What it prints.
     *
     * @throws IllegalStateException with what it says, if it fails
     */
    public static String run(List<String> arguments, Map<String, String> environment) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream both = new PrintStream(out, true, StandardCharsets.UTF_8);
        int code = SetupSqlMain.run(arguments, environment, both, both);
        String text = out.toString(StandardCharsets.UTF_8);
        if (code != SetupSqlMain.DONE) {
            throw new IllegalStateException(text);
        }
        return text;
    }
}
