package io.github.cameldb2cdc;

import io.github.cameldb2cdc.engine.OnSchemaChange;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** The options that say what follows when the structure of a table changes, as they were given. Not thread-safe. */
@UriParams
public abstract class StructureConfiguration extends StyleConfiguration {

    /**
     * What happens when a table changed in a way with which its events cannot go on as they were: a column was dropped,
     * renamed, or got another type, its key was changed, it was dropped or created anew, or DATA CAPTURE was switched off.
     * FAIL waits for an operator; SNAPSHOT loads this table again; CONTINUE goes on with the structure that is there.
     */
    @UriParam(label = "consumer", defaultValue = "FAIL")
    private OnSchemaChange onSchemaChange = OnSchemaChange.FAIL;

    /** Whether a column that is added to a table is a change on which onSchemaChange decides. */
    @UriParam(label = "consumer", defaultValue = "false")
    private boolean addColumnIsSchemaChange;

    /** Whether changes of the structure of tables are delivered as events of their own, with the operation schema_change. */
    @UriParam(label = "consumer", defaultValue = "false")
    private boolean schemaChangeEvents;

    public OnSchemaChange getOnSchemaChange() {
        return onSchemaChange;
    }

    public void setOnSchemaChange(OnSchemaChange onSchemaChange) {
        this.onSchemaChange = onSchemaChange;
    }

    public boolean isAddColumnIsSchemaChange() {
        return addColumnIsSchemaChange;
    }

    public void setAddColumnIsSchemaChange(boolean addColumnIsSchemaChange) {
        this.addColumnIsSchemaChange = addColumnIsSchemaChange;
    }

    public boolean isSchemaChangeEvents() {
        return schemaChangeEvents;
    }

    public void setSchemaChangeEvents(boolean schemaChangeEvents) {
        this.schemaChangeEvents = schemaChangeEvents;
    }
}
