package io.sluice.config;

import io.sluice.classify.Overflow;
import io.sluice.classify.RouteOptions;
import io.sluice.exchange.FallbackKind;
import io.sluice.fallback.FallbackOptions;
import io.sluice.options.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A fallback has something to give, and gives it only where it is an answer. */
final class FallbackRules {
  private static final Set<String> READS = Set.of("GET", "HEAD");

  private final Review review;
  private final String path;
  private final int index;
  private final RouteOptions route;
  private final FallbackOptions options;
  private final boolean readsOnly;

  private FallbackRules(Review review, int index, RouteOptions route, FallbackOptions options) {
    this.review = review;
    this.path = Review.route(index, "fallback");
    this.index = index;
    this.route = route;
    this.options = options;
    this.readsOnly = !route.methods().isEmpty() && READS.containsAll(route.methods());
  }

  static void check(Review review) {
    for (int i = 0; i < review.routes().size(); i++) {
      RouteOptions route = review.routes().get(i);
      FallbackOptions options = route.fallback();
      if (options != null) {
        new FallbackRules(review, i, route, options).check();
      }
    }
  }

  private void check() {
    if (route.overflow() != Overflow.ABORT) {
      review.refuse(
          path,
          "work that may be lost is answered 202 before it is done (expected: no fallback)",
          Review.route(index, "overflow"));
    }
    if (route.streams().grpc()) {
      review.refuse(
          path, "gRPC calls have none (expected: no fallback)", Review.route(index, "streams"));
    }
    if (review.isBroken(path + ".order")) {
      return;
    }
    order();
    copies();
    cached();
    prepared();
  }

  private void order() {
    var seen = new HashSet<String>();
    for (int i = 0; i < options.order().size(); i++) {
      String kind = options.order().get(i);
      String at = path + ".order[" + i + "]";
      if (!seen.add(kind)) {
        review.expect(at, kind, "each kind once");
      } else if (kind.equals(FallbackKind.ACCEPT.code())) {
        review.expect(
            at,
            kind,
            "client-cache, cached or static; there is no store yet that could keep what is accepted");
      }
    }
  }

  /** What was read once says nothing about a write. */
  private void copies() {
    boolean copies = has(FallbackKind.CACHED) || has(FallbackKind.CLIENT_CACHE);
    if (copies && !readsOnly) {
      review.refuse(
          path + ".order",
          "client-cache and cached on a route that takes more than GET and HEAD (expected: methods of"
              + " these two only, or static)",
          Review.route(index, "methods"));
    }
  }

  private void cached() {
    String at = path + ".cached";
    if (!has(FallbackKind.CACHED)) {
      unused(at, "cached", !options.cached().equals(FallbackOptions.Cached.DEFAULT));
    } else if (options.cached().maxEntry().count() > options.cached().maxBytes().count()) {
      review.expect(
          at + ".maxEntry",
          options.cached().maxEntry(),
          "at most maxBytes, " + review.show(at + ".maxBytes", options.cached().maxBytes()),
          at + ".maxBytes");
    }
  }

  private void prepared() {
    String at = path + ".static";
    FallbackOptions.Prepared prepared = options.prepared();
    if (!has(FallbackKind.STATIC)) {
      unused(at, "static", !options.prepared().isEmpty());
      return;
    }
    String file = prepared.file();
    if (file == null && prepared.byStatus().isEmpty()) {
      review.refuse(
          review.isWritten(at) ? at : path + ".order",
          "static without a file (expected: file, byStatus, or both)",
          at);
    }
    if (file != null) {
      var one = new FallbackOptions.One(file, prepared.status());
      readable(at + ".file", one);
      honest(at + ".status", one);
    } else if (review.isWritten(at + ".status")) {
      review.refuse(at + ".status", "a status without a file (expected: file)", at + ".file");
    }
    for (Map.Entry<String, FallbackOptions.One> each : prepared.byStatus().entrySet()) {
      readable(at + ".byStatus." + each.getKey() + ".file", each.getValue());
      honest(at + ".byStatus." + each.getKey() + ".status", each.getValue());
    }
  }

  /** What was not done must not look done. */
  private void honest(String at, FallbackOptions.One one) {
    if (!readsOnly && one.status() != Key.LEFT_OUT && one.status() < 400) {
      review.expect(
          at,
          one.status(),
          "400..599, as this route takes more than GET and HEAD",
          Review.route(index, "methods"));
    }
  }

  private void readable(String at, FallbackOptions.One one) {
    if (review.isBroken(at)) {
      return;
    }
    if (one.type() == null) {
      review.expect(at, one.file(), "one of " + String.join(", ", FallbackOptions.One.endings()));
      return;
    }
    String problem = problem(one.file());
    if (problem != null) {
      review.refuse(at, one.file() + " " + problem);
    }
  }

  private static @Nullable String problem(String file) {
    try {
      Path path = Path.of(file);
      if (!Files.isRegularFile(path)) {
        return Files.exists(path) ? "is not a file" : "does not exist";
      }
      if (!Files.isReadable(path)) {
        return "cannot be read";
      }
      long size = Files.size(path);
      int most = FallbackOptions.One.MAX_BYTES;
      return size > most ? "is " + size + " bytes (expected: at most " + most + ")" : null;
    } catch (IOException | InvalidPathException e) {
      return "cannot be read: " + e.getMessage();
    }
  }

  private boolean has(FallbackKind kind) {
    return options.has(kind);
  }

  private void unused(String at, String kind, boolean saysSomething) {
    if (saysSomething) {
      review.refuse(
          at, kind + " is not in the order (expected: " + kind + " in order, or no such section)");
    }
  }
}
