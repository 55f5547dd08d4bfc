package io.sluice.edge;

import io.sluice.accesslog.Course;
import io.sluice.classify.RoutePlan;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Reason;
import org.jspecify.annotations.Nullable;

/** What the access log will say of one request's way, noted as it goes. One loop. */
final class Trace {
  private int attempts;
  private long dispatchedNanos;
  private boolean answered;
  private long headNanos;
  private @Nullable BackendCall call;
  private @Nullable Reason fault;
  private @Nullable String fallback;

  /** A call begins. */
  void attempted(long nowNanos) {
    if (attempts++ == 0) {
      dispatchedNanos = nowNanos;
    }
  }

  /** A head came back. */
  void answered(long nowNanos) {
    answered = true;
    headNanos = nowNanos;
  }

  /** Something answered in the place of the backend, or told the client to use its own copy. */
  void fellBack(String kind) {
    fallback = kind;
  }

  /** The call whose endpoint and bytes are to be named; null if there was none. */
  void endpoint(@Nullable BackendCall last) {
    call = last;
  }

  /** Its connection broke; a flaw in its body is worth more words than that its client is gone. */
  void broken(Throwable cause) {
    if (cause instanceof Flaw.Malformed) {
      fault = Flaw.of(cause).reason();
    }
  }

  /** What to say in the place of "client gone"; null for just that. */
  @Nullable Reason fault() {
    return fault;
  }

  /** Bytes that went through its tunnel from the client to the backend. */
  long tunnelledIn() {
    return call == null ? 0 : call.tunnelledIn();
  }

  /** Likewise from the backend to the client. */
  long tunnelledOut() {
    return call == null ? 0 : call.tunnelledOut();
  }

  Course course(Exchange exchange, RoutePlan plan) {
    return new Course(
        exchange,
        plan.backend(),
        plan.weight(),
        call == null ? null : call.endpoint(),
        attempts,
        dispatchedNanos,
        answered,
        headNanos,
        fallback);
  }
}
