package io.github.cameldb2cdc.it.container;

import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Assumptions;

/** The one container of a run of tests, since it takes minutes to start. It ends with the process. */
public final class SharedContainer {
    private static Db2Container running;

    private SharedContainer() {}

    /** The container, started by the first who asks. Skips the test with a sentence where there can be none. */
    public static synchronized Db2Container get() {
        if (running == null) {
            ContainerSettings settings = ContainerSettings.from(System.getProperties());
            Optional<ContainerStarter> starter =
                    ServiceLoader.load(ContainerStarter.class).findFirst();
            obstacle(settings, starter).ifPresent(Assumptions::abort);
            running = Db2Container.prepare(
                    starter.orElseThrow().start(settings),
                    ContainerSettings.DATABASE,
                    ContainerSettings.USER,
                    ContainerSettings.PASSWORD);
            Runtime.getRuntime().addShutdownHook(new Thread(running::close, "db2-container-shutdown"));
        }
        return running;
    }

    /** A sentence on why there can be no container; the licence first, since nobody accepts it for another. */
    static Optional<String> obstacle(ContainerSettings settings, Optional<ContainerStarter> starter) {
        if (starter.isEmpty()) {
            return Optional.of("No container was asked for; run mvn verify -Pdb2 -Ddb2.license=accept.");
        }
        Optional<String> obstacle = starter.get().obstacle();
        if (obstacle.isPresent()) {
            return obstacle;
        }
        return settings.licenseAccepted()
                ? Optional.empty()
                : Optional.of("IBM's licence of the image " + settings.image()
                        + " has not been accepted; read it, then run with -Ddb2.license=accept.");
    }
}
