package io.github.cameldb2cdc;

import io.github.cameldb2cdc.engine.RowComparison;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.camel.Message;

/** COMPARE: how many rows a sink should have. */
record CompareOperation(OperationTarget target) implements Operation {

    /** A list with a map for each table. */
    @Override
    public List<Map<String, Object>> answer(Message request) {
        DataSource source = target.source();
        return target
                .withCheckpoints(
                        source,
                        checkpoints -> RowComparison.of(target.options(), source, checkpoints, Clock.systemUTC()))
                .stream()
                .map(CompareOperation::mapOf)
                .toList();
    }

    private static Map<String, Object> mapOf(RowComparison.Rows rows) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("table", rows.table().toString());
        map.put("sourceRows", rows.sourceRows());
        map.put("expectedRows", rows.expectedRows());
        map.put("exact", rows.exact());
        return map;
    }
}
