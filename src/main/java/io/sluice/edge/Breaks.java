package io.sluice.edge;

import io.sluice.exchange.Reason;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.StreamResetException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What is said of an exchange with a backend that broke. */
final class Breaks {
  private Breaks() {}

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
