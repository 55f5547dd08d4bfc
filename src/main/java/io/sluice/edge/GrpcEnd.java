package io.sluice.edge;

import io.sluice.exchange.Reason;
import io.sluice.respond.GrpcReplies;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The end of a gRPC call that is not its backend's: in HTTP/2 it can be told at any time. */
final class GrpcEnd {
  private GrpcEnd() {}

  /**
   * Ends a gRPC call with a status of ours, in its head or in trailers.
   *
   * @param reason null for none that could be told
   * @param lastOnConnection the connection is to be closed anyway
   * @return whether it was told; if not, it is to be cut off like any other
   */
  static boolean say(HttpServerRequest request, @Nullable Reason reason, boolean lastOnConnection) {
    HttpServerResponse response = request.response();
    if (reason == null || reason == Reason.CLIENT_GONE) {
      return false;
    }
    if (!Farewell.isHttp2(request) || !Answers.isGrpc(request)) {
      return false;
    }
    // Who does not read would not read this either.
    if (response.ended() || response.closed() || response.writeQueueFull()) {
      return false;
    }
    if (response.headWritten()) {
      if (response.headers().contains(HttpHeaders.CONTENT_LENGTH)) {
        return false; // it has promised more
      }
      finish(request, response, GrpcReplies.trailers(reason));
    } else {
      ReplyWriter.write(request, GrpcReplies.failed(reason), false, lastOnConnection);
    }
    return true;
  }

  private static void finish(
      HttpServerRequest request, HttpServerResponse response, List<String> trailers) {
    for (int i = 0; i < trailers.size(); i += 2) {
      response.putTrailer(trailers.get(i), trailers.get(i + 1));
    }
    boolean sending = RequestBody.isAnnounced(request) && !request.isEnded();
    Future<Void> written = response.end();
    if (sending) {
      Farewell.stopReading(request, written);
    }
  }
}
