package io.github.cameldb2cdc.proof;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** Gives connections that tell a test the text of each query before it is executed. */
final class WatchedDataSource {

    private final DataSource inner;
    private final Consumer<String> beforeQuery;

    private WatchedDataSource(DataSource inner, Consumer<String> beforeQuery) {
        this.inner = inner;
        this.beforeQuery = beforeQuery;
    }

    static DataSource of(DataSource inner, Consumer<String> beforeQuery) {
        WatchedDataSource watched = new WatchedDataSource(inner, beforeQuery);
        return watched.proxy(DataSource.class, (method, arguments) -> watched.connection(method, arguments));
    }

    private Object connection(Method method, Object[] arguments) throws Throwable {
        Object result = call(inner, method, arguments);
        return result instanceof Connection connection
                ? proxy(Connection.class, (called, values) -> statement(connection, called, values))
                : result;
    }

    private Object statement(Connection connection, Method method, Object[] arguments) throws Throwable {
        Object result = call(connection, method, arguments);
        if (!(result instanceof PreparedStatement statement)) {
            return result;
        }
        String sql = (String) arguments[0];
        return proxy(PreparedStatement.class, (called, values) -> {
            if (called.getName().equals("executeQuery")) {
                beforeQuery.accept(sql);
            }
            return call(statement, called, values);
        });
    }

    private interface Call {
        Object run(Method method, Object[] arguments) throws Throwable;
    }

    private <T> T proxy(Class<T> type, Call call) {
        Object proxy = Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> call.run(method, arguments));
        return type.cast(proxy);
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof SQLException ? e.getCause() : e;
        }
    }
}
