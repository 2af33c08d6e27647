package io.github.cameldb2cdc;

import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.setup.Activation;
import io.github.cameldb2cdc.setup.SequenceLayout;
import io.github.cameldb2cdc.source.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** The arguments of {@link SetupSqlMain}, checked. */
final class SetupArguments {

    static final String USAGE = """
            Usage: java -cp <jars> io.github.cameldb2cdc.SetupSqlMain [options] register|remove|grant SCHEMA.TABLE...
            Prints SQL for an administrator and changes nothing. Names are spelled as in SQL.
              --platform=LUW|ZOS              the kind of Db2; with --url it may be left out
              --control-schema=NAME           the schema of Capture's control tables (ASNCDC)
              --user=NAME                     whom grant lets read
              --url=jdbc:db2://HOST:PORT/DB   reads columns and registrations from the catalog
              --user-name=NAME                who reads them, with --url
              --password-file=PATH            a file with the password, or --password-env=NAME a variable that has it
              --change-table=SCHEMA.TABLE     the change table, for a single table (CDC_<schema>_<table>)
              --table-space=NAME              the table space of change tables
              --before-images=PREFIX          updates as one row with the old values in columns with this prefix;
                                              without it an update is a delete and an insert
              --stop-on-error=Y|N             whether an error on the table stops all of Capture (Y)
              --activation=CAPSTART|REINIT    whether a signal or a command lets Capture begin (CAPSTART)
              --sequence-bytes=10|16          the length of log sequences; with --url the catalog says it (LUW: 16)
            """;

    /** What is to be printed. */
    enum Task {
        REGISTER,
        REMOVE,
        GRANT
    }

    private static final Set<String> OPTIONS = new TreeSet<>(Set.of(
            "platform",
            "control-schema",
            "user",
            "url",
            "user-name",
            "password-file",
            "password-env",
            "change-table",
            "table-space",
            "before-images",
            "stop-on-error",
            "activation",
            "sequence-bytes"));

    private final Map<String, String> options = new HashMap<>();
    private final List<String> words = new ArrayList<>();
    private final Map<String, String> environment;

    /** @throws IllegalArgumentException if they cannot be meant; the message is a sentence */
    SetupArguments(List<String> arguments, Map<String, String> environment) {
        this.environment = environment;
        for (String argument : arguments) {
            if (argument.startsWith("--")) {
                addOption(argument);
            } else {
                words.add(argument);
            }
        }
        check();
    }

    private void addOption(String argument) {
        int equals = argument.indexOf('=');
        // a word without a value may be a secret, so only the name is said
        String name = argument.substring(2, equals < 0 ? argument.length() : equals);
        if (!OPTIONS.contains(name)) {
            throw new IllegalArgumentException("There is no option --" + name + "; there are " + OPTIONS + ".");
        }
        if (equals < 0 || equals == argument.length() - 1) {
            throw new IllegalArgumentException("The option --" + name + " has no value; write --" + name + "=VALUE.");
        }
        if (options.put(name, argument.substring(equals + 1)) != null) {
            throw new IllegalArgumentException("The option --" + name + " is given twice; give it once.");
        }
    }

    private void check() {
        task();
        if (tables().isEmpty()) {
            throw new IllegalArgumentException("No table is named; write SCHEMA.TABLE behind " + words.get(0) + ".");
        }
        platform();
        controlSchema();
        activation();
        stopsOnError();
        sequences();
        if (task() == Task.GRANT && !has("user")) {
            throw new IllegalArgumentException("The option --user is missing; name the user whom grant lets read.");
        }
        changeTable();
        checkConnection();
    }

    private void checkConnection() {
        if (!has("url")) {
            for (String option : List.of("user-name", "password-file", "password-env")) {
                if (has(option)) {
                    throw new IllegalArgumentException("The option --" + option + " is given without --url.");
                }
            }
            if (!has("platform")) {
                throw new IllegalArgumentException(
                        "Neither --platform nor --url is given; one of them must say whether" + " this is LUW or ZOS.");
            }
            if (platform() == Platform.ZOS && task() == Task.REGISTER && !has("sequence-bytes")) {
                throw new IllegalArgumentException("The length of log sequences of a Db2 for z/OS depends on the"
                        + " installation; give --url, or --sequence-bytes as the column IBMSNAP_COMMITSEQ of IBMSNAP_UOW"
                        + " has it.");
            }
        } else if (JdbcUrl.secretProperty(url()).isPresent() || !url().startsWith(JdbcUrl.PREFIX)) {
            throw new IllegalArgumentException("The URL " + JdbcUrl.withoutProperties(url())
                    + " must be one of IBM's driver and hold no secret; give the password with --password-file or"
                    + " --password-env.");
        }
        if (has("password-file") && has("password-env")) {
            throw new IllegalArgumentException("Both --password-file and --password-env are given; give one of them.");
        }
    }

