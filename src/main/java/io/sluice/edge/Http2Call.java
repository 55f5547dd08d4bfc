package io.sluice.edge;

import io.vertx.core.MultiMap;
import io.vertx.core.http.GoAway;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.StreamResetException;
import io.vertx.core.net.HostAndPort;
import org.jspecify.annotations.Nullable;

/** What is different about calling a backend over HTTP/2. */
final class Http2Call {
  /** Nobody waits for the answer any more. */
  static final long CANCEL = 8;

  private static final long REFUSED_STREAM = 7;
  private static final CharSequence TE = HttpHeaders.createOptimized("te");

  private Http2Call() {}

  /** Moves what HTTP/1 says in {@code Host} to where HTTP/2 says it. */
  static void address(HttpClientRequest to, boolean takesTrailers) {
    MultiMap headers = to.headers();
    String host = headers.get(HttpHeaders.HOST);
    if (host != null) {
      headers.remove(HttpHeaders.HOST);
      to.authority(HostAndPort.parseAuthority(host, -1));
    }
    if (takesTrailers) {
      headers.set(TE, HttpHeaders.createOptimized("trailers"));
    }
  }

  /**
   * Whether the backend has said that it did nothing with the request (RFC 9113 §8.7): by the reset
   * of its stream, or by leaving without it.
   */
  static boolean isUnprocessed(Throwable cause, @Nullable HttpClientRequest request) {
    if (cause instanceof StreamResetException reset) {
      return reset.getCode() == REFUSED_STREAM;
    }
    if (cause instanceof HttpClosedException closed && request != null) {
      GoAway goAway = closed.goAway();
      return goAway != null && request.streamId() > goAway.getLastStreamId();
    }
    return false;
  }
}
