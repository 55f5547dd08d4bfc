package io.sluice.config;

import io.sluice.classify.Overflow;
import io.sluice.classify.RouteOptions;
import io.sluice.exchange.Idempotence;
import io.sluice.idempotency.IdempotencyOptions;

/** Keys are remembered where they are trusted, and where there is something to remember. */
final class IdempotencyRules {
  private IdempotencyRules() {}

  static void check(Review review) {
    for (int i = 0; i < review.routes().size(); i++) {
      IdempotencyOptions options = review.routes().get(i).idempotency();
      if (options != null) {
        check(review, i, review.routes().get(i), options);
      }
    }
  }

  private static void check(
      Review review, int index, RouteOptions route, IdempotencyOptions options) {
    String path = Review.route(index, "idempotency");
    String trusts = Review.route(index, "trustIdempotencyKey");
    if (!route.trustIdempotencyKey()) {
      review.refuse(
          path, "keys that are not trusted (expected: trustIdempotencyKey: true)", trusts);
    }
    if (route.overflow() != Overflow.ABORT) {
      review.refuse(
          path,
          "work that may be lost is never done for certain (expected: no idempotency)",
          Review.route(index, "overflow"));
    }
    boolean onlyReads =
        !route.methods().isEmpty()
            && route.methods().stream()
                .allMatch(method -> Idempotence.ofMethod(method) == Idempotence.SAFE);
    if (onlyReads) {
      review.refuse(
          path,
          "on a route that only reads (expected: a method that writes)",
          Review.route(index, "methods"));
    }
    if (options.maxAnswer().count() > options.maxBytes().count()) {
      review.expect(
          path + ".maxAnswer",
          options.maxAnswer(),
          "at most maxBytes, " + review.show(path + ".maxBytes", options.maxBytes()),
          path + ".maxBytes");
    }
  }
}
