package io.sluice.config;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Turns a file into YAML nodes that know their line and column. */
final class YamlFile {
  private static final int MAX_BYTES = 1 << 20;

  private YamlFile() {}

  /** The root node; null after a fault. */
  static @Nullable Node compose(FileForm form, Path file, Findings findings) {
    byte[] bytes;
    try (var in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    } catch (IOException e) {
      findings.fault("", Position.ofFile(file.toString()), whyUnreadable(file, e));
      return null;
    }
    if (bytes.length > MAX_BYTES) {
      findings.fault("", Position.ofFile(file.toString()), "larger than 1 MiB");
      return null;
    }
    return compose(form, file.toString(), bytes, findings);
  }

  private static @Nullable Node compose(
      FileForm form, String file, byte[] bytes, Findings findings) {
    var settings =
        LoadSettings.builder().setUseMarks(true).setLabel(file).setCodePointLimit(MAX_BYTES);
    try {
      var root =
          new Compose(settings.build()).composeInputStream(new java.io.ByteArrayInputStream(bytes));
      if (root.isEmpty()) {
        findings.fault("", new Position(file, 1, 1), "empty (expected: " + needed(form) + ")");
      }
      return root.orElse(null);
    } catch (MarkedYamlEngineException e) {
      Mark mark = e.getProblemMark().or(e::getContextMark).orElse(null);
      findings.fault("", positionOf(file, mark), "not YAML: " + problemOf(e) + advice(bytes, mark));
      return null;
    } catch (YamlEngineException e) {
      findings.fault("", new Position(file, 1, 1), "not YAML: " + firstLine(e.getMessage()));
      return null;
    }
  }

  private static String needed(FileForm form) {
    return form.root().entries().stream()
        .filter(Shape.Entry::isRequired)
        .map(Shape.Entry::name)
        .collect(Collectors.joining(", "));
  }

  static Position positionOf(String file, @Nullable Mark mark) {
    return mark == null
        ? new Position(file, 1, 1)
        : new Position(file, mark.getLine() + 1, mark.getColumn() + 1);
  }

  /** Without the text the parser stumbled on where that may be a secret nobody quoted. */
  private static String problemOf(MarkedYamlEngineException e) {
    String problem = firstLine(e.getProblem() == null ? e.getMessage() : e.getProblem());
    for (String start : new String[] {"found undefined alias", "found undefined tag handle"}) {
      if (problem.startsWith(start)) {
        return start + " (quote text that begins with * or !)";
      }
    }
    return problem;
  }

  /** Braces end an unquoted text inside { } and [ ]; the parser's own message does not say so. */
  private static String advice(byte[] bytes, @Nullable Mark mark) {
    if (mark == null) {
      return "";
    }
    var lines = new String(bytes, java.nio.charset.StandardCharsets.UTF_8).lines().toList();
    boolean substitutes = mark.getLine() < lines.size() && lines.get(mark.getLine()).contains("${");
    return substitutes ? " (inside { } and [ ], write \"${NAME}\" in quotes)" : "";
  }

  private static String firstLine(@Nullable String message) {
    return message == null ? "unreadable" : message.lines().findFirst().orElse("unreadable");
  }

  private static String whyUnreadable(Path file, IOException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    return Files.isDirectory(file) ? "a folder, not a file" : "cannot be read: " + e.getMessage();
  }
}
