package io.github.cameldb2cdc.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlainRecordTest {

    private static final String NAME = "HR";

    @Test
    void whatFitsIsReadBack() {
        RandomCheckpoints random = new RandomCheckpoints(20261130);
        for (int i = 0; i < 2000; i++) {
            Checkpoint checkpoint = random.next();
            Anchor anchor = checkpoint.anchor();
            CurrentSource source = new CurrentSource(anchor.server(), anchor.controlSchema(), List.of());

            byte[] record = PlainRecord.write(checkpoint);
            Checkpoint read = PlainRecord.read(NAME, record, source);

            assertThat(PlainRecord.isWhole(record)).isTrue();
            assertThat(read.recordNumber()).isEqualTo(checkpoint.recordNumber());
            assertThat(read.phase()).isEqualTo(checkpoint.phase());
            assertThat(read.position()).isEqualTo(checkpoint.position());
            assertThat(read.anchor()).isEqualTo(anchor);
            assertThat(read.tables()).isEmpty();
            assertThat(read.verdict() == null).isEqualTo(checkpoint.verdict() == null);
            if (read.verdict() != null) {
                assertThat(read.verdict().kind()).isEqualTo(checkpoint.verdict().kind());
            }
        }
    }

    @Test
    void whatWasReadBackGivesTheSameBytesAlsoOfAnotherSource() {
        RandomCheckpoints random = new RandomCheckpoints(7);
        for (int i = 0; i < 2000; i++) {
            byte[] record = PlainRecord.write(random.next());
            assertThat(PlainRecord.write(PlainRecord.read(NAME, record, null))).isEqualTo(record);
        }
    }

    @Test
    void aRecordOfAnotherSourceNamesAnotherServer() {
        byte[] record = PlainRecord.write(SampleCheckpoints.first("a"));

        assertThat(PlainRecord.read(NAME, record, new CurrentSource("SAMPLE", "ASNCDC", List.of()))
                        .anchor())
                .isEqualTo(SampleCheckpoints.ANCHOR);
        for (CurrentSource other : List.of(
                new CurrentSource("OTHER", "ASNCDC", List.of()), new CurrentSource("SAMPLE", "OTHER", List.of()))) {
            Anchor anchor = PlainRecord.read(NAME, record, other).anchor();
            assertThat(anchor.server()).isNotEqualTo(other.server());
            assertThat(anchor.controlSchema()).isNotEqualTo(other.controlSchema());
        }
    }

    @Test
    void anyBitThatIsMissingOrTooManyShows() {
        byte[] record = PlainRecord.write(SampleCheckpoints.first("a"));
        for (int bit = 0; bit < record.length * Byte.SIZE; bit++) {
            byte[] damaged = record.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThat(PlainRecord.isWhole(damaged)).isFalse();
        }
        assertThat(PlainRecord.isWhole(new byte[PlainRecord.BYTES])).isFalse();
    }

    @Test
    void theRecordOfTheFirstReleaseStaysReadable() {
        Checkpoint checkpoint = new Checkpoint(
                "owner",
                3,
                258,
                1,
                Phase.STREAMING,
                Position.parse("0000000000000000000A:0000000000000000000B"),
                SampleCheckpoints.ANCHOR,
                new Verdict(Verdict.Kind.PRUNED, null, "Gone.", Instant.ofEpochSecond(5)),
                Map.of());
        String expected = "01" + "0000000000000102" + "33" + "0A0A0A"
                + "0000000000000000000A000000000000" + "0000000000000000000B000000000000"
                + "00000000000000000A01000000000000"
                + "00000000695735A5" + "28773508" + "0000000069572796" + "075BCD15"
                + "0000000000000005" + "E031B9FD1207293A" + "3EA714AE";
        assertThat(HexFormat.of().withUpperCase().formatHex(PlainRecord.write(checkpoint)))
                .isEqualTo(expected);
    }

    @Test
    void aSequenceThatIsTooLongIsRefused() {
        Checkpoint checkpoint =
                SampleCheckpoints.first("a").withPosition(Position.endOf(Sequence.ofOwned(new byte[17])));
        assertThatThrownBy(() -> PlainRecord.write(checkpoint))
                .isInstanceOf(CdcException.class)
                .hasMessageContaining("17 bytes");
    }
}
