package io.sluice.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Puts the environment and the content of files in the place of <code>${NAME}</code>, <code>
 * ${NAME:-default}</code> and <code>${file:/path}</code>; a doubled dollar sign before the brace
 * escapes it. What was put in is not looked at again.
 */
final class Substitution {
  private static final int MAX_BYTES = 64 * 1024;
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final String FORMS = "${NAME}, ${NAME:-default} or ${file:/path}; $${ for ${";

  private final Function<String, @Nullable String> env;
  private final @Nullable Path folder;

  /**
   * @param env looks a variable up; null when it is not set
   * @param folder what a relative file is relative to
   */
  Substitution(Function<String, @Nullable String> env, @Nullable Path folder) {
    this.env = env;
    this.folder = folder;
  }

  /** What became of one text. */
  sealed interface Result {}

  /**
   * @param changed whether anything was put in or unescaped
   * @param fromFile whether some of it came out of a file, and so must not be shown
   */
  record Text(String text, boolean changed, boolean fromFile) implements Result {}

  /** It cannot be completed; the problem says why without showing any of the text's own words. */
  record Failed(String problem) implements Result {}

  Result apply(String text) {
    var out = new StringBuilder();
    boolean fromFile = false;
    int at = 0;
    while (at < text.length()) {
      if (text.startsWith("$${", at)) {
        out.append("${");
        at += 3;
      } else if (text.startsWith("${", at)) {
        int end = text.indexOf('}', at);
        String inside = end < 0 ? "" : text.substring(at + 2, end);
        switch (lookUp(inside)) {
          case Failed failed -> {
            return failed;
          }
          case Text found -> {
            out.append(found.text());
            fromFile |= found.fromFile();
          }
        }
        at = end + 1;
      } else {
        out.append(text.charAt(at++));
      }
    }
    return new Text(out.toString(), !out.toString().equals(text) || fromFile, fromFile);
  }

  private Result lookUp(String inside) {
    if (inside.startsWith("file:")) {
      return content(inside.substring("file:".length()));
    }
    int split = inside.indexOf(":-");
    String name = split < 0 ? inside : inside.substring(0, split);
    if (!NAME.matcher(name).matches() || inside.contains("${")) {
      return new Failed("malformed ${...} (expected: " + FORMS + ")");
    }
    String value = env.apply(name);
    if (split >= 0 && (value == null || value.isEmpty())) {
      return new Text(inside.substring(split + 2), true, false);
    }
    return value == null
        ? new Failed("${" + name + "}: not set (expected: a value, or ${" + name + ":-default})")
        : new Text(value, true, false);
  }

  private Result content(String path) {
    String written = "${file:" + path + "}";
    try (var in = Files.newInputStream(resolve(path))) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      return bytes.length > MAX_BYTES
          ? new Failed(written + ": larger than 64 KiB")
          : new Text(new String(bytes, StandardCharsets.UTF_8).strip(), true, true);
    } catch (IOException | IllegalArgumentException e) {
      return new Failed(written + ": cannot be read (expected: a readable file)");
    }
  }

  private Path resolve(String path) {
    Path written = Path.of(path);
    return folder == null ? written : folder.resolve(written);
  }
}
