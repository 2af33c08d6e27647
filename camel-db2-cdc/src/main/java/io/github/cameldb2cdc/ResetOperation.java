package io.github.cameldb2cdc;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.CheckpointRepository;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.event.TableId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * RESET: forgets the checkpoint.
 *
 * <p>Refused while a consumer in this JVM has it, and none can start meanwhile. One in another process is fenced by the
 * store, for nothing is stored then that it knows: it delivers nothing more. A plain repository cannot do that.
 */
record ResetOperation(OperationTarget target) implements Operation {

    private static final Logger LOG = LoggerFactory.getLogger(ResetOperation.class);

    /**
     * A map of what was forgotten: {@code checkpointName}; {@code forgotten}, whether there was something; {@code
     * position} and {@code phase}, null if there was nothing or it could not be read; {@code tables}, the names of the
     * tables that had joined, as far as the store can list them; {@code waitedFor}, the sentence of the gap that waited for
     * a decision, or null; {@code damage}, the sentence that says why it could not be read, or null.
     */
    @Override
    public Map<String, Object> answer(Message request) {
        requireNoOtherConsumer();
        Object store = CheckpointPlace.identityOf(target.configuration());
        try (CheckpointClaim claim = CheckpointClaim.takeToReset(store, target.checkpointName())) {
            return target.withCheckpoints(target.source(), this::forget);
        }
    }

    /** The claim knows those with the same way to the store; another way may lead to the same one. */
    private void requireNoOtherConsumer() {
        for (Db2CdcConsumer consumer : target.consumers()) {
            if (CheckpointPlace.mayBeSame(consumer.configuration(), target.configuration())) {
                throw CheckpointClaim.isHeld(target.checkpointName(), consumer.ownerName());
            }
        }
    }

    private Map<String, Object> forget(CheckpointRepository checkpoints) {
        String name = target.checkpointName();
        Optional<Checkpoint> known = Optional.empty();
        String damage = null;
        try {
            known = checkpoints.load(name);
        } catch (CdcException e) {
            if (e.kind() != FailureKind.DEFINITE) {
                throw e;
            }
            damage = e.getMessage();
        }
        checkpoints.forget(name);
        LOG.warn(
                "The checkpoint '{}' was reset, which {}; the next start is a first one.",
                name,
                damage != null
                        ? "was damaged"
                        : known.map(checkpoint -> "stood at " + checkpoint.position())
                                .orElse("was not there"));
        return describe(known.orElse(null), damage);
    }

    private Map<String, Object> describe(Checkpoint known, String damage) {
        List<String> tables = known == null
                ? List.of()
                : known.tables().keySet().stream().map(TableId::toString).toList();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("checkpointName", target.checkpointName());
        map.put("forgotten", known != null || damage != null);
        map.put("position", known == null ? null : known.position().toString());
        map.put("phase", known == null ? null : known.phase().name());
        map.put("tables", tables);
        map.put(
                "waitedFor",
                known == null || known.verdict() == null
                        ? null
                        : known.verdict().sentence());
        map.put("damage", damage);
        return map;
    }
}
