package io.sluice.edge;

import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.StreamResetException;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.impl.ConnectionBase;
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
   * of its stream, or by leaving without it. A GOAWAY that we have sent says nothing of the kind:
   * the backend may be at work.
   */
  static boolean isUnprocessed(Throwable cause, @Nullable HttpClientRequest request) {
    if (cause instanceof StreamResetException reset) {
      return reset.getCode() == REFUSED_STREAM;
    }
    return cause instanceof HttpClosedException && request != null && isLeftOut(request);
  }

  // Vert.x' exception shows a GOAWAY without saying whose it is; the codec knows.
  private static boolean isLeftOut(HttpClientRequest request) {
    if (request.connection() instanceof ConnectionBase connection
        && connection.channelHandlerContext().handler() instanceof Http2ConnectionHandler codec) {
      Http2Connection http2 = codec.connection();
      return http2.goAwayReceived() && request.streamId() > http2.local().lastStreamKnownByPeer();
    }
    return false;
  }
}
