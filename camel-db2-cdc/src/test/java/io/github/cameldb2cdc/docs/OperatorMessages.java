package io.github.cameldb2cdc.docs;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The sentences with which the component tells an operator of trouble, as the compiler reads them in its sources: failures that
 * are definite or transient, verdicts, warnings and errors of the log. What is not a literal is {@value #PLACEHOLDER}.
 */
final class OperatorMessages {

    static final String PLACEHOLDER = "…";

    /** What makes or logs a sentence, and which of its arguments the sentence is. */
    private static final Map<String, Integer> SENTENCES = Map.of(
            "CdcException.definite", 0,
            "CdcException.transientFailure", 0,
            "LOG.warn", 0,
            "LOG.error", 0,
            "log.warn", 0,
            "log.error", 0,
            "found", 2,
            "new CdcException", 1,
            "new Verdict", 2);

    /** Where a sentence is put together elsewhere: these say it here in other words. */
    private static final Map<String, Set<String>> PUT_TOGETHER = Map.of(
            "FileFailure",
            Set.of("Could not …: …."),
            "CheckpointFencedException",
            Set.of(
                    "Another consumer took over the checkpoint '…'; stop one of the two, or give them different values of"
                            + " checkpointName."),
            "KeyFile",
            Set.of(
                    "The file … has another version of the format than 1, which this release reads;"
                            + " use the release that wrote it, or a later one.",
                    "The file … with idempotent keys is damaged or not one that this component wrote; restore it"
                            + " from a backup, or delete it to forget all keys."),
            "StructureCheck",
            Set.of("The structure of … changed: …; nothing is delivered until somebody decides: start the route with"
                    + " onSchemaChange=CONTINUE to go on with the structure that is there, or with"
                    + " onSchemaChange=SNAPSHOT to load this table again."),
            // the table of codes says what it makes, and the rest only hands on what it is given
            "SqlFailure",
            Set.of(),
            "CdcException",
            Set.of(),
            "GapCheck",
            Set.of(),
            "CheckpointFormat",
            Set.of());

    private OperatorMessages() {}

    /** Each sentence with the class that says it. */
    static Map<String, String> all() {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, String> sentences = new TreeMap<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> paths = Files.walk(Manual.project().resolve("camel-db2-cdc/src/main/java"))) {
            List<Path> sources =
                    paths.filter(path -> path.toString().endsWith(".java")).toList();
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            for (CompilationUnitTree unit : task.parse()) {
                String file =
                        Path.of(unit.getSourceFile().getName()).getFileName().toString();
                new Finder(file.substring(0, file.indexOf('.')), sentences).scan(unit, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        PUT_TOGETHER.forEach((place, texts) -> texts.forEach(text -> sentences.put(text, place)));
        return sentences;
    }

    private static final class Finder extends TreeScanner<Void, Void> {

        private final String place;
        private final Map<String, String> sentences;

        Finder(String place, Map<String, String> sentences) {
            this.place = place;
            this.sentences = sentences;
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
            note(call.getMethodSelect().toString(), call.getArguments());
            return super.visitMethodInvocation(call, nothing);
        }

        @Override
        public Void visitNewClass(NewClassTree made, Void nothing) {
            note("new " + made.getIdentifier(), made.getArguments());
            return super.visitNewClass(made, nothing);
        }

        private void note(String maker, List<? extends ExpressionTree> arguments) {
            Integer index = SENTENCES.get(maker);
            if (index == null || arguments.size() <= index) {
                return;
            }
            String text =
                    textOf(arguments.get(index)).replace("{}", PLACEHOLDER).replaceAll(PLACEHOLDER + "+", PLACEHOLDER);
            if (!text.equals(PLACEHOLDER)) {
                sentences.put(text, place);
            } else if (!PUT_TOGETHER.containsKey(place)) {
                throw new IllegalStateException(place + " gives " + maker
                        + " a sentence that is put together elsewhere; name it in PUT_TOGETHER.");
            }
        }

        private static String textOf(Tree expression) {
            if (expression instanceof LiteralTree literal && literal.getValue() instanceof String text) {
                return text;
            }
            if (expression instanceof ParenthesizedTree parentheses) {
                return textOf(parentheses.getExpression());
            }
            if (expression instanceof BinaryTree sum && sum.getKind() == Tree.Kind.PLUS) {
                return textOf(sum.getLeftOperand()) + textOf(sum.getRightOperand());
            }
            return PLACEHOLDER;
        }
    }
}
