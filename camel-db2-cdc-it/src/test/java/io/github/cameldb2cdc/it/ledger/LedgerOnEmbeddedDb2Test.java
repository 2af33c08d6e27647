package io.github.cameldb2cdc.it.ledger;

import io.github.cameldb2cdc.test.Db2WithCapture;
import io.github.cameldb2cdc.test.EmbeddedDb2Extension;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The kit keeps to the ledger. */
class LedgerOnEmbeddedDb2Test {

    @RegisterExtension
    static final EmbeddedDb2Extension DB2 = new EmbeddedDb2Extension();

    @Nested
    class Order extends OrderLedger {
        @Override
        Db2WithCapture db2() {
            return DB2.get();
        }
    }

    @Nested
    class Registrations extends RegistrationLedger {
        @Override
        Db2WithCapture db2() {
            return DB2.get();
        }
    }

    @Nested
    class CaptureProgram extends CaptureLedger {
        @Override
        Db2WithCapture db2() {
            return DB2.get();
        }
    }

    @Nested
    class Server extends ServerLedger {
        @Override
        Db2WithCapture db2() {
            return DB2.get();
        }
    }
}
