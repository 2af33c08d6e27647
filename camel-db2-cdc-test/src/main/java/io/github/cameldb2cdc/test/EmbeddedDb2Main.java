package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.derby.TableName;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Serves an {@link EmbeddedDb2} until the process ends, for any tool that has IBM's driver.
 *
 * <p>Arguments: {@code --port 50000 --directory DIR --database SAMPLE --user db2inst1 --password password
 * --control-schema ASNCDC}, all optional, and any number of {@code --sql STATEMENT} and {@code --register SCHEMA.TABLE},
 * done in their order after the start. The first line printed is {@code jdbcUrl=...}.
 */
public final class EmbeddedDb2Main {
    private static final int DEFAULT_PORT = 50_000;

    private EmbeddedDb2Main() {}

    /** Returns only when the thread is interrupted. */
    public static void main(String[] arguments) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        try (EmbeddedDb2 db2 = start(List.of(arguments), System.out)) {
            Runtime.getRuntime().addShutdownHook(new Thread(db2::close, "embedded-db2-shutdown"));
            end.await();
        }
    }

    static EmbeddedDb2 start(List<String> arguments, PrintStream out) {
        EmbeddedDb2Builder builder = EmbeddedDb2.builder().port(DEFAULT_PORT);
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            configure(builder, rest.next(), rest);
        }
        EmbeddedDb2 db2 = builder.start();
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            prepare(db2, rest.next(), rest.next());
        }
        out.println("jdbcUrl=" + db2.jdbcUrl());
        out.println("user=" + db2.username());
        out.println("controlSchema=" + db2.controlSchema());
        out.flush();
        return db2;
    }

    private static void configure(EmbeddedDb2Builder builder, String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException("The option " + option + " has no value; give one after it");
        }
        String value = rest.next();
        switch (option) {
            case "--port" -> builder.port(Integer.parseInt(value));
            case "--directory" -> builder.directory(Path.of(value));
            case "--database" -> builder.databaseName(value);
            case "--user" -> builder.username(value);
            case "--password" -> builder.password(value);
            case "--control-schema" -> builder.controlSchema(value);
            case "--sql", "--register" -> {
                // done after the start
            }
            default ->
                throw new IllegalArgumentException("The option " + option + " is not known; there are --port, "
                        + "--directory, --database, --user, --password, --control-schema, --sql and --register");
        }
    }

    private static void prepare(EmbeddedDb2 db2, String option, String value) {
        if (option.equals("--sql")) {
            db2.execute(value);
        } else if (option.equals("--register") && !db2.registered(TableName.parse(value))) {
            db2.register(value);
        }
    }
}
