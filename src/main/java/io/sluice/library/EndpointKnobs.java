package io.sluice.library;

import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What each endpoint of the stand-alone server is told to be like. They are numbered from 1.
 *
 * <p>As JSON: {@code {"2": {"up": false}, "3": {"slowdown": 10, "failureRate": 0.5}}}.
 */
final class EndpointKnobs {
  private static final System.Logger LOG = System.getLogger(EndpointKnobs.class.getName());

  private final List<Endpoint> endpoints;

  EndpointKnobs(List<Endpoint> endpoints) {
    this.endpoints = endpoints;
  }

  private record Wanted(boolean up, Strain strain) {}

  /**
   * Changes what is named and leaves the rest. An endpoint goes down, and comes up, shortly after.
   *
   * @throws IllegalArgumentException with a sentence on what was expected; nothing has changed then
   */
  synchronized void change(JsonObject wanted) {
    Map<Endpoint, Wanted> changes = new LinkedHashMap<>();
    for (Map.Entry<String, Object> member : wanted) {
      Endpoint endpoint = endpoint(member.getKey());
      changes.put(endpoint, wanted(member, endpoint));
    }
    boolean anyUp =
        endpoints.stream()
            .anyMatch(
                endpoint -> {
                  Wanted change = changes.get(endpoint);
                  return change == null ? endpoint.isUp() : change.up;
                });
    if (!anyUp) {
      throw new IllegalArgumentException("up: false for all (expected: one that can be told so)");
    }
    changes.forEach(EndpointKnobs::apply);
  }

  JsonObject toJson() {
    var all = new JsonObject();
    for (int i = 0; i < endpoints.size(); i++) {
      Endpoint endpoint = endpoints.get(i);
      all.put(
          Integer.toString(i + 1),
          new JsonObject()
              .put("port", endpoint.port())
              .put("up", endpoint.isUp())
              .put("slowdown", endpoint.strain().slowdown())
              .put("failureRate", endpoint.strain().failureRate())
              .put("calls", endpoint.calls()));
    }
    return all;
  }

  private static void apply(Endpoint endpoint, Wanted wanted) {
    endpoint.strain(wanted.strain);
    (wanted.up ? endpoint.up() : endpoint.down())
        .onFailure(e -> LOG.log(System.Logger.Level.WARNING, "port " + endpoint.port(), e));
  }

  private Endpoint endpoint(String number) {
    for (int i = 0; i < endpoints.size(); i++) {
      if (number.equals(Integer.toString(i + 1))) {
        return endpoints.get(i);
      }
    }
    throw new IllegalArgumentException(
        number + ": unknown (expected: 1.." + endpoints.size() + ")");
  }

  private static Wanted wanted(Map.Entry<String, Object> member, Endpoint endpoint) {
    if (!(member.getValue() instanceof JsonObject members)) {
      throw new IllegalArgumentException(
          member.getKey() + ": " + member.getValue() + " (expected: an object)");
    }
    boolean up = endpoint.isUp();
    double slowdown = endpoint.strain().slowdown();
    double failureRate = endpoint.strain().failureRate();
    for (Map.Entry<String, Object> each : members) {
      switch (each.getKey()) {
        case "up" -> up = flag(each);
        case "slowdown" -> slowdown = number(each);
        case "failureRate" -> failureRate = number(each);
        default ->
            throw new IllegalArgumentException(
                each.getKey() + ": unknown (expected: up, slowdown, failureRate)");
      }
    }
    return new Wanted(up, new Strain(slowdown, failureRate));
  }

  private static boolean flag(Map.Entry<String, Object> member) {
    if (member.getValue() instanceof Boolean flag) {
      return flag;
    }
    throw new IllegalArgumentException(
        member.getKey() + ": " + member.getValue() + " (expected: true or false)");
  }

  private static double number(Map.Entry<String, Object> member) {
    if (member.getValue() instanceof Number number) {
      return number.doubleValue();
    }
    throw new IllegalArgumentException(
        member.getKey() + ": " + member.getValue() + " (expected: a number)");
  }
}
