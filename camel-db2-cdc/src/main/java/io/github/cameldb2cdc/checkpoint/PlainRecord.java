package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The record of a plain repository: what a restart cannot do without, in a fixed number of bytes.
 *
 * <pre>
 *  0  version                          1
 *  1  record number                    8
 *  9  phase, verdict, what is null     1
 * 10  lengths of the three sequences   3
 * 13  position: commit, intent        32
 * 45  anchor: commit                  16
 * 61  anchor: LOGMARKER               12   seconds, nanoseconds
 * 73  anchor: time                    12   seconds, nanoseconds
 * 85  when the verdict was found       8   seconds
 * 93  hash of server, control schema   8
 * 101 CRC-32                           4
 * </pre>
 *
 * <p>Owner, epoch, generation and tables do not fit, nor do the sentence and the table of a verdict. A checkpoint that
 * was read back gives the same bytes.
 */
final class PlainRecord {

    static final int BYTES = 105;

    /** The owner of a checkpoint that was read: the record knows none. */
    static final String OWNER = "-";

    private static final byte VERSION = 1;
    private static final int MOST_SEQUENCE_BYTES = 16;
    private static final int CHECKED = BYTES - Integer.BYTES;
    private static final int STREAMING = 1;
    private static final int VERDICT_SHIFT = 1;
    private static final int VERDICT_MASK = 7;
    private static final int HAS_LOG_MARKER = 16;
    private static final int HAS_TIME = 32;
    private static final int LOCKING = 64;
    private static final String UNKNOWN = "?";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private static final Map<Verdict.Kind, String> FINDINGS = Map.of(
            Verdict.Kind.PRUNED, "Capture removed changes that were not read",
            Verdict.Kind.CREATED_ANEW, "A change table was created anew",
            Verdict.Kind.CAPTURE_INTERRUPTED, "Capture did not write the changes of a table for a while",
            Verdict.Kind.LOG_BEHIND_POSITION, "Capture's watermark stood before the position",
            Verdict.Kind.COLD_START, "Capture was started cold behind the position",
            Verdict.Kind.LOG_REPLACED, "The commits that Capture has noted are others than before",
            Verdict.Kind.STRUCTURE_CHANGED, "The structure of a table changed");

    private PlainRecord() {}

    /** @throws CdcException definite, if a log sequence is longer than any that Db2 writes */
    static byte[] write(Checkpoint checkpoint) {
        ByteBuffer record = ByteBuffer.allocate(BYTES);
        Position position = checkpoint.position();
        Anchor anchor = checkpoint.anchor();
        record.put(VERSION).putLong(checkpoint.recordNumber()).put(flagsOf(checkpoint));
        for (Sequence sequence : Arrays.asList(position.commit(), position.intent(), anchor.commit())) {
            record.put((byte) (sequence == null ? 0 : sequence.length()));
        }
        for (Sequence sequence : Arrays.asList(position.commit(), position.intent(), anchor.commit())) {
            record.put(padded(sequence));
        }
        LocalDateTime marker = anchor.logMarker();
        putTime(record, marker == null ? Instant.EPOCH : marker.toInstant(ZoneOffset.UTC));
        putTime(record, anchor.time() == null ? Instant.EPOCH : anchor.time());
        Verdict verdict = checkpoint.verdict();
        record.putLong(verdict == null ? 0 : verdict.foundAt().getEpochSecond());
        record.put(hashOf(anchor));
        record.putInt(checksum(record.array()));
        return record.array();
    }

    private static byte flagsOf(Checkpoint checkpoint) {
        int verdict =
                checkpoint.verdict() == null ? 0 : checkpoint.verdict().kind().ordinal() + 1;
        return (byte) (flagOf(checkpoint.phase())
                | verdict << VERDICT_SHIFT
                | (checkpoint.anchor().logMarker() == null ? 0 : HAS_LOG_MARKER)
                | (checkpoint.anchor().time() == null ? 0 : HAS_TIME));
    }

    private static int flagOf(Phase phase) {
        return switch (phase) {
            case STREAMING -> STREAMING;
            case SNAPSHOT -> 0;
            case LOCKING -> LOCKING;
        };
    }

    private static Phase phaseOf(int flags) {
        if ((flags & STREAMING) != 0) {
            return Phase.STREAMING;
        }
        return (flags & LOCKING) != 0 ? Phase.LOCKING : Phase.SNAPSHOT;
    }

