package io.github.cameldb2cdc.test.derby;

import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.derby.iapi.sql.conn.ConnectionUtil;
import org.apache.derby.iapi.store.access.TransactionInfo;
import org.apache.derby.impl.store.raw.xact.TransactionTableEntry;

/**
 * Tells which transactions have changed something and not ended. The moment of the end is that of the engine's log
 * record, before any lock is released: so one that waited for another's lock never seems to have ended before it. The
 * engine's diagnostic table shows a transaction as active until after its locks are gone, which is too late; what it
 * knows better is not public, hence the reflection. It works on the class path.
 */
public final class OpenTransactions {
    private static final Method IS_UPDATE = accessible("isUpdate");
    private static final Method ID = accessible("getXid");

    private OpenTransactions() {}

    /** The function of that name, called inside the database: the transactions' numbers with commas between them. */
    public static String list() throws SQLException {
        TransactionInfo[] table = ConnectionUtil.getCurrentLCC()
                .getTransactionExecute()
                .getAccessManager()
                .getTransactionInfo();
        List<String> open = new ArrayList<>();
        try {
            for (TransactionInfo entry : table) {
                if ((boolean) IS_UPDATE.invoke(entry)) {
                    open.add(String.valueOf(ID.invoke(entry)));
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new SQLException("The engine does not tell its open transactions", "38KIT", e);
        }
        return String.join(",", open);
    }

    private static Method accessible(String name) {
        try {
            Method method = TransactionTableEntry.class.getDeclaredMethod(name);
            method.setAccessible(true);
            return method;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This is not Derby 10.16, which the kit needs: no method " + name, e);
        }
    }
}
