package io.github.cameldb2cdc.it.docker;

import io.github.cameldb2cdc.it.container.ContainerHost;
import io.github.cameldb2cdc.it.container.ContainerSettings;
import io.github.cameldb2cdc.it.container.ContainerStarter;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Container;
import org.testcontainers.containers.output.Slf4jLogConsumer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.db2.Db2Container;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/** The only class that knows Docker. */
public final class TestcontainersStarter implements ContainerStarter {

    private static final String KNOWN_IMAGE = "icr.io/db2_community/db2";

    @Override
    public Optional<String> obstacle() {
        return DockerClientFactory.instance().isDockerAvailable()
                ? Optional.empty()
                : Optional.of("There is no Docker on this machine, so nothing was run on a real Db2.");
    }

    @Override
    public ContainerHost start(ContainerSettings settings) {
        Db2Container container = container(settings);
        container.start();
        return new Host(container);
    }

    // closed by the host
    @SuppressWarnings("resource")
    private static Db2Container container(ContainerSettings settings) {
        DockerImageName image = DockerImageName.parse(settings.image()).asCompatibleSubstituteFor(KNOWN_IMAGE);
        Db2Container container = new Db2Container(image)
                .withDatabaseName(ContainerSettings.DATABASE)
                .withUsername(ContainerSettings.USER)
                .withPassword(ContainerSettings.PASSWORD)
                .withEnv(settings.environment())
                .withPrivilegedMode(true)
                .withSharedMemorySize(ContainerSettings.SHARED_MEMORY_BYTES)
                .withStartupTimeoutSeconds((int) ContainerSettings.STARTUP.toSeconds())
                .withLogConsumer(new Slf4jLogConsumer(LoggerFactory.getLogger("db2-container")));
        container.waitingFor(Wait.forLogMessage(".*" + ContainerSettings.READY + ".*", 1)
                .withStartupTimeout(ContainerSettings.STARTUP));
        return container;
    }

    private record Host(Db2Container container) implements ContainerHost {

        @Override
        public Answer run(List<String> arguments) {
            try {
                Container.ExecResult result = container.execInContainer(arguments.toArray(String[]::new));
                return new Answer(result.getExitCode(), result.getStdout() + result.getStderr());
            } catch (IOException e) {
                throw new IllegalStateException("Docker could not run " + arguments + ": " + e.getMessage(), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("The wait for " + arguments + " was interrupted", e);
            }
        }

        @Override
        public void write(String path, String text) {
            container.copyFileToContainer(Transferable.of(text, 0644), path);
        }

        @Override
        public String address() {
            return container.getHost();
        }

        @Override
        public int port() {
            return container.getMappedPort(ContainerSettings.PORT);
        }

        @Override
        public void close() {
            container.stop();
        }
    }
}
