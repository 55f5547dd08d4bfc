package io.sluice.edge;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.respond.GrpcReplies;
import io.sluice.respond.Replies;
import io.sluice.respond.Reply;
import io.sluice.time.WallClock;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/** The answer of ours to a request, in the language its caller speaks: HTTP, or gRPC. */
final class Answers {
  private Answers() {}

  static Reply failed(HttpServerRequest request, Reason reason) {
    return isGrpc(request) ? GrpcReplies.failed(reason) : Replies.failed(reason);
  }

  static Reply refused(HttpServerRequest request, Outcome.Refused refused, Exchange exchange) {
    return isGrpc(request)
        ? GrpcReplies.refused(refused)
        : Replies.refused(
            refused, exchange.lane(), exchange.tier(), WallClock.SYSTEM.now().getEpochSecond());
  }

  /** Whether its caller speaks gRPC. */
  static boolean isGrpc(HttpServerRequest request) {
    return GrpcReplies.speaks(request.headers().get(HttpHeaders.CONTENT_TYPE));
  }
}
