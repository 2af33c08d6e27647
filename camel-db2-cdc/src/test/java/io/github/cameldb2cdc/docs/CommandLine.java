package io.github.cameldb2cdc.docs;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command of the manual that runs a class of this project.
 *
 * @param mainClass the class
 * @param arguments its arguments, without the quotes of the shell
 */
record CommandLine(String mainClass, List<String> arguments) {

    private static final Pattern JAVA = Pattern.compile("java -cp 'jars/\\*' (io\\.github\\.cameldb2cdc[\\w.]+)(.*)");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    static boolean isOne(ManualBlock block) {
        return "bash".equals(block.language()) && matcher(block).matches();
    }

    static CommandLine of(ManualBlock block) {
        Matcher matcher = matcher(block);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(block + " runs no class of this project.");
        }
        List<String> words = WORD.matcher(matcher.group(2))
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .toList();
        return new CommandLine(matcher.group(1), words);
    }

    private static Matcher matcher(ManualBlock block) {
        return JAVA.matcher(block.text().replaceAll("\\\\\n\\s*", ""));
    }
}
