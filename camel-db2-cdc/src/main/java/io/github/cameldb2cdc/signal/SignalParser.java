package io.github.cameldb2cdc.signal;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.cameldb2cdc.signal.SignalCommand.RowCondition;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads what a signal asks for. The data of {@code execute-snapshot} are Debezium's, and two properties more:
 *
 * <pre>{@code
 * {"data-collections": ["HR.EMPLOYEES", "HR\\.SALARIES.*"],   // names or regular expressions
 *  "type": "INCREMENTAL",                                     // or BLOCKING
 *  "additional-conditions": [{"data-collection": "HR.EMPLOYEES", "filter": "DEPT = 7"}],
 *  "surrogate-key": "HIRED,ID",                               // orders the rows instead of the key
 *  "keys": [{"ID": 7}, {"ID": 9}],                            // only these rows
 *  "keys-never-change": true}                                 // for updates without the old key
 * }</pre>
 *
 * <p>What is unknown is refused, since a name that is misspelt would load more than was meant. Thread-safe.
 */
public final class SignalParser {

    private static final String COLLECTIONS = "data-collections";
    private static final String COLLECTION = "data-collection";
    private static final String TYPE = "type";
    private static final String CONDITIONS = "additional-conditions";
    private static final String FILTER = "filter";
    private static final String SURROGATE_KEY = "surrogate-key";
    private static final String KEYS = "keys";
    private static final String KEYS_NEVER_CHANGE = "keys-never-change";

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .build();

    private SignalParser() {}

    /**
     * What a signal asks for.
     *
     * @throws SignalRefusedException if its type or its data are not understood
     */
    public static SignalCommand parse(Signal signal) {
        SignalType type = SignalType.of(signal.type());
        ObjectNode data = objectOf(signal.data(), "The data of " + signal);
        return switch (type) {
            case EXECUTE_SNAPSHOT -> execute(data);
            case STOP_SNAPSHOT -> stop(data);
            case PAUSE_SNAPSHOT -> {
                requireOnly(data, Set.of(TYPE));
                requireIncremental(data);
                yield new SignalCommand.Pause();
            }
            case RESUME_SNAPSHOT -> {
                requireOnly(data, Set.of(TYPE));
                requireIncremental(data);
                yield new SignalCommand.Resume();
            }
        };
    }

    /**
     * The signal in a message: either the signal itself as a JSON object with {@code type} and {@code data}, or its data
     * only.
     *
     * @param type what the message is sent for
     * @param text the message; null or blank for a signal without data
     * @param id the signal's id where the message has none
     * @throws SignalRefusedException if it is no JSON object, or a signal for something else
     */
    public static Signal read(SignalType type, String text, String id) {
        ObjectNode message = objectOf(text, "The message");
        boolean isWhole = message.has("id") || message.has("data");
        if (!isWhole) {
            return new Signal(id, type.text(), text);
        }
        requireOnly(message, Set.of("id", TYPE, "data"));
        String given = textOf(message, TYPE, type.text());
        if (SignalType.of(given) != type) {
            throw new SignalRefusedException(
                    "The message is a signal of the type '" + given + "' and was sent for " + type.text() + ".");
        }
        JsonNode data = message.path("data");
        String dataText =
                data.isMissingNode() || data.isNull() ? null : data.isTextual() ? data.textValue() : data.toString();
        return new Signal(textOf(message, "id", id), type.text(), dataText);
    }

    private static SignalCommand execute(ObjectNode data) {
        requireOnly(data, Set.of(COLLECTIONS, TYPE, CONDITIONS, SURROGATE_KEY, KEYS, KEYS_NEVER_CHANGE));
        boolean blocking = isBlocking(data);
        List<TableName> tables = tables(data);
        if (tables.isEmpty()) {
            throw new SignalRefusedException(
                    "\"" + COLLECTIONS + "\" is missing; name the tables, such as [\"HR.EMPLOYEES\"].");
        }
        SignalCommand.Execute command = new SignalCommand.Execute(
                blocking,
                tables,
                elements(data, CONDITIONS, SignalParser::condition),
                columns(data),
                elements(data, KEYS, SignalParser::key),
                flag(data, KEYS_NEVER_CHANGE));
        requireMeaningful(command, data);
        return command;
    }

    private static void requireMeaningful(SignalCommand.Execute command, ObjectNode data) {
        boolean isChoice = !command.conditions().isEmpty()
                || data.has(KEYS)
                || !command.orderedBy().isEmpty();
        if (command.blocking() && isChoice) {
            throw new SignalRefusedException("A blocking snapshot loads whole tables; \"" + CONDITIONS + "\", \"" + KEYS
                    + "\" and \"" + SURROGATE_KEY + "\" are for \"" + TYPE + "\": \"INCREMENTAL\".");
        }
        if (!data.has(KEYS)) {
            return;
        }
        if (command.keys().isEmpty()) {
            throw new SignalRefusedException("\"" + KEYS + "\" is empty; name the rows, or leave it out to load all.");
        }
        if (!command.conditions().isEmpty() || !command.orderedBy().isEmpty()) {
            throw new SignalRefusedException("\"" + KEYS + "\" and \""
                    + (command.conditions().isEmpty() ? SURROGATE_KEY : CONDITIONS)
                    + "\" exclude each other; leave one of them out.");
        }
    }

