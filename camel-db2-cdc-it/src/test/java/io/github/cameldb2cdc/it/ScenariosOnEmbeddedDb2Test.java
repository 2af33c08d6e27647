package io.github.cameldb2cdc.it;

import io.github.cameldb2cdc.test.Db2WithCapture;
import io.github.cameldb2cdc.test.EmbeddedDb2Extension;
import org.junit.jupiter.api.extension.RegisterExtension;

class ScenariosOnEmbeddedDb2Test extends Scenarios {

    @RegisterExtension
    static final EmbeddedDb2Extension DB2 = new EmbeddedDb2Extension();

    @Override
    Db2WithCapture db2() {
        return DB2.get();
    }
}
