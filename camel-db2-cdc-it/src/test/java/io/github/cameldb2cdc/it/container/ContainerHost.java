package io.github.cameldb2cdc.it.container;

import java.util.List;

/** A container that runs. Safe for many threads. Whoever starts it closes it. */
public interface ContainerHost extends AutoCloseable {

    /**
     * What a program that has ended left behind.
     *
     * @param code its exit code
     * @param output what it printed, standard output first
     */
    record Answer(int code, String output) {}

    /** Runs a program as root and waits for its end. */
    Answer run(List<String> arguments);

    /** Writes a file that everybody in the container may read. */
    void write(String path, String text);

    /** The name or address under which this machine reaches the container. */
    String address();

    /** The port there that leads to the database server. */
    int port();

    @Override
    void close();
}
