package io.github.cameldb2cdc.engine;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/** What one thread logs until this is closed: other tests may log meanwhile. For the thread that makes it. */
final class LogLines implements AutoCloseable {

    private final ListAppender<ILoggingEvent> events = new ListAppender<>();
    private final String thread = Thread.currentThread().getName();
    private final Logger logger;

    /** @param name of a logger: of a class or a package */
    LogLines(String name) {
        logger = (Logger) LoggerFactory.getLogger(name);
        events.start();
        logger.addAppender(events);
    }

    /** The messages so far. */
    List<String> all() {
        return own().map(ILoggingEvent::getFormattedMessage).toList();
    }

    /** The warnings so far. */
    List<String> warnings() {
        return own().filter(event -> event.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private Stream<ILoggingEvent> own() {
        return List.copyOf(events.list).stream()
                .filter(event -> event.getThreadName().equals(thread));
    }

    @Override
    public void close() {
        logger.detachAppender(events);
    }
}
