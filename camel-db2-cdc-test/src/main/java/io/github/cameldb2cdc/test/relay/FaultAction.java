package io.github.cameldb2cdc.test.relay;

import java.time.Duration;

/** What a scripted fault does to the statement it matched. */
sealed interface FaultAction {
    record DropBefore() implements FaultAction {}

    record DropAfter() implements FaultAction {}

    record DropInsideRows(RowCut.Unit unit, long allowed) implements FaultAction {}

    record Delay(Duration duration) implements FaultAction {}

    record WithholdAnswer() implements FaultAction {}

    record Fail(Db2Error error) implements FaultAction {}
}
