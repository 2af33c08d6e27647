package io.github.cameldb2cdc.test;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives the tests of a class an {@link EmbeddedDb2}.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final EmbeddedDb2Extension db2 = EmbeddedDb2Extension.create()
 *         .prepared(it -> it.execute("CREATE TABLE DB2INST1.T (ID INTEGER NOT NULL PRIMARY KEY)"));
 *
 * @Test
 * void test(EmbeddedDb2 db2) { ... }
 * }</pre>
 *
 * <p>In a static field it starts before the first test and ends after the last one; in an instance field each test has
 * its own. With {@code @ExtendWith} all tests of the class share one with the defaults. Test methods and lifecycle
 * methods may take an {@link EmbeddedDb2}, a {@link Capture} or a {@link DataSource} as parameter.
 */
public final class EmbeddedDb2Extension
        implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private final UnaryOperator<EmbeddedDb2Builder> settings;
    private final Consumer<EmbeddedDb2> preparation;
    private volatile EmbeddedDb2 running;
    private volatile boolean shared;

    /** With the defaults. */
    public EmbeddedDb2Extension() {
        this(UnaryOperator.identity(), db2 -> {});
    }

    private EmbeddedDb2Extension(UnaryOperator<EmbeddedDb2Builder> settings, Consumer<EmbeddedDb2> preparation) {
        this.settings = settings;
        this.preparation = preparation;
    }

    /** With the defaults. */
    public static EmbeddedDb2Extension create() {
        return new EmbeddedDb2Extension();
    }

    /** A copy that starts with other settings. */
    public EmbeddedDb2Extension with(UnaryOperator<EmbeddedDb2Builder> changes) {
        return new EmbeddedDb2Extension(builder -> changes.apply(settings.apply(builder)), preparation);
    }

    /** A copy that runs an action after each start, such as creating and registering tables. */
    public EmbeddedDb2Extension prepared(Consumer<EmbeddedDb2> action) {
        return new EmbeddedDb2Extension(settings, preparation.andThen(action));
    }

    /**
     * The database that is running.
     *
     * @throws IllegalStateException outside of tests
     */
    public EmbeddedDb2 get() {
        EmbeddedDb2 db2 = running;
        if (db2 == null) {
            throw new IllegalStateException(
                    "EmbeddedDb2 is not running; use it in tests, and register the extension in a field");
        }
        return db2;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        shared = true;
        start();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        stop();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        if (!shared) {
            start();
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (!shared) {
            stop();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == EmbeddedDb2.class || type == Capture.class || type == DataSource.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        if (type == Capture.class) {
            return get().capture();
        }
        return type == DataSource.class ? get().dataSource() : get();
    }

    private void start() {
        if (running == null) {
            EmbeddedDb2 db2 = settings.apply(EmbeddedDb2.builder()).start();
            running = db2;
            preparation.accept(db2);
        }
    }

    private void stop() {
        EmbeddedDb2 db2 = running;
        running = null;
        if (db2 != null) {
            db2.close();
        }
    }
}
