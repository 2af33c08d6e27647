package io.github.cameldb2cdc.it.ledger;

import io.github.cameldb2cdc.it.container.SharedContainer;
import io.github.cameldb2cdc.test.Db2WithCapture;
import org.junit.jupiter.api.Nested;

/** A real Db2 does what is taken for granted. */
class LedgerIT {

    @Nested
    class OrderIT extends OrderLedger {
        @Override
        Db2WithCapture db2() {
            return SharedContainer.get();
        }
    }

    @Nested
    class RegistrationsIT extends RegistrationLedger {
        @Override
        Db2WithCapture db2() {
            return SharedContainer.get();
        }
    }

    @Nested
    class CaptureProgramIT extends CaptureLedger {
        @Override
        Db2WithCapture db2() {
            return SharedContainer.get();
        }
    }

    @Nested
    class ServerIT extends ServerLedger {
        @Override
        Db2WithCapture db2() {
            return SharedContainer.get();
        }
    }
}
