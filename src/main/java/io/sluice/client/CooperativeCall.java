package io.sluice.client;

import io.sluice.retry.RetryAdvice;
import io.sluice.retry.Verdict;
import io.sluice.retry.Why;
import io.sluice.time.Deadline;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One request of a {@link CooperativeClient} over all its attempts, which come one after the other.
 * Lives on one context.
 *
 * <p>attempt → (answer | silence) → pause → attempt → … → promise
 */
final class CooperativeCall implements CooperativeAttempt.Listener {
  private static final CharSequence RETRY_AFTER_MILLIS =
      HttpHeaders.createOptimized("retry-after-ms");
  private static final long MILLI_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final CooperativeClient owner;
  private final CooperativeRequest request;
  private final Promise<CooperativeAnswer> promise;
  private final Deadline deadline;
  private final String requestId;
  private int attempts;

  /** What the last attempt was told it has; the next one has less. */
  private long toldMillis = Long.MAX_VALUE;

  CooperativeCall(
      CooperativeClient owner,
      CooperativeRequest request,
      Promise<CooperativeAnswer> promise,
      long nowNanos) {
    this.owner = owner;
    this.request = request;
    this.promise = promise;
    this.deadline = Deadline.after(request.timeout().toNanos(), nowNanos);
    this.requestId = requestId(request, owner);
  }

  /** The caller's own, else a new one. */
  private static String requestId(CooperativeRequest request, CooperativeClient owner) {
    String given = request.headers().get(CallHeaders.REQUEST_ID);
    HexFormat hex = HexFormat.of();
    return given == null
        ? hex.toHexDigits(owner.random().nextLong()) + hex.toHexDigits(owner.random().nextLong())
        : given;
  }

  void attempt(long nowNanos) {
    long leftNanos = deadline.remainingNanos(nowNanos);
    toldMillis = Math.min(leftNanos / MILLI_NANOS, toldMillis - 1);
    if (toldMillis < 1) {
      fail(Why.DEADLINE, null);
      return;
    }
    attempts++;
    MultiMap headers = MultiMap.caseInsensitiveMultiMap().addAll(request.headers());
    CallHeaders.identify(headers, requestId, attempts, request.idempotencyKey());
    CallHeaders.deadline(headers, toldMillis * MILLI_NANOS);
    new CooperativeAttempt(owner, request, headers, this).begin(ceilMillis(leftNanos));
  }

  @Override
  public void answered(int status, MultiMap headers, Buffer body) {
    RetryAdvice advice =
        RetryAdvice.ofHeaders(
            headers.get(RETRY_AFTER_MILLIS),
            headers.get(HttpHeaders.RETRY_AFTER),
            headers.get(HttpHeaders.DATE));
    Setback setback = Setback.answered(status, advice);
    Backoff told = setback.isRefusal() ? backoffTold(headers, body) : null;
    Why why = again(setback, told == null ? owner.options().backoff() : told);
    if (why != null) {
      promise.complete(new CooperativeAnswer(status, headers, body, attempts, why));
    }
  }

  @Override
  public void silent(boolean mayHaveArrived, Throwable cause) {
    Setback setback = Setback.silent(mayHaveArrived, request.idempotence());
    Why why = again(setback, owner.options().backoff());
    if (why != null) {
      fail(why, cause);
    }
  }

  @Override
  public void tooLong() {
    fail(
        Why.ANSWERED,
        new IllegalStateException(
            "an answer of more than %d bytes".formatted(owner.options().maxAnswerBytes())));
  }

  /** Plans another attempt; if there is to be none, says why. */
  private @Nullable Why again(Setback setback, Backoff backoff) {
    long now = owner.clock().nanoTime();
    Verdict verdict =
        owner.cooperation().after(setback, attempts, backoff, deadline, owner.random(), now);
    return switch (verdict) {
      case Verdict.Stop stop -> stop.why();
      case Verdict.Again again -> {
        // A timer may be late, never early: a hint is a floor.
        long millis = Math.max(1, ceilMillis(again.atNanos() - now));
        owner.vertx().setTimer(millis, id -> attempt(owner.clock().nanoTime()));
        yield null;
      }
    };
  }

  private static @Nullable Backoff backoffTold(MultiMap headers, Buffer body) {
    return ProblemHints.isProblem(headers.get(HttpHeaders.CONTENT_TYPE))
        ? ProblemHints.read(body.getBytes()).map(ProblemHints::backoff).orElse(null)
        : null;
  }

  private void fail(Why why, @Nullable Throwable cause) {
    promise.fail(new CooperativeException(why, attempts, cause));
  }

  private static long ceilMillis(long nanos) {
    return Math.ceilDiv(nanos, MILLI_NANOS);
  }
}