    private static byte[] padded(Sequence sequence) {
        byte[] bytes = sequence == null ? new byte[0] : sequence.bytes();
        if (bytes.length > MOST_SEQUENCE_BYTES) {
            throw CdcException.definite("A log sequence of " + bytes.length + " bytes does not fit into the checkpoint"
                    + " of a plain repository; use a CheckpointRepository.");
        }
        return Arrays.copyOf(bytes, MOST_SEQUENCE_BYTES);
    }

    private static void putTime(ByteBuffer record, Instant time) {
        record.putLong(time.getEpochSecond()).putInt(time.getNano());
    }

    private static int checksum(byte[] record) {
        CRC32 checksum = new CRC32();
        checksum.update(record, 0, CHECKED);
        return (int) checksum.getValue();
    }

    /** Whether these are the bytes of a whole record. */
    static boolean isWhole(byte[] record) {
        return ByteBuffer.wrap(record).getInt(CHECKED) == checksum(record) && record[0] != 0;
    }

    static long recordNumberOf(byte[] record) {
        return ByteBuffer.wrap(record).getLong(1);
    }

    /**
     * Reads a whole record.
     *
     * @param name the checkpoint's name, for messages
     * @param source the source as it is now; null if that is not known
     * @return a checkpoint without tables; its anchor names another server if the record is not of this source
     * @throws CdcException definite, if a newer release wrote it
     */
    static Checkpoint read(String name, byte[] bytes, CurrentSource source) {
        ByteBuffer record = ByteBuffer.wrap(bytes);
        byte version = record.get();
        if (version != VERSION) {
            throw CdcException.definite("The checkpoint '" + name + "' has version " + version
                    + " of the record of plain repositories and this release reads version " + VERSION
                    + "; use the release that wrote it, or a later one.");
        }
        long recordNumber = record.getLong();
        int flags = record.get();
        byte[] lengths = {record.get(), record.get(), record.get()};
        Sequence commit = sequence(record, lengths[0]);
        Sequence intent = sequence(record, lengths[1]);
        Sequence anchorCommit = sequence(record, lengths[2]);
        Instant marker = time(record);
        Instant time = time(record);
        Instant foundAt = Instant.ofEpochSecond(record.getLong());
        byte[] hash = new byte[Long.BYTES];
        record.get(hash);
        boolean same = source != null && Arrays.equals(hash, hashOf(source.server(), source.controlSchema()));
        Anchor anchor = new Anchor(
                same ? source.server() : '#' + HEX.formatHex(hash),
                same ? source.controlSchema() : UNKNOWN,
                anchorCommit,
                (flags & HAS_LOG_MARKER) == 0 ? null : LocalDateTime.ofInstant(marker, ZoneOffset.UTC),
                (flags & HAS_TIME) == 0 ? null : time);
        return new Checkpoint(
                OWNER,
                0,
                recordNumber,
                1,
                phaseOf(flags),
                new Position(commit, intent),
                anchor,
                verdict(flags >> VERDICT_SHIFT & VERDICT_MASK, foundAt),
                Map.of());
    }

    private static Sequence sequence(ByteBuffer record, int length) {
        byte[] bytes = new byte[MOST_SEQUENCE_BYTES];
        record.get(bytes);
        return length == 0 ? null : Sequence.ofOwned(Arrays.copyOf(bytes, length));
    }

    private static Instant time(ByteBuffer record) {
        return Instant.ofEpochSecond(record.getLong(), record.getInt());
    }

    private static Verdict verdict(int number, Instant foundAt) {
        if (number == 0) {
            return null;
        }
        if (number > Verdict.Kind.values().length) {
            throw CdcException.definite(
                    "The checkpoint of a plain repository has a verdict that this release does not know;"
                            + " use the release that wrote it, or a later one.");
        }
        Verdict.Kind kind = Verdict.Kind.values()[number - 1];
        return new Verdict(
                kind,
                null,
                FINDINGS.get(kind) + ", found at " + foundAt + "; which, and where, the log of that time says; load the"
                        + " tables again under another checkpointName.",
                foundAt);
    }

    /** Of an anchor that was read from a record of another source: the hash that stood there. */
    private static byte[] hashOf(Anchor anchor) {
        return anchor.controlSchema().equals(UNKNOWN) && anchor.server().startsWith("#")
                ? HEX.parseHex(anchor.server().substring(1))
                : hashOf(anchor.server(), anchor.controlSchema());
    }

    private static byte[] hashOf(String server, String controlSchema) {
        try {
            byte[] text = (server + '\n' + controlSchema).getBytes(StandardCharsets.UTF_8);
            return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(text), Long.BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
