package io.github.cameldb2cdc.docs;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** Notes which tables the statements of its connections name. Thread-safe. */
final class RecordingDataSource {

    private static final String NAME = "\\s+(\"?\\w+\"?\\.\"?\\w+\"?)";
    private static final Pattern READ = Pattern.compile("\\b(?:FROM|JOIN)" + NAME);
    private static final Pattern WRITTEN = Pattern.compile("\\b(?:INSERT INTO|UPDATE|DELETE FROM)" + NAME);

    private final DataSource source;
    private final Set<String> statements = new ConcurrentSkipListSet<>();

    RecordingDataSource(DataSource source) {
        this.source = source;
    }

    DataSource proxy() {
        return proxy(DataSource.class, (proxy, method, arguments) -> {
            Object result = call(source, method, arguments);
            return result instanceof Connection connection ? watched(connection) : result;
        });
    }

    private Connection watched(Connection connection) {
        return proxy(Connection.class, (proxy, method, arguments) -> {
            note(arguments);
            Object result = call(connection, method, arguments);
            return result != null && method.getReturnType() == Statement.class ? watched((Statement) result) : result;
        });
    }

    private Statement watched(Statement statement) {
        return proxy(Statement.class, (proxy, method, arguments) -> {
            note(arguments);
            return call(statement, method, arguments);
        });
    }

    private void note(Object... arguments) {
        if (arguments != null && arguments.length > 0 && arguments[0] instanceof String sql) {
            statements.add(sql);
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object call(Object target, Method method, Object... arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** All tables that were read or written, as {@code SCHEMA.TABLE}. */
    Set<String> tables() {
        Set<String> tables = found(READ);
        tables.addAll(found(WRITTEN));
        return tables;
    }

    /** The tables that were written. */
    Set<String> writtenTables() {
        return found(WRITTEN);
    }

    private Set<String> found(Pattern pattern) {
        Set<String> tables = new TreeSet<>();
        for (String sql : statements) {
            pattern.matcher(sql)
                    .results()
                    .forEach(name -> tables.add(name.group(1).replace("\"", "")));
        }
        return tables;
    }
}
