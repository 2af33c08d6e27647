package io.github.cameldb2cdc.docs;

import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes raises of salaries. */
final class Payroll {

    final List<BigDecimal> raises = new CopyOnWriteArrayList<>();
    final AtomicInteger rows = new AtomicInteger();

    void raise(int employee, BigDecimal amount) {
        if (amount.signum() != 0 && employee > 0) {
            raises.add(amount);
        }
    }
}
