package io.sluice.edge;

import io.sluice.balance.Result;
import io.sluice.exchange.Reason;
import io.sluice.retry.Trigger;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.StreamResetException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What is said of an exchange with a backend that broke. */
final class Breaks {
  private Breaks() {}

  /** While connecting: that no connection was free is not the endpoint's fault, but ours. */
  static Result connecting(Throwable cause) {
    boolean ours =
        cause instanceof ConnectionPoolTooBusyException || cause instanceof IllegalStateException;
    return ours ? Result.NEUTRAL : Result.CONNECT_FAILED;
  }

  /** Before the head of its answer was there. */
  static Reason beforeHead(Throwable cause, @Nullable HttpClientRequest request) {
    if (Http2Call.isUnprocessed(cause, request)) {
      return Reason.UPSTREAM_REFUSED;
    }
    boolean closed =
        cause instanceof HttpClosedException
            || cause instanceof StreamResetException
            || cause instanceof IOException;
    return closed ? Reason.UPSTREAM_RESET : Reason.UPSTREAM_INVALID;
  }

  /**
   * What of it may call for another attempt; null for nothing.
   *
   * @param reused whether its connection had been used before, and so may have been closed by the
   *     backend as the request was on its way
   */
  static @Nullable Trigger trigger(Reason reason, boolean reused) {
    return switch (reason) {
      case UPSTREAM_REFUSED -> Trigger.UNPROCESSED;
      case UPSTREAM_RESET -> reused ? Trigger.STALE_CONNECTION : Trigger.RESET;
      default -> null;
    };
  }
}
