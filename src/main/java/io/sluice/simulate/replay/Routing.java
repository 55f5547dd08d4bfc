package io.sluice.simulate.replay;

import io.sluice.classify.RouteOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which route of a configuration a recorded request goes to: the one of the same name, else the
 * first that takes its method and path.
 */
public final class Routing {
  private final Map<String, RouteOptions> byName = new LinkedHashMap<>();
  private final Map<RouteOptions, Pattern> paths = new LinkedHashMap<>();

  public Routing(List<RouteOptions> routes) {
    for (RouteOptions route : routes) {
      byName.put(route.name(), route);
      paths.put(route, pattern(route.path()));
    }
  }

  /** Vert.x Web's form: {@code :name} is one segment, a star at the end is any rest. */
  private static Pattern pattern(String path) {
    boolean open = path.endsWith("*");
    String fixed = open ? path.substring(0, path.length() - 1) : path;
    String segments =
        Stream.of(fixed.split("/", -1))
            .map(part -> part.startsWith(":") ? "[^/]+" : Pattern.quote(part))
            .collect(Collectors.joining("/"));
    return Pattern.compile(segments + (open ? ".*" : "/?"));
  }

  /** Null if none takes it. */
  public @Nullable RouteOptions of(Recorded request) {
    RouteOptions same = request.route() == null ? null : byName.get(request.route());
    return same == null ? byPath(request) : same;
  }

  private @Nullable RouteOptions byPath(Recorded request) {
    String path = request.path();
    if (path == null) {
      return null;
    }
    for (Map.Entry<RouteOptions, Pattern> each : paths.entrySet()) {
      List<String> methods = each.getKey().methods();
      boolean takes = methods.isEmpty() || methods.contains(request.method());
      if (takes && each.getValue().matcher(path).matches()) {
        return each.getKey();
      }
    }
    return null;
  }
}
