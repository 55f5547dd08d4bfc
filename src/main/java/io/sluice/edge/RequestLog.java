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
import io.vertx.core.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Tells the access log, if there is one, of every request that is over. Any loop. */
final class RequestLog {
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
    int represents = log.represents(exchange, outcome, nowNanos);
    if (represents > 0) {
      log.write(
          arrival(request, RequestLine.of(request), exchange.startNanos()),
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
  void refused(HttpServerRequest request, RequestLine line, Reason reason, long nowNanos) {
    if (log != null) {
      HttpServerResponse response = request.response();
      var ending =
          new Ending(
              nowNanos,
              told(response, reason),
              reason,
              request.bytesRead(),
              response.bytesWritten());
      log.write(arrival(request, line, nowNanos), null, ending, 1);
    }
  }

  private static Arrival arrival(HttpServerRequest request, RequestLine line, long atNanos) {
    SocketAddress peer = request.remoteAddress();
    MultiMap headers = request.headers();
    return new Arrival(
        atNanos,
        peer == null ? null : peer.hostAddress(),
        line.method(),
        line.target(),
        line.protocol(),
        headers.get(HttpHeaders.USER_AGENT),
        headers.get(HttpHeaders.REFERER));
  }

  private static int status(HttpServerRequest request, Outcome outcome, @Nullable Reason reason) {
    return outcome instanceof Outcome.Answered(int status) && reason == null
        ? status
        : told(request.response(), reason);
  }

  /** What the client has been told; what it would have been told if it could not be. */
  private static int told(HttpServerResponse response, @Nullable Reason reason) {
    return response.headWritten() || reason == null
        ? response.getStatusCode()
        : Replies.status(reason);
  }
}
