package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the reading of changes asks of a server with SQL Replication. Each method is one unit of work of its own: the
 * server may have moved on before the next.
 *
 * <p>Implemented over JDBC by {@link Db2ChangeSource}, and for proofs by a scripted model of what Db2 shows to a reader
 * while Capture commits and prunes. All methods throw {@link io.github.cameldb2cdc.event.CdcException}. For one thread.
 */
public interface ChangeSource {

    /** The watermark; empty if Capture has never run. */
    Optional<Watermark> watermark();

    /** The registrations of tables of these schemas, by table. */
    Map<TableId, Registration> registrations(Collection<String> schemas);

    /**
     * The structure of a registered table and of its change table.
     *
     * @param knownIdentity the identity that a checkpoint has for it, which is kept while it exists; may be empty
     */
    ChangeTable changeTable(Registration registration, Selection selection, List<String> knownIdentity);

    /**
     * The structure of a registered table as it is, to be compared with what is remembered.
     *
     * @param registration its change table exists
     * @param knownKey the key that is remembered, which is the key as long as the table has it; may be empty
     */
    PresentStructure structure(Registration registration, List<String> knownKey);

    /**
     * As {@link #changeTable} for a table that does not exist any more and whose change table does: its rows are read
     * with the columns that were known.
     */
    ChangeTable changeTableOfMissing(Registration registration, Selection selection, TableSchema known);

    /** What the server's clock says now. */
    SourceTime time();

    /**
     * What Capture's tables say of the log.
     *
     * @param anchor a commit whose notes are asked for; null for none
     */
    LogFacts logFacts(Sequence anchor);

    /** Whether Capture has notes of commits before this one. */
    boolean hasNotesBefore(Sequence commit);

    /** How long Capture keeps the changes of tables of these schemas. */
    PruningFacts pruningFacts(Collection<String> schemas);

    /** Drops what was prepared for tables whose structure may have changed. */
    void forgetStructure();

    /**
     * Which of the tables have rows with {@code after < COMMITSEQ <= upTo}.
     *
     * @return the smallest COMMITSEQ of each that has
     */
    Map<TableId, Sequence> whoHasRows(List<ChangeTable> tables, Sequence after, Sequence upTo);

    /**
     * The next rows of a table behind {@code after} with {@code COMMITSEQ <= upTo}, by COMMITSEQ and INTENTSEQ.
     *
     * @param mostRows how many at the most; at least 1
     * @param mostBytes about how many bytes at the most; one row is always read
     */
    Page page(ChangeTable table, Position after, Sequence upTo, int mostRows, long mostBytes);

    /** What Capture noted of the commits in {@code first <= COMMITSEQ <= last}; those without a note are missing. */
    Map<Sequence, CommitNote> commitNotes(Set<Sequence> commits, Sequence first, Sequence last);

    /**
     * Which of these message keys rows of the source table have now.
     *
     * @return empty if the user may not read the source table
     */
    Optional<Set<RowKey>> existingKeys(ChangeTable table, Collection<RowKey> keys);

    /**
     * The large objects that rows of the source table have now.
     *
     * @param keys identities of rows, each once
     * @param mostBytes about how many bytes of values are read at the most; those of one key are always read
     * @return by identity an array like the values of a row, of which the large objects are filled; rows that are gone are
     *     missing. Empty if several keys were asked and their values are too large together
     */
    Optional<Map<RowKey, Object[]>> largeObjects(
            ChangeTable table, LargeObjectColumns columns, List<RowKey> keys, long mostBytes);
}