    private boolean has(String option) {
        return options.containsKey(option);
    }

    Task task() {
        if (words.isEmpty()) {
            throw new IllegalArgumentException("Nothing is asked for; write register, remove or grant.");
        }
        return switch (words.get(0)) {
            case "register" -> Task.REGISTER;
            case "remove" -> Task.REMOVE;
            case "grant" -> Task.GRANT;
            default ->
                throw new IllegalArgumentException(
                        "'" + words.get(0) + "' is not a task; write register, remove or grant.");
        };
    }

    List<TableId> tables() {
        return words.stream()
                .skip(1)
                .map(word -> TableId.parse(word, null))
                .distinct()
                .toList();
    }

    /** Null if the server is to be asked. */
    Platform platform() {
        return value("platform", null, text -> choice("platform", Platform.class, text));
    }

    String controlSchema() {
        return name("control-schema", "ASNCDC");
    }

    /** The authorization id, or null. */
    String user() {
        return has("user") ? name("user", null) : null;
    }

    /** Null if there is no connection. */
    String url() {
        return options.get("url");
    }

    /** Null if the driver is to find it. */
    String userName() {
        return options.get("user-name");
    }

    /** The password, or null; read now. */
    String password() {
        if (has("password-env")) {
            String variable = options.get("password-env");
            String password = environment.get(variable);
            if (password == null) {
                throw new IllegalArgumentException(
                        "The environment has no variable " + variable + "; set it, or use --password-file.");
            }
            return password;
        }
        return value("password-file", null, SetupArguments::firstLineOf);
    }

    private static String firstLineOf(String path) {
        try {
            return Files.readString(Path.of(path)).lines().findFirst().orElse("");
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException("The file of --password-file could not be read: " + path + ".", e);
        }
    }

    /** Null for the usual name. */
    TableId changeTable() {
        if (has("change-table") && tables().size() != 1) {
            throw new IllegalArgumentException(
                    "The option --change-table is given for " + tables().size() + " tables; name one table only.");
        }
        return value("change-table", null, text -> TableId.parse(text, controlSchema()));
    }

    /** In SQL's spelling, or null. */
    String tableSpace() {
        return value("table-space", null, text -> {
            try {
                List<List<String>> names = SqlNameReader.readList(text);
                if (names.size() == 1 && names.get(0).size() <= 2) {
                    return String.join(
                            ".", names.get(0).stream().map(TableId::spell).toList());
                }
            } catch (IllegalArgumentException e) {
                // said below
            }
            throw new IllegalArgumentException(
                    "'" + text + "' is not a table space; write NAME or, on z/OS," + " DATABASE.NAME.");
        });
    }

    /** The prefix, or null for updates as a delete and an insert. */
    String beforeImagePrefix() {
        return options.get("before-images");
    }

    boolean stopsOnError() {
        return value("stop-on-error", true, text -> switch (text) {
            case "Y" -> true;
            case "N" -> false;
            default ->
                throw new IllegalArgumentException("The option --stop-on-error is '" + text + "'; it must be Y or N.");
        });
    }

    Activation activation() {
        return value("activation", Activation.CAPSTART, text -> choice("activation", Activation.class, text));
    }

    /** Null if nothing is said. */
    SequenceLayout sequences() {
        return value("sequence-bytes", null, text -> switch (text) {
            case "10" -> SequenceLayout.OLD;
            case "16" -> SequenceLayout.CURRENT;
            default ->
                throw new IllegalArgumentException(
                        "The option --sequence-bytes is '" + text + "'; it must be 10 or 16.");
        });
    }

    private String name(String option, String fallback) {
        return value(option, fallback, text -> {
            List<List<String>> names = SqlNameReader.readList(text);
            if (names.size() != 1 || names.get(0).size() != 1) {
                throw new IllegalArgumentException("The option --" + option + " is '" + text
                        + "'; it must be one name, with double quotes if it is not ordinary.");
            }
            return names.get(0).get(0);
        });
    }

    private <T> T value(String option, T fallback, Function<String, T> reader) {
        return has(option) ? reader.apply(options.get(option)) : fallback;
    }

    private static <E extends Enum<E>> E choice(String option, Class<E> type, String text) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(text)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("The option --" + option + " is '" + text + "'; it must be one of "
                + List.of(type.getEnumConstants()) + ".");
    }
}
