package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import java.util.List;
import java.util.Objects;

/**
 * The source as it is at a start, for stores that cannot say by themselves what they hold but can be asked for it.
 *
 * @param server the database's name
 * @param controlSchema the schema of Capture's control tables
 * @param tables the registered tables of the consumer's schemas, selected or not
 */
public record CurrentSource(String server, String controlSchema, List<Table> tables) {

    public CurrentSource {
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(controlSchema, "controlSchema");
        tables = List.copyOf(tables);
    }

    /**
     * A registered table.
     *
     * @param id the source table
     * @param capture which change table and source table it is now
     * @param oldSynchpoint its CD_OLD_SYNCHPOINT now; null where Capture keeps none
     */
    public record Table(TableId id, CaptureIdentity capture, Sequence oldSynchpoint) {

        public Table {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(capture, "capture");
        }
    }
}
