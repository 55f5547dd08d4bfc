package io.sluice.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A route's path pattern as Vert.x Web matches it: {@code :name} stands for a non-empty piece of
 * one segment, a star at the end for anything, and an exact path also matches with a slash at its
 * end.
 *
 * @param segments the complete ones, between slashes
 * @param open what stands between the last slash and the star; empty for an exact path
 */
record PathPattern(List<String> segments, Optional<String> open) {
  private static final Pattern PARAMETER = Pattern.compile(":[A-Za-z_$][A-Za-z0-9_$-]*");

  /**
   * @param path beginning with a slash
   */
  static PathPattern parse(String path) {
    boolean star = path.endsWith("*");
    boolean cut = star || (path.endsWith("/") && path.length() > 1);
    String inside = path.substring(1, path.length() - (cut ? 1 : 0));
    var segments = new ArrayList<>(Arrays.asList(inside.split("/", -1)));
    Optional<String> open = star ? Optional.of(segments.removeLast()) : Optional.empty();
    return new PathPattern(List.copyOf(segments), open);
  }

  /** The first parameter that occurs twice, which the router would refuse. */
  static Optional<String> repeatedParameter(String path) {
    var seen = new HashSet<String>();
    Matcher parameters = PARAMETER.matcher(path);
    while (parameters.find()) {
      if (!seen.add(parameters.group())) {
        return Optional.of(parameters.group());
      }
    }
    return Optional.empty();
  }

  /** Whether every path the other one matches is matched by this one; in doubt, no. */
  boolean covers(PathPattern other) {
    if (open.isEmpty()) {
      return other.open.isEmpty()
          && other.segments.size() == segments.size()
          && startsCovering(other);
    }
    if (other.segments.size() < segments.size() || !startsCovering(other)) {
      return false;
    }
    return open.get().isEmpty() ? coversBelow(other) : coversOpen(open.get(), other);
  }

  /** This is {@code /static/*}: everything below, and {@code /static} itself. */
  private boolean coversBelow(PathPattern other) {
    boolean plain = segments.stream().noneMatch(s -> s.contains(":"));
    return plain || other.segments.size() > segments.size();
  }

  /** This is {@code /v1*}: the other one's next segment begins like that. */
  private boolean coversOpen(String beginning, PathPattern other) {
    if (beginning.contains(":")) {
      return false;
    }
    String next =
        other.segments.size() > segments.size()
            ? other.segments.get(segments.size())
            : other.open.orElse("");
    return literalStart(next).startsWith(beginning);
  }

  private boolean startsCovering(PathPattern other) {
    for (int i = 0; i < segments.size(); i++) {
      if (!covers(segments.get(i), other.segments.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean covers(String segment, String other) {
    if (PARAMETER.matcher(segment).matches()) {
      return !other.isEmpty();
    }
    return PARAMETER
        .matcher(segment)
        .replaceAll(":")
        .equals(PARAMETER.matcher(other).replaceAll(":"));
  }

  private static String literalStart(String segment) {
    int parameter = segment.indexOf(':');
    return parameter < 0 ? segment : segment.substring(0, parameter);
  }
}
