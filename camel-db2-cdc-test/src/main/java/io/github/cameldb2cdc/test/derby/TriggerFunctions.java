package io.github.cameldb2cdc.test.derby;

import java.sql.SQLException;
import java.sql.Timestamp;
import org.apache.derby.iapi.sql.conn.ConnectionUtil;
import org.apache.derby.iapi.sql.conn.LanguageConnectionContext;

/** The functions that SQL inside the database calls; public because the engine requires it, not for applications. */
public final class TriggerFunctions {
    private TriggerFunctions() {}

    /** The next log position. */
    public static long position() throws SQLException {
        return log(ConnectionUtil.getCurrentLCC()).next();
    }

    /** The transaction that is changing a row now. */
    public static String transaction() throws SQLException {
        LanguageConnectionContext context = ConnectionUtil.getCurrentLCC();
        return log(context).transaction(context.getTransactionExecute().getActiveStateTxIdString());
    }

    /** What the server's clock shows. */
    public static Timestamp now() throws SQLException {
        return log(ConnectionUtil.getCurrentLCC()).now();
    }

    /** A number as a big-endian string of bytes, filled up with zero bytes in front. */
    public static byte[] sequence(long number, int lengthBytes) {
        byte[] bytes = new byte[lengthBytes];
        long rest = number;
        for (int index = lengthBytes - 1; index >= 0 && rest != 0; index--) {
            bytes[index] = (byte) rest;
            rest >>>= Byte.SIZE;
        }
        return bytes;
    }

    private static TransactionLog log(LanguageConnectionContext context) {
        return TransactionLog.of(context.getDbname());
    }
}
