package io.sluice.plan;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A number for every route, or one for all of them: {@code 2000}, or {@code
 * reserve-copy=400,title=600}.
 *
 * @param option the command line's word for it, for messages
 * @param one the number for all; null where they are named
 * @param named by route
 */
public record PerRoute(String option, @Nullable Double one, Map<String, Double> named) {
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}(\\.\\d{1,6})?");
  private static final String FORMS = "a number, or route=number, separated by commas";

  /**
   * Reads it; anything else is an {@link IllegalArgumentException} that says what was expected.
   *
   * @param option the command line's word for it
   */
  public static PerRoute parse(String option, String text) {
    if (NUMBER.matcher(text).matches()) {
      return new PerRoute(option, Double.valueOf(text), Map.of());
    }
    var named = new LinkedHashMap<String, Double>();
    for (String part : text.split(",", -1)) {
      String[] sides = part.strip().split("=", -1);
      if (sides.length != 2 || sides[0].isEmpty() || !NUMBER.matcher(sides[1]).matches()) {
        throw new IllegalArgumentException(
            "%s: '%s' (expected: %s)".formatted(option, part.strip(), FORMS));
      }
      if (named.put(sides[0], Double.valueOf(sides[1])) != null) {
        throw new IllegalArgumentException("%s: %s is named twice".formatted(option, sides[0]));
      }
    }
    return new PerRoute(option, null, named);
  }

  /** The number of each of the routes: the one for all, or its own. */
  Map<String, Double> each(Collection<String> routes) {
    var each = new LinkedHashMap<String, Double>();
    Double same = one;
    if (same != null) {
      routes.forEach(route -> each.put(route, same));
      return each;
    }
    checkNames(routes);
    routes.forEach(route -> each.put(route, named.get(route)));
    return each;
  }

  /** The one for all divided among the routes as {@code mix} says; or the number of each. */
  Map<String, Double> shared(Collection<String> routes, PerRoute mix) {
    Map<String, Double> parts = one == null ? each(routes) : mix.each(routes);
    if (one == null) {
      return parts;
    }
    double whole = parts.values().stream().mapToDouble(Double::doubleValue).sum();
    if (whole == 0) {
      throw new IllegalArgumentException(mix.option + ": 0 in all (expected: more)");
    }
    double total = one;
    parts.replaceAll((route, part) -> total * part / whole);
    return parts;
  }

  private void checkNames(Collection<String> routes) {
    for (String name : named.keySet()) {
      if (!routes.contains(name)) {
        throw new IllegalArgumentException(
            "%s: no route is called %s (routes: %s)"
                .formatted(option, name, String.join(", ", routes)));
      }
    }
    List<String> missing = routes.stream().filter(route -> !named.containsKey(route)).toList();
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          "%s: nothing for %s (expected: %s=N%s)"
              .formatted(
                  option,
                  String.join(", ", missing),
                  missing.getFirst(),
                  missing.size() == 1 ? "" : ", and so on"));
    }
  }
}
