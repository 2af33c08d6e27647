package io.github.cameldb2cdc.source;

import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * A result of one row and one column that answers as it was told: each method either with a value or with a failure. A
 * method that was not told anything refuses, as the driver does for a type that it cannot convert.
 */
final class ScriptedResult {

    /** The driver's code for a value that the asked class cannot be. */
    static final int CANNOT_CONVERT = -4461;

    private final Map<String, Object> answers = new HashMap<>();

    /** What a method such as {@code getString} answers; an exception is thrown. */
    ScriptedResult on(String method, Object answer) {
        answers.put(method, answer);
        return this;
    }

    ResultSet result() {
        return (ResultSet) Proxy.newProxyInstance(
                ScriptedResult.class.getClassLoader(), new Class<?>[] {ResultSet.class}, (proxy, method, arguments) -> {
                    if (!answers.containsKey(method.getName())) {
                        throw new SQLException("not scripted: " + method.getName(), "42815", CANNOT_CONVERT);
                    }
                    Object answer = answers.get(method.getName());
                    if (answer instanceof Throwable failure) {
                        throw failure;
                    }
                    return answer;
                });
    }
}
