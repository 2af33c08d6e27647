package io.github.cameldb2cdc.it;

import io.github.cameldb2cdc.it.container.SharedContainer;
import io.github.cameldb2cdc.test.Db2WithCapture;

class ScenariosIT extends Scenarios {

    @Override
    Db2WithCapture db2() {
        return SharedContainer.get();
    }
}
