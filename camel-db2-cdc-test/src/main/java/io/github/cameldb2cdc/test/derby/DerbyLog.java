package io.github.cameldb2cdc.test.derby;

import java.io.Writer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the engine's log to the logger of this class at level trace, so that no derby.log appears in the directory. */
public final class DerbyLog extends Writer {
    private static final Logger LOG = LoggerFactory.getLogger(DerbyLog.class);

    private DerbyLog() {}

    /** Called by the engine by reflection. */
    public static Writer writer() {
        return new DerbyLog();
    }

    @Override
    public void write(char[] characters, int offset, int length) {
        if (LOG.isTraceEnabled()) {
            String text = new String(characters, offset, length).strip();
            if (!text.isEmpty()) {
                LOG.trace("{}", text);
            }
        }
    }

    @Override
    public void flush() {
        // nothing is held back
    }

    @Override
    public void close() {
        // the logger stays open
    }
}
