package io.github.cameldb2cdc;

import io.github.cameldb2cdc.envelope.EnvelopeStyle;

/** The style of the envelope that a configuration asks for. */
final class StyleChoice {

    private StyleChoice() {}

    /** @throws IllegalArgumentException if the options do not go together; the message is a sentence */
    static EnvelopeStyle of(Db2CdcConfiguration configuration) {
        return EnvelopeStyle.of(
                configuration.getFormat(),
                configuration.getDecimalMode(),
                configuration.getTemporalMode(),
                configuration.getBinaryMode(),
                configuration.getTombstones(),
                configuration.isIncludeSchema());
    }

    /** Whether deletes are followed by tombstones; adds what is wrong with the options. */
    static boolean checkTombstones(Db2CdcConfiguration configuration, Problems problems) {
        try {
            return of(configuration).tombstones();
        } catch (IllegalArgumentException e) {
            problems.add(e.getMessage());
            return false;
        }
    }
}
