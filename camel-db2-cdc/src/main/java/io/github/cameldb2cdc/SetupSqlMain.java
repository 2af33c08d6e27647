package io.github.cameldb2cdc;

import io.github.cameldb2cdc.checkpoint.TableCheckpointRepository;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.setup.SetupSql;
import io.github.cameldb2cdc.setup.SetupStep;
import io.github.cameldb2cdc.setup.TableSetup;
import io.github.cameldb2cdc.source.Platform;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Prints the SQL that registers tables with Capture, takes registrations away, or lets a user read what this component
 * reads. It changes nothing: an administrator looks at the SQL and runs it.
 *
 * <pre>{@code
 * java -cp camel-db2-cdc.jar:... io.github.cameldb2cdc.SetupSqlMain --platform=LUW --control-schema=ASNCDC \
 *     register DB2INST1.EMPLOYEES
 * }</pre>
 *
 * <p>With {@code --url} it reads columns and registrations from the server, which a table with large objects needs. Ends
 * with 0, with 2 after arguments that cannot be meant, and with 1 after any other failure.
 */
public final class SetupSqlMain {

    static final int DONE = 0;
    static final int FAILED = 1;
    static final int MISUSED = 2;

    private final SetupArguments arguments;
    private final SetupFacts facts;
    private final SetupSql sql;

    private SetupSqlMain(SetupArguments arguments, SetupFacts facts) {
        this.arguments = arguments;
        this.facts = facts;
        Platform platform = facts == null ? arguments.platform() : facts.platform();
        this.sql = new SetupSql(platform, arguments.controlSchema());
    }

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.getenv(), System.out, System.err));
    }

    /** Prints to the streams; returns the exit code. */
    static int run(List<String> arguments, Map<String, String> environment, PrintStream out, PrintStream err) {
        try {
            SetupArguments checked = new SetupArguments(arguments, environment);
            steps(checked).forEach(step -> out.println(step));
            return DONE;
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            err.print(SetupArguments.USAGE);
            return MISUSED;
        } catch (CdcException e) {
            err.println(e.getMessage());
            return FAILED;
        }
    }

    private static List<SetupStep> steps(SetupArguments arguments) {
        if (arguments.url() == null) {
            return new SetupSqlMain(arguments, null).steps();
        }
        try (SetupFacts facts = SetupFacts.open(arguments)) {
            return new SetupSqlMain(arguments, facts).steps();
        }
    }

    private List<SetupStep> steps() {
        List<SetupStep> steps = new ArrayList<>();
        if (arguments.task() == SetupArguments.Task.GRANT) {
            TableId checkpoints = new TableId(arguments.user(), TableCheckpointRepository.DEFAULT_TABLE);
            steps.addAll(sql.grantCommon(
                    arguments.user(), checkpoints, TableCheckpointRepository.createStatement(checkpoints)));
        }
        for (TableId table : arguments.tables()) {
            switch (arguments.task()) {
                case REGISTER -> register(table, steps);
                case REMOVE -> steps.addAll(sql.remove(table, changeTableOf(table), arguments.activation()));
                case GRANT -> steps.addAll(sql.grant(arguments.user(), table, changeTableOf(table)));
            }
        }
        return steps;
    }

    private void register(TableId table, List<SetupStep> steps) {
        TableSetup setup = TableSetup.of(table, arguments.controlSchema())
                .withActivation(arguments.activation())
                .withStopOnError(arguments.stopsOnError())
                .withTableSpace(arguments.tableSpace());
        if (arguments.changeTable() != null) {
            setup = setup.withChangeTable(arguments.changeTable());
        }
        if (facts != null) {
            refuseSecondRegistration(table);
            SetupFacts.Columns columns = facts.columnsOf(table);
            if (!columns.leftOut().isEmpty()) {
                steps.add(new SetupStep(
                        "Capture does not write these columns of " + table + ": "
                                + String.join(
                                        ", ",
                                        columns.leftOut().stream()
                                                .map(TableId::spell)
                                                .toList()),
                        null));
            }
            setup = setup.withColumns(columns.captured()).withSequences(facts.sequences());
        }
        if (arguments.sequences() != null) {
            setup = setup.withSequences(arguments.sequences());
        }
        if (arguments.beforeImagePrefix() != null) {
            setup = setup.withBeforeImages(arguments.beforeImagePrefix());
        }
        steps.addAll(sql.register(setup));
    }

    private void refuseSecondRegistration(TableId table) {
        facts.changeTableOf(table).ifPresent(changeTable -> {
            throw CdcException.definite("The table " + table + " is registered already, with the change table "
                    + changeTable + "; remove that registration first, or use it.");
        });
    }

    private TableId changeTableOf(TableId table) {
        if (arguments.changeTable() != null) {
            return arguments.changeTable();
        }
        if (facts != null) {
            return facts.changeTableOf(table)
                    .orElseThrow(() -> CdcException.definite("The table " + table
                            + " is not registered in the control tables of " + arguments.controlSchema()
                            + "; register it first."));
        }
        return TableSetup.of(table, arguments.controlSchema()).changeTable();
    }
}
