package io.github.cameldb2cdc.docs;

import java.util.Map;
import java.util.Set;

/** What the manual shows and no test can run, and why. */
final class NotExecutable {

    private static final String COMMANDS = "commands of Db2's own shell and programs, which are not here";
    private static final String ASNCLP = "a script for asnclp, which is not here";
    private static final String PRIVILEGES =
            "the embedded Db2 has no privileges; SetupTest compares it with what the component reads and writes";

    /** The blocks by id, each with the reason. */
    static final Map<String, String> REASONS = Map.of(
            "archive-logging-commands", COMMANDS,
            "asncap-command", COMMANDS,
            "asnclp-control-tables", ASNCLP,
            "asnclp-registration", ASNCLP,
            "grants-luw", PRIVILEGES,
            "grants-zos", PRIVILEGES);

    /** Names before an equals sign that are no options of the component, but of Capture. */
    static final Set<String> OTHER_NAMES = Set.of("startmode");

    private NotExecutable() {}
}
