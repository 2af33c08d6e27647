package io.github.cameldb2cdc.docs;

import io.github.cameldb2cdc.SetupSqlAccess;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs the commands of the manual that print SQL, those with a URL on an embedded Db2. What {@code x-command} prints is the
 * block {@code x-output}, with long lines folded.
 */
final class SetupCommands {

    private static final String PROGRAM = "io.github.cameldb2cdc.SetupSqlMain";
    private static final String VARIABLE = "DB2_PASSWORD";
    private static final int WIDTH = 116;

    private SetupCommands() {}

    /** The outputs by the ids of their blocks. */
    static Map<String, String> outputs(Manual manual) {
        Map<String, String> outputs = new LinkedHashMap<>();
        try (EmbeddedDb2 db2 = EmbeddedDb2.start()) {
            db2.execute(manual.block("example-table").statements().get(0));
            db2.execute(manual.block("lob-table").statements().get(0));
            for (ManualBlock block : manual.blocksIn("bash")) {
                if (CommandLine.isOne(block)
                        && CommandLine.of(block).mainClass().equals(PROGRAM)) {
                    String id = block.id().replaceFirst("-command$", "-output");
                    outputs.put(id, folded(run(CommandLine.of(block), db2)));
                }
            }
        }
        return outputs;
    }

    private static String run(CommandLine command, EmbeddedDb2 db2) {
        List<String> arguments = command.arguments().stream()
                .map(argument -> argument.startsWith("--url=") ? "--url=" + db2.jdbcUrl() : argument)
                .toList();
        return SetupSqlAccess.run(arguments, Map.of(VARIABLE, db2.password()));
    }

    private static String folded(String text) {
        return String.join("\n", text.lines().map(SetupCommands::foldedLine).toList());
    }

    /** Broken at blanks, which nothing that is printed has inside of quotes. */
    private static String foldedLine(String line) {
        String indent = line.startsWith("--") ? "-- " : "  ";
        List<String> lines = new ArrayList<>();
        StringBuilder present = new StringBuilder();
        for (String word : line.split(" ")) {
            if (present.length() + 1 + word.length() > WIDTH) {
                lines.add(present.toString());
                present = new StringBuilder(indent).append(word);
            } else {
                present.append(present.isEmpty() ? "" : " ").append(word);
            }
        }
        lines.add(present.toString());
        return String.join("\n", lines);
    }
}
