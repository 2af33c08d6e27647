package io.github.cameldb2cdc.test.derby;

import java.sql.SQLException;
import org.apache.derby.iapi.sql.conn.ConnectionUtil;
import org.apache.derby.iapi.sql.conn.LanguageConnectionContext;
import org.apache.derby.iapi.sql.dictionary.DataDictionary;
import org.apache.derby.iapi.sql.dictionary.SchemaDescriptor;
import org.apache.derby.iapi.sql.dictionary.TableDescriptor;
import org.apache.derby.iapi.sql.dictionary.TriggerDescriptor;
import org.apache.derby.iapi.store.access.TransactionController;
import org.apache.derby.shared.common.error.StandardException;

/**
 * Compiles the triggers of a table before they fire. The engine would do it at the first change, in the transaction of
 * whoever makes it: with two first writers at once, one keeps locks on the engine's catalog until it commits, and others
 * wait or deadlock in them.
 */
public final class TriggerCompiler {
    private TriggerCompiler() {}

    /** The procedure of that name: called inside the database, in the transaction of the caller. */
    public static void compile(String schema, String table) throws SQLException {
        LanguageConnectionContext context = ConnectionUtil.getCurrentLCC();
        try {
            DataDictionary dictionary = context.getDataDictionary();
            TransactionController transaction = context.getTransactionExecute();
            SchemaDescriptor owner = dictionary.getSchemaDescriptor(schema, transaction, true);
            TableDescriptor descriptor = dictionary.getTableDescriptor(table, owner, transaction);
            for (TriggerDescriptor trigger : dictionary.getTriggerDescriptors(descriptor)) {
                trigger.getActionSPS(context).getPreparedStatement(true);
            }
        } catch (StandardException e) {
            throw new SQLException(
                    "The triggers of " + schema + "." + table + " could not be compiled: " + e.getMessage(),
                    "38KIT",
                    e);
        }
    }
}
