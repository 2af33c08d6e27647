package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Anchor;
import io.github.cameldb2cdc.checkpoint.CaptureIdentity;
import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.Phase;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.source.CaptureState;
import io.github.cameldb2cdc.source.Platform;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.Server;
import io.github.cameldb2cdc.source.SourceClock;
import io.github.cameldb2cdc.source.Watermark;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Checkpoints, registrations and watermarks of tables S.x for plans that need no database. */
final class PlanFixture {

    static final LocalDateTime CREATED = LocalDateTime.of(2026, 1, 1, 0, 0);
    static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 30, 12, 0);

    private PlanFixture() {}

    static Sequence short10(int value) {
        byte[] bytes = new byte[10];
        bytes[8] = (byte) (value >>> 8);
        bytes[9] = (byte) value;
        return Sequence.ofOwned(bytes);
    }

    static Sequence long16(int value) {
        return VisibilityModel.sequence(value);
    }

    static Watermark watermark(Sequence synchpoint) {
        return new Watermark(synchpoint, NOW);
    }

    static TableCheckpoint table(String name, LoadState load, boolean keyed) {
        List<String> key = keyed ? List.of("ID") : List.of();
        TableSchema schema = new TableSchema(
                new TableId("S", name), List.of(new Column("ID", ColumnType.INTEGER, 4, 0, false)), key, key);
        CaptureIdentity capture = new CaptureIdentity(new TableId("ASNCDC", "CD" + name), CREATED, CREATED);
        return new TableCheckpoint(
                capture, schema, long16(5), null, load, load == LoadState.NOT_LOADED ? null : "s1", List.of(), null);
    }

    static Checkpoint checkpoint(Position position, Phase phase, TableCheckpoint... tables) {
        Map<TableId, TableCheckpoint> byId = new TreeMap<>();
        for (TableCheckpoint table : tables) {
            byId.put(table.table(), table);
        }
        Anchor anchor = new Anchor("SAMPLE", "ASNCDC", null, null, null);
        return new Checkpoint("owner", 1, 1, 1, phase, position, anchor, null, byId);
    }

    static Registration registration(String name, CaptureState state, Sequence old) {
        return new Registration(
                new TableId("S", name),
                new TableId("ASNCDC", "CD" + name),
                state,
                null,
                old,
                null,
                null,
                true,
                CREATED,
                CREATED,
                CREATED,
                CREATED,
                true);
    }

    static Map<TableId, Registration> registrations(Registration... registrations) {
        Map<TableId, Registration> result = new TreeMap<>();
        for (Registration registration : registrations) {
            result.put(registration.source(), registration);
        }
        return result;
    }

    static SourceConnection connection(Platform platform) {
        Server server = new Server("SAMPLE", platform, ZoneOffset.UTC);
        return new SourceConnection(null, null, server, new SourceClock(null, ZoneOffset.UTC));
    }

    static Checkpoint plan(
            EngineOptions options,
            Platform platform,
            Sequence watermark,
            Checkpoint stored,
            Registration... registrations) {
        return new StartPlan(
                        options, connection(platform), watermark(watermark), registrations(registrations), () -> "name")
                .from(Optional.ofNullable(stored));
    }
}
