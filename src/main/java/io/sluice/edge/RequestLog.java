package io.sluice.edge;

import io.sluice.accesslog.AccessLog;
import io.sluice.accesslog.Arrival;
import io.sluice.accesslog.Ending;
import io.sluice.classify.RoutePlan;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.respond.Replies;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Tells the access log, if there is one, of every request that is over. Any loop. */
final class RequestLog {
  /** What Netty calls a request whose line it could not read. */
  private static final String UNREADABLE = "/bad-request";

  private final @Nullable AccessLog log;

  RequestLog(@Nullable AccessLog log) {
    this.log = log;
  }

  /** A request that had a route. */
  void ended(
      HttpServerRequest request,
      Exchange exchange,
      RoutePlan plan,
      Trace trace,
      Outcome outcome,
      long nowNanos) {
    if (log == null) {
      return;
    }
    Reason fault = trace.fault();
    Reason reason = fault == null ? outcome.reason() : fault;
    int represents = log.represents(exchange, reason, nowNanos);
    if (represents > 0) {
      log.write(
          arrival(request, exchange.startNanos()),
          trace.course(exchange, plan),
          new Ending(
              nowNanos,
              status(request, outcome, reason),
              reason,
              request.bytesRead() + trace.tunnelledIn(),
              request.response().bytesWritten() + trace.tunnelledOut()),
          represents);
    }
  }

  /** A request that never had one. */
  void refused(HttpServerRequest request, Reason reason, long nowNanos) {
    if (log != null) {
      long bytesOut = request.response().bytesWritten();
      var ending =
          new Ending(nowNanos, Replies.status(reason), reason, request.bytesRead(), bytesOut);
      log.write(arrival(request, nowNanos), null, ending, 1);
    }
  }

  private static Arrival arrival(HttpServerRequest request, long atNanos) {
    SocketAddress peer = request.remoteAddress();
    MultiMap headers = request.headers();
    boolean readable = !UNREADABLE.equals(request.uri());
    return new Arrival(
        atNanos,
        peer == null ? null : peer.hostAddress(),
        readable ? request.method().name() : null,
        readable ? request.uri() : null,
        readable ? protocol(request.version()) : null,
        headers.get(HttpHeaders.USER_AGENT),
        headers.get(HttpHeaders.REFERER));
  }

  private static @Nullable String protocol(@Nullable HttpVersion version) {
    return switch (version) {
      case HTTP_1_0 -> "HTTP/1.0";
      case HTTP_1_1 -> "HTTP/1.1";
      case HTTP_2 -> "HTTP/2";
      case null -> null;
    };
  }

  /** What the client has been told; what it would have been told if it could not be. */
  private static int status(HttpServerRequest request, Outcome outcome, @Nullable Reason reason) {
    HttpServerResponse response = request.response();
    if (response.headWritten() || reason == null) {
      return outcome instanceof Outcome.Answered(int status) ? status : response.getStatusCode();
    }
    return Replies.status(reason);
  }
}