    private static SignalCommand stop(ObjectNode data) {
        requireOnly(data, Set.of(COLLECTIONS, TYPE));
        requireIncremental(data);
        return new SignalCommand.Stop(tables(data));
    }

    private static void requireIncremental(ObjectNode data) {
        if (isBlocking(data)) {
            throw new SignalRefusedException(
                    "A blocking snapshot cannot be stopped or paused; stop the route instead, which goes on with it later.");
        }
    }

    private static boolean isBlocking(ObjectNode data) {
        String text = textOf(data, TYPE, "INCREMENTAL").strip().toUpperCase(Locale.ROOT);
        return switch (text) {
            case "INCREMENTAL" -> false;
            case "BLOCKING" -> true;
            default ->
                throw new SignalRefusedException(
                        "'" + text + "' is no type of a snapshot; it may be INCREMENTAL or BLOCKING.");
        };
    }

    private static List<TableName> tables(ObjectNode data) {
        return elements(data, COLLECTIONS, element -> TableName.parse(requireText(element, COLLECTIONS)));
    }

    private static RowCondition condition(JsonNode element) {
        if (!(element instanceof ObjectNode condition)) {
            throw new SignalRefusedException(
                    "\"" + CONDITIONS + "\" must hold objects with \"" + COLLECTION + "\" and \"" + FILTER + "\".");
        }
        requireOnly(condition, Set.of(COLLECTION, FILTER));
        String predicate = textOf(condition, FILTER, "");
        if (predicate.isBlank()) {
            throw new SignalRefusedException(
                    "A condition has no \"" + FILTER + "\"; write what stands behind WHERE, such as DEPT = 7.");
        }
        PredicateCheck.check(predicate);
        return new RowCondition(TableName.parse(textOf(condition, COLLECTION, "")), predicate);
    }

    private static GivenKey key(JsonNode element) {
        if (!(element instanceof ObjectNode key)) {
            throw new SignalRefusedException(
                    "\"" + KEYS + "\" must hold objects with the columns of a key, such as {\"ID\": 7}.");
        }
        return new GivenKey(key);
    }

    private static List<String> columns(ObjectNode data) {
        String text = textOf(data, SURROGATE_KEY, null);
        if (text == null) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        for (String name : text.split(",", -1)) {
            if (name.isBlank()) {
                throw new SignalRefusedException(
                        "\"" + SURROGATE_KEY + "\" must be the names of columns, separated by commas.");
            }
            names.add(name.strip());
        }
        return names;
    }

    private static <T> List<T> elements(ObjectNode data, String name, Function<JsonNode, T> reader) {
        JsonNode array = data.path(name);
        if (array.isMissingNode() || array.isNull()) {
            return List.of();
        }
        if (!array.isArray()) {
            throw new SignalRefusedException("\"" + name + "\" must be an array.");
        }
        List<T> elements = new ArrayList<>();
        array.forEach(element -> elements.add(reader.apply(element)));
        return elements;
    }

    private static boolean flag(ObjectNode data, String name) {
        JsonNode value = data.path(name);
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw new SignalRefusedException("\"" + name + "\" must be true or false.");
        }
        return value.asBoolean(false);
    }

    private static String textOf(ObjectNode data, String name, String preset) {
        JsonNode value = data.path(name);
        return value.isMissingNode() || value.isNull() ? preset : requireText(value, name);
    }

    private static String requireText(JsonNode value, String name) {
        if (!value.isTextual()) {
            throw new SignalRefusedException("\"" + name + "\" must hold text.");
        }
        return value.textValue();
    }

    private static void requireOnly(ObjectNode object, Set<String> known) {
        for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name)) {
                throw new SignalRefusedException("\"" + name + "\" is not known here; known are "
                        + known.stream().sorted().toList() + ".");
            }
        }
    }

    private static ObjectNode objectOf(String text, String what) {
        if (text == null || text.isBlank()) {
            return JsonNodeFactory.instance.objectNode();
        }
        JsonNode node;
        try {
            node = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            // not as a cause: it quotes the text
            throw new SignalRefusedException(what + " is no valid JSON, from line "
                    + (e.getLocation() == null ? 1 : e.getLocation().getLineNr()) + " on.");
        }
        if (!(node instanceof ObjectNode object)) {
            throw new SignalRefusedException(what + " must be a JSON object.");
        }
        return object;
    }
}
