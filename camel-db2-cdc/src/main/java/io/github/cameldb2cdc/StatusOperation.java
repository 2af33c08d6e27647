package io.github.cameldb2cdc;

import io.github.cameldb2cdc.engine.EngineStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Message;

/** STATUS: how the running consumers of the checkpoint are. */
record StatusOperation(OperationTarget target) implements Operation {

    /** A list with a map for each consumer; empty if none runs. */
    @Override
    public List<Map<String, Object>> answer(Message request) {
        return target.consumers().stream().map(StatusOperation::statusOf).toList();
    }

    private static Map<String, Object> statusOf(Db2CdcConsumer consumer) {
        EngineStatus status = consumer.status();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("checkpointName", consumer.getCheckpointName());
        map.put("routeId", consumer.getRouteId());
        map.put("state", consumer.getEngineState());
        map.put("trouble", consumer.getTrouble());
        map.put("concerns", status == null ? List.of() : status.concerns());
        map.put("acknowledged", consumer.getAcknowledgedPosition());
        map.put("watermark", consumer.getWatermark());
        map.put("inFlight", status == null ? 0 : status.inFlight());
        map.put("delivered", status == null ? 0L : status.delivered());
        return map;
    }
}
