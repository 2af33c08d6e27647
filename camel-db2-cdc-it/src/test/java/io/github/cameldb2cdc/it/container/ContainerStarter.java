package io.github.cameldb2cdc.it.container;

import java.util.Optional;

/** Starts containers; found by {@link java.util.ServiceLoader}. */
public interface ContainerStarter {

    /** A sentence on why no container can be started here; empty if one can. */
    Optional<String> obstacle();

    /** Starts one and returns when its server says that its set-up is complete. */
    ContainerHost start(ContainerSettings settings);
}
