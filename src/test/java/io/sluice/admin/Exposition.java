package io.sluice.admin;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A strict reader of Prometheus' text format 0.0.4: every line is a HELP, a TYPE or a sample; a
 * family is announced before its samples, once, and stays together; no series comes twice.
 */
final class Exposition {
  private static final Pattern HELP = Pattern.compile("# HELP ([a-zA-Z_:][\\w:]*) (.*)");
  private static final Pattern TYPE =
      Pattern.compile("# TYPE ([a-zA-Z_:][\\w:]*) (counter|gauge|summary|histogram|untyped)");
  private static final Pattern SAMPLE =
      Pattern.compile(
          "([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? (NaN|[+-]Inf|[+-]?\\d+(?:\\.\\d+)?(?:E-?\\d+)?)");
  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_]\\w*)=\"((?:[^\"\\\\\\n]|\\\\[\\\\n\"])*)\"(?:,|$)");

  private final Map<String, String> types = new HashMap<>();
  private final Map<String, String> helps = new HashMap<>();
  private final List<Series> series = new ArrayList<>();
  private final Set<List<Object>> seen = new HashSet<>();

  record Series(String name, Map<String, String> labels, double value) {}

  static Exposition parse(String text) {
    if (!text.endsWith("\n")) {
      throw new AssertionError("the last line is not ended");
    }
    var exposition = new Exposition();
    String family = "";
    for (String line : text.lines().toList()) {
      Matcher help = HELP.matcher(line);
      Matcher type = TYPE.matcher(line);
      if (help.matches()) {
        family = help.group(1);
        once(exposition.helps.put(family, help.group(2)), line);
      } else if (type.matches()) {
        family = type.group(1);
        once(exposition.types.put(family, type.group(2)), line);
      } else {
        exposition.add(sample(line), family, line);
      }
    }
    return exposition;
  }

  private static void once(@Nullable Object before, String line) {
    if (before != null) {
      throw new AssertionError("announced twice: " + line);
    }
  }

  private static Series sample(String line) {
    Matcher sample = SAMPLE.matcher(line);
    if (!sample.matches()) {
      throw new AssertionError("neither HELP nor TYPE nor sample: " + line);
    }
    var labels = new LinkedHashMap<String, String>();
    String inBraces = Objects.requireNonNullElse(sample.group(2), "");
    Matcher label = LABEL.matcher(inBraces);
    int end = 0;
    while (label.lookingAt()) {
      once(labels.put(label.group(1), label.group(2)), line);
      end = label.end();
      label.region(end, inBraces.length());
    }
    if (end != inBraces.length()) {
      throw new AssertionError("labels cannot be read: " + line);
    }
    String value = sample.group(3).replace("Inf", "Infinity");
    return new Series(sample.group(1), labels, Double.parseDouble(value));
  }

  private void add(Series added, String family, String line) {
    String type = types.get(family);
    boolean isOfFamily =
        added.name.equals(family)
            || (Set.of("summary", "histogram").contains(String.valueOf(type))
                && Stream.of("_sum", "_count", "_bucket")
                    .anyMatch(suffix -> added.name.equals(family + suffix)));
    if (type == null || !isOfFamily) {
      throw new AssertionError("not under its TYPE: " + line);
    }
    if (type.equals("counter") && !(added.value >= 0)) {
      throw new AssertionError("a counter below zero: " + line);
    }
    if (!seen.add(List.of(added.name, added.labels))) {
      throw new AssertionError("twice: " + line);
    }
    series.add(added);
  }

  List<Series> all() {
    return series;
  }

  List<Series> of(String name) {
    return series.stream().filter(one -> one.name.equals(name)).toList();
  }

  String type(String name) {
    return Objects.requireNonNullElse(types.get(name), "none");
  }

  String help(String name) {
    return Objects.requireNonNullElse(helps.get(name), "none");
  }

  /** The one series of that name with those labels, among others; pairs of key and value. */
  double value(String name, String... labels) {
    List<Series> found = of(name);
    for (int i = 0; i < labels.length; i += 2) {
      String key = labels[i];
      String value = labels[i + 1];
      found = found.stream().filter(one -> value.equals(one.labels.get(key))).toList();
    }
    if (found.size() != 1) {
      throw new AssertionError(name + List.of(labels) + ": " + found + " of " + of(name));
    }
    return found.getFirst().value();
  }
}
