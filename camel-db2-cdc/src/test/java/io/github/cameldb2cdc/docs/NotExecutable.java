package io.github.cameldb2cdc.docs;

import java.util.Map;
import java.util.Set;

/** What the manual shows and no test can run, and why. */
final class NotExecutable {

    /** The blocks by id, each with the reason. */
    static final Map<String, String> REASONS = Map.of();

    /** Names before an equals sign that are no options of the component. */
    static final Set<String> OTHER_NAMES = Set.of("manual.");

    private NotExecutable() {}
}
