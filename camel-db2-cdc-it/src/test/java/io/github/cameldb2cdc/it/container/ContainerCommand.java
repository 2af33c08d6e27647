package io.github.cameldb2cdc.it.container;

import java.util.List;

/**
 * A command in the container.
 *
 * @param purpose ends the phrase "Could not ..."
 * @param text one line for the shell of the instance's owner, without single quotes
 */
record ContainerCommand(String purpose, String text) {

    ContainerCommand {
        if (text.indexOf('\'') >= 0 || text.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("The command is no single line without single quotes: " + text);
        }
    }

    /** The program and its arguments: a login shell, since only that knows where Db2 is. */
    List<String> arguments() {
        return List.of("su", "-", ContainerSettings.USER, "-c", text);
    }
}
