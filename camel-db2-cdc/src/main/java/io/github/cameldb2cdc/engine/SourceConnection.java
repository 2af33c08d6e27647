package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.source.Db2ChangeSource;
import io.github.cameldb2cdc.source.Db2Session;
import io.github.cameldb2cdc.source.Server;
import io.github.cameldb2cdc.source.ServerFacts;
import io.github.cameldb2cdc.source.SourceClock;
import javax.sql.DataSource;

/**
 * The connection on which changes are read, with what is known of the server.
 *
 * @param session the session, closed with this
 * @param source the server as a source of changes
 * @param server what the server says of itself
 * @param clock the server's clock
 */
record SourceConnection(Db2Session session, Db2ChangeSource source, Server server, SourceClock clock)
        implements AutoCloseable {

    static SourceConnection open(EngineOptions options, DataSource dataSource) {
        Db2Session session = Db2Session.open(dataSource, options.networkTimeout());
        try {
            Server server = ServerFacts.read(session, options.platform(), options.controlSchema());
            Db2ChangeSource source =
                    new Db2ChangeSource(session, server.platform(), options.controlSchema(), options.fetchSize());
            return new SourceConnection(
                    session, source, server, new SourceClock(options.sourceTimeZone(), server.offset()));
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    @Override
    public void close() {
        session.close();
    }
}
