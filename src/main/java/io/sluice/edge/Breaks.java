package io.sluice.edge;

import io.sluice.balance.Result;
import io.sluice.exchange.Reason;
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
}
