package io.github.cameldb2cdc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.cameldb2cdc.engine.SignalAnswer;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.signal.Signal;
import io.github.cameldb2cdc.signal.SignalParser;
import io.github.cameldb2cdc.signal.SignalRefusedException;
import io.github.cameldb2cdc.signal.SignalType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Message;

/**
 * EXECUTE_SNAPSHOT, STOP_SNAPSHOT, PAUSE_SNAPSHOT and RESUME_SNAPSHOT: sends a signal to the running consumer.
 *
 * <p>The body is the signal's data as JSON (text, bytes, a stream or a map), or the whole signal as an object of {@code id},
 * {@code type} and {@code data}; none is empty data. The id is that of the body, else that of the header
 * {@link Db2CdcConstants#SIGNAL_ID}, else a new one.
 */
record SignalOperation(OperationTarget target, SignalType type) implements Operation {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * A map of what became of it: {@code id}; {@code state}, one of TAKEN, KNOWN and REFUSED; {@code reason}, a sentence
     * or null; {@code tables}, the names of the tables that it concerns.
     */
    @Override
    public Map<String, Object> answer(Message request) {
        Db2CdcConsumer consumer = target.requireConsumers("signal").get(0);
        String id = request.getHeader(Db2CdcConstants.SIGNAL_ID, () -> newId(request), String.class);
        return describe(send(consumer, request, id));
    }

    private static String newId(Message request) {
        return request.getExchange().getContext().getUuidGenerator().generateUuid();
    }

    private SignalAnswer send(Db2CdcConsumer consumer, Message request, String id) {
        Signal signal;
        try {
            signal = SignalParser.read(type, textOf(request), id);
        } catch (SignalRefusedException e) {
            return SignalAnswer.refused(id, e.getMessage());
        }
        return consumer.signal(signal);
    }

    private static String textOf(Message request) {
        if (!(request.getBody() instanceof Map<?, ?> map)) {
            return request.getBody(String.class);
        }
        try {
            return JSON.writeValueAsString(map);
        } catch (JsonProcessingException e) {
            // not as a cause: it may quote the body
            throw new SignalRefusedException("The map in the message's body cannot be written as JSON; send text.");
        }
    }

    private static Map<String, Object> describe(SignalAnswer answer) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", answer.id());
        map.put("state", answer.state().name());
        map.put("reason", answer.reason());
        map.put("tables", answer.tables().stream().map(TableId::toString).toList());
        return map;
    }
}
