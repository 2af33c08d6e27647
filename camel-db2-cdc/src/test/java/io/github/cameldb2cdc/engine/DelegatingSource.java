package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.source.ChangeSource;
import io.github.cameldb2cdc.source.ChangeTable;
import io.github.cameldb2cdc.source.CommitNote;
import io.github.cameldb2cdc.source.LargeObjectColumns;
import io.github.cameldb2cdc.source.LogFacts;
import io.github.cameldb2cdc.source.Page;
import io.github.cameldb2cdc.source.PresentStructure;
import io.github.cameldb2cdc.source.PruningFacts;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.Selection;
import io.github.cameldb2cdc.source.SourceTime;
import io.github.cameldb2cdc.source.Watermark;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A source that asks another one, for tests that change one answer. */
class DelegatingSource implements ChangeSource {

    private final ChangeSource source;

    DelegatingSource(ChangeSource source) {
        this.source = source;
    }

    @Override
    public Optional<Watermark> watermark() {
        return source.watermark();
    }

    @Override
    public Map<TableId, Registration> registrations(Collection<String> schemas) {
        return source.registrations(schemas);
    }

    @Override
    public ChangeTable changeTable(Registration registration, Selection selection, List<String> knownIdentity) {
        return source.changeTable(registration, selection, knownIdentity);
    }

    @Override
    public PresentStructure structure(Registration registration, List<String> knownKey) {
        return source.structure(registration, knownKey);
    }

    @Override
    public ChangeTable changeTableOfMissing(Registration registration, Selection selection, TableSchema known) {
        return source.changeTableOfMissing(registration, selection, known);
    }

    @Override
    public SourceTime time() {
        return source.time();
    }

    @Override
    public LogFacts logFacts(Sequence anchor) {
        return source.logFacts(anchor);
    }

    @Override
    public boolean hasNotesBefore(Sequence commit) {
        return source.hasNotesBefore(commit);
    }

    @Override
    public PruningFacts pruningFacts(Collection<String> schemas) {
        return source.pruningFacts(schemas);
    }

    @Override
    public void forgetStructure() {
        source.forgetStructure();
    }

    @Override
    public Map<TableId, Sequence> whoHasRows(List<ChangeTable> tables, Sequence after, Sequence upTo) {
        return source.whoHasRows(tables, after, upTo);
    }

    @Override
    public Page page(ChangeTable table, Position after, Sequence upTo, int mostRows, long mostBytes) {
        return source.page(table, after, upTo, mostRows, mostBytes);
    }

    @Override
    public Map<Sequence, CommitNote> commitNotes(Set<Sequence> commits, Sequence first, Sequence last) {
        return source.commitNotes(commits, first, last);
    }

    @Override
    public Optional<Set<RowKey>> existingKeys(ChangeTable table, Collection<RowKey> keys) {
        return source.existingKeys(table, keys);
    }

    @Override
    public Optional<Map<RowKey, Object[]>> largeObjects(
            ChangeTable table, LargeObjectColumns columns, List<RowKey> keys, long mostBytes) {
        return source.largeObjects(table, columns, keys, mostBytes);
    }
}
