package io.sluice.edge;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Reason;
import io.sluice.exchange.RetryHint;
import io.sluice.exchange.StoredAnswer;
import io.sluice.idempotency.BodyHash;
import io.sluice.idempotency.Found;
import io.sluice.idempotency.IdempotencyKeys;
import io.sluice.idempotency.Remembered;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a route does with requests that bear an idempotency key, as one event loop does it: before
 * admission, so that what has been done, or is being done, costs no permit.
 */
final class IdempotencyGate {
  private static final long LEAST_HINT_MILLIS = 100;
  private static final long MOST_HINT_MILLIS = 5_000;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int LONGEST_KEY = 255;

  private final LoopContext loop;
  private final DoorPlan plan;
  private final RouteRuntime route;
  private final IdempotencyKeys keys;
  private final BodyLimits limits;

  private IdempotencyGate(
      LoopContext loop, DoorPlan plan, RouteRuntime route, IdempotencyKeys keys) {
    this.loop = loop;
    this.plan = plan;
    this.route = route;
    this.keys = keys;
    this.limits = BodyLimits.of(plan.server());
  }

  /** That of a route; null where keys are not remembered. */
  static @Nullable IdempotencyGate of(LoopContext loop, DoorPlan plan, RouteRuntime route) {
    IdempotencyKeys keys = route.memory().keys();
    return keys == null ? null : new IdempotencyGate(loop, plan, route, keys);
  }

  /** Whether a request bears a key that counts. Trailers of gRPC could not be given once more. */
  boolean isFor(HttpServerRequest request, Exchange exchange) {
    return exchange.idempotence() != Idempotence.SAFE
        && request.headers().contains(Arrivals.IDEMPOTENCY_KEY)
        && !Answers.isGrpc(request);
  }

  /**
   * Takes a request for which {@link #isFor} is true.
   *
   * @param flows makes what drives a request
   */
  void take(
      HttpServerRequest request,
      Exchange exchange,
      long nowNanos,
      BiFunction<HttpServerRequest, Exchange, Flow> flows) {
    String key = key(request.headers());
    if (key == null) {
      flows.apply(request, exchange).refuse(Reason.BAD_REQUEST);
      return;
    }
    switch (keys.claim(new IdempotencyKeys.Key(caller(request, exchange), key), head(request))) {
      case Found.Mine(var claim) -> {
        var hashed = new HashedRequest(request);
        var hold = new KeyHold(claim, hashed, route.memory().maxAnswerBytes());
        flows.apply(hashed, exchange).holding(hold).begin(nowNanos);
      }
      case Found.Running _ -> {
        hint(request, nowNanos);
        flows.apply(request, exchange).refuse(Reason.IDEMPOTENCY_RUNNING);
      }
      case Found.Mismatch _ -> flows.apply(request, exchange).refuse(Reason.IDEMPOTENCY_MISMATCH);
      case Found.Done(Remembered first) ->
          RepeatedRequest.begin(
              loop,
              plan.state(),
              request,
              first,
              limits,
              exchange.deadline(),
              wrong -> done(flows.apply(request, exchange), first.answer(), wrong));
    }
  }

  private static void done(Flow flow, @Nullable StoredAnswer answer, @Nullable Reason wrong) {
    if (wrong != null) {
      flow.refuse(wrong);
    } else if (answer == null) {
      flow.refuse(Reason.IDEMPOTENCY_DONE);
    } else {
      flow.replay(answer);
    }
  }

  /** The one key of a request; null if it is none that could be told from others. */
  private static @Nullable String key(MultiMap headers) {
    List<String> written = headers.getAll(Arrivals.IDEMPOTENCY_KEY);
    String first = written.getFirst().strip();
    boolean good = written.size() == 1 && !first.isEmpty() && first.length() <= LONGEST_KEY;
    return good ? first : null;
  }

  private static String head(HttpServerRequest request) {
    return request.method().name() + " " + request.authority() + request.uri();
  }

  /** Who nobody has introduced is told from others by what they show the backend. */
  private static String caller(HttpServerRequest request, Exchange exchange) {
    String name = exchange.caller().name();
    if (name != null) {
      return "caller " + name;
    }
    List<String> shown = request.headers().getAll(HttpHeaders.AUTHORIZATION);
    if (shown.isEmpty()) {
      return "";
    }
    var sum = new BodyHash.Sum();
    sum.add(String.join(",", shown).getBytes(StandardCharsets.UTF_8));
    return "shows " + sum.hash();
  }

  // Twice what such a request takes at most, drawn so that repeats do not come back together.
  private void hint(HttpServerRequest request, long nowNanos) {
    long expected = route.policies().serviceTime().expectedNanos(nowNanos) / NANOS_PER_MILLI;
    long base = Math.clamp(expected, LEAST_HINT_MILLIS, MOST_HINT_MILLIS);
    long after = base + (long) (plan.randomness().draw() * base);
    var hint = new RetryHint(after, base, Math.max(base, MOST_HINT_MILLIS), base);
    MultiMap headers = request.response().headers();
    headers.set(HttpHeaders.RETRY_AFTER, Long.toString(hint.afterSeconds()));
    headers.set("retry-after-ms", Long.toString(hint.afterMillis()));
  }
}
