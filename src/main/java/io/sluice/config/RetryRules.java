package io.sluice.config;

import static io.sluice.options.TimeText.write;

import io.sluice.classify.RouteOptions;
import io.sluice.edge.BackendOptions;
import io.sluice.retry.BackoffOptions;
import io.sluice.retry.RetryOptions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A backend's retries can happen, and fit into the time of those who wait for them. */
final class RetryRules {
  private final Review review;
  private final String name;
  private final BackendOptions backend;
  private final RetryOptions retry;

  private RetryRules(Review review, String name, BackendOptions backend) {
    this.review = review;
    this.name = name;
    this.backend = backend;
    this.retry = backend.retry();
  }

  static void check(Review review) {
    review
        .options()
        .backends()
        .forEach(
            (name, backend) -> {
              var rules = new RetryRules(review, name, backend);
              if (backend.inProcess() != null) {
                rules.nothingToRetry();
              } else if (backend.fanout() == null) {
                rules.pauses();
                rules.statuses();
                rules.hedge();
                rules.attempts();
              }
            });
  }

  private String path(String key) {
    return "backends." + name + ".retry" + (key.isEmpty() ? "" : "." + key);
  }

  private void nothingToRetry() {
    if (!retry.equals(RetryOptions.DEFAULT)) {
      review.refuse(
          path(""),
          "backends." + name + " runs in this process (expected: no retry)",
          "backends." + name + ".inProcess");
    }
  }

  private void pauses() {
    BackoffOptions backoff = retry.backoff();
    if (backoff.base().compareTo(backoff.max()) > 0) {
      boolean max = review.isWritten(path("backoff.max"));
      review.expect(
          path(max ? "backoff.max" : "backoff.base"),
          max ? backoff.max() : backoff.base(),
          max
              ? "at least backoff.base, " + review.show(path("backoff.base"), backoff.base())
              : "at most backoff.max, " + review.show(path("backoff.max"), backoff.max()),
          path("backoff"));
    }
  }

  /** As objects: a broken item is none of a number. */
  private void statuses() {
    List<?> written = retry.statuses();
    for (int i = 0; i < written.size(); i++) {
      Object status = written.get(i);
      if (!RetryOptions.STATUSES.contains(status)) {
        review.expect(path("statuses[" + i + "]"), status, "429, 500, 502, 503 or 504");
      }
    }
  }

  private void hedge() {
    if (!retry.hedge().isOff() && !retry.mayRetry()) {
      review.expect(
          path("attempts"),
          retry.attempts(),
          "at least 2, as what hedges is an attempt, too",
          path("hedge"));
    }
  }

  private void attempts() {
    Duration perAttempt = retry.perAttempt();
    if (perAttempt != null) {
      connects(perAttempt);
      leaves(perAttempt);
    }
    int briefest = briefestRoute();
    if (briefest >= 0 && retry.mayRetry()) {
      fits(briefest, perAttempt);
    }
  }

  /** Else an attempt may be over before it was sent. */
  private void connects(Duration perAttempt) {
    if (backend.connectTimeout().compareTo(perAttempt) > 0) {
      String connect = "backends." + name + ".connectTimeout";
      review.expect(
          path("perAttempt"),
          perAttempt,
          "at least connectTimeout, " + review.show(connect, backend.connectTimeout()),
          connect);
    }
  }

  private void leaves(Duration perAttempt) {
    if (perAttempt.compareTo(retry.minAttempt()) < 0) {
      review.expect(
          path("perAttempt"),
          perAttempt,
          "at least minAttempt, " + review.show(path("minAttempt"), retry.minAttempt()),
          path("minAttempt"));
    }
  }

  /** All attempts and pauses, against the time of those who have least of it. */
  private void fits(int route, @Nullable Duration perAttempt) {
    String timeout = Review.route(route, "timeout");
    Duration available = review.routes().get(route).timeout();
    Duration pauses = allPauses();
    Duration least = retry.minAttempt().multipliedBy(retry.attempts() - 1L);
    Duration attempts = perAttempt == null ? least : perAttempt.multipliedBy(retry.attempts());
    if (available.compareTo(pauses.plus(attempts)) < 0) {
      review.warn(
          path("attempts"),
          ("%s attempts of %s and their pauses take up to %s, and %s is %s:"
                  + " the last ones are cut, or never made")
              .formatted(
                  review.show(path("attempts"), retry.attempts()),
                  perAttempt == null ? write(retry.minAttempt()) + " at least" : write(perAttempt),
                  write(pauses.plus(attempts)),
                  timeout,
                  review.show(timeout, available)),
          timeout,
          path(""),
          Review.route(route, "backend"));
    }
  }

  /** Without jitter: the doubling steps between the attempts. */
  private Duration allPauses() {
    Duration sum = Duration.ZERO;
    Duration step = retry.backoff().base();
    for (int i = 1; i < retry.attempts(); i++) {
      sum = sum.plus(step);
      Duration doubled = step.multipliedBy(2);
      step = doubled.compareTo(retry.backoff().max()) < 0 ? doubled : retry.backoff().max();
    }
    return sum;
  }

  /** The route to this backend with the shortest timeout that can be relied on; -1 for none. */
  private int briefestRoute() {
    int briefest = -1;
    for (int i = 0; i < review.routes().size(); i++) {
      RouteOptions route = review.routes().get(i);
      boolean here = Objects.equals(route.backend(), name);
      if (here && !review.isBroken(Review.route(i, "timeout")) && isBriefer(route, briefest)) {
        briefest = i;
      }
    }
    return briefest;
  }

  private boolean isBriefer(RouteOptions route, int than) {
    return than < 0 || route.timeout().compareTo(review.routes().get(than).timeout()) < 0;
  }
}
