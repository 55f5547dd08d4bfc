package io.sluice.edge;

import io.sluice.respond.Replies;
import io.sluice.respond.Reply;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** Puts an answer of our own on the wire. */
final class ReplyWriter {
  /** Up to this much unread body is drained to keep the connection; beyond, closing is cheaper. */
  private static final long WORTH_DRAINING_BYTES = 64 * 1024;

  private ReplyWriter() {}

  /**
   * Writes the whole answer.
   *
   * @param bodyUntouched nobody has read the request's body yet
   * @param lastOnConnection the connection is to be closed anyway
   */
  static void write(
      HttpServerRequest request, Reply reply, boolean bodyUntouched, boolean lastOnConnection) {
    HttpServerResponse response = request.response();
    if (response.ended() || response.closed() || response.headWritten()) {
      return;
    }
    boolean bodyPending = RequestBody.isAnnounced(request) && !request.isEnded();
    boolean drains = bodyUntouched && bodyPending;
    boolean stopsReading = bodyPending && !(drains && isWorthDraining(request));
    boolean closes =
        lastOnConnection || (!Farewell.isHttp2(request) && (reply.closes() || stopsReading));
    response.setStatusCode(reply.status());
    for (int i = 0; i < reply.headers().size(); i += 2) {
      response.headers().set(reply.headers().get(i), reply.headers().get(i + 1));
    }
    DateHeader.addTo(response.headers());
    if (closes) {
      Farewell.announce(request);
    }
    Buffer body = Buffer.buffer(reply.body());
    response.headers().set(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
    // Without a body its head is its end, which in HTTP/2 an empty one would not be.
    boolean headOnly = body.length() == 0 || HttpMethod.HEAD.equals(request.method());
    var written = headOnly ? response.end() : response.end(body);
    if (closes) {
      Farewell.close(request, written);
    }
    if (stopsReading) {
      Farewell.stopReading(request, written);
    } else if (drains && !closes) {
      request.resume();
    }
  }

  /** Answers a request whose body turned out to be malformed; nothing for any other failure. */
  static void garbled(HttpServerRequest request, Throwable cause) {
    if (cause instanceof Flaw.Malformed) {
      write(request, Replies.failed(Flaw.of(cause).reason()), false, true);
    }
  }

  private static boolean isWorthDraining(HttpServerRequest request) {
    String length = request.headers().get(HttpHeaders.CONTENT_LENGTH);
    return length != null && Hygiene.declaredLength(length) <= WORTH_DRAINING_BYTES;
  }
}
