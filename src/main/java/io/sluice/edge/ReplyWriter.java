package io.sluice.edge;

import io.sluice.exchange.StoredAnswer;
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
    if (isOver(response)) {
      return;
    }
    for (int i = 0; i < reply.headers().size(); i += 2) {
      response.headers().set(reply.headers().get(i), reply.headers().get(i + 1));
    }
    Buffer body = Buffer.buffer(reply.body());
    send(request, reply.status(), body, reply.closes(), bodyUntouched, lastOnConnection);
  }

  /**
   * Writes an answer that was kept; nothing that the head holds by now goes with it but the
   * request's id. The last two as above.
   */
  static void write(
      HttpServerRequest request,
      StoredAnswer answer,
      boolean bodyUntouched,
      boolean lastOnConnection) {
    HttpServerResponse response = request.response();
    if (isOver(response)) {
      return;
    }
    String id = response.headers().get(ProxyCall.REQUEST_ID);
    response.headers().clear();
    for (int i = 0; i < answer.headers().size(); i += 2) {
      response.headers().add(answer.headers().get(i), answer.headers().get(i + 1));
    }
    if (id != null) {
      response.headers().set(ProxyCall.REQUEST_ID, id);
    }
    Buffer body = Buffer.buffer(answer.body());
    send(request, answer.status(), body, false, bodyUntouched, lastOnConnection);
  }

  private static boolean isOver(HttpServerResponse response) {
    return response.ended() || response.closed() || response.headWritten();
  }

  private static void send(
      HttpServerRequest request,
      int status,
      Buffer body,
      boolean endsConnection,
      boolean bodyUntouched,
      boolean lastOnConnection) {
    HttpServerResponse response = request.response();
    boolean bodyPending = RequestBody.isAnnounced(request) && !request.isEnded();
    boolean drains = bodyUntouched && bodyPending;
    boolean stopsReading = bodyPending && !(drains && isWorthDraining(request));
    boolean closes =
        lastOnConnection || (!Farewell.isHttp2(request) && (endsConnection || stopsReading));
    response.setStatusCode(status);
    DateHeader.addTo(response.headers());
    if (closes) {
      Farewell.announce(request);
    }
    boolean bodiless = status == 204 || status == 304; // RFC 9110 §8.6, §15.4.5
    if (!bodiless) {
      response.headers().set(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
    }
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
