package io.sluice.edge;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes an answer's body on as it comes, no faster than the client takes it. The piece that makes
 * up its announced length is handed over instead of written, so that answer and end are one write.
 */
final class ResponseBody {
  private static final long UNKNOWN = -1;

  private final HttpClientResponse from;
  private final HttpServerRequest request;
  private final HttpServerResponse to;
  private final @Nullable Runnable moved;
  private final @Nullable AnswerCopy copy;
  private final Consumer<@Nullable Buffer> whole;
  private long left;
  private boolean begun;
  private boolean over;

  /**
   * A body that has not been started.
   *
   * @param moved runs with every piece
   * @param copy likewise, and kept if all of it comes
   * @param whole told once, when all of it is there, with what of it has not been written
   */
  ResponseBody(
      HttpClientResponse from,
      HttpServerRequest request,
      @Nullable Runnable moved,
      @Nullable AnswerCopy copy,
      Consumer<@Nullable Buffer> whole) {
    this.from = from;
    this.request = request;
    this.to = request.response();
    this.moved = moved;
    this.copy = copy;
    this.whole = whole;
    this.left = announcedLength(from);
  }

  /** Whether one may come after this head. */
  static boolean follows(HttpClientResponse head, HttpServerRequest request) {
    int status = head.statusCode();
    return !HttpMethod.HEAD.equals(request.method()) && status != 204 && status != 304;
  }

  /** Whether its end can be told from a connection that broke. */
  static boolean showsItsEnd(HttpClientResponse head, HttpServerRequest request) {
    return head.version() == HttpVersion.HTTP_2
        || !follows(head, request)
        || head.headers().contains(HttpHeaders.CONTENT_LENGTH)
        || head.headers().contains(HttpHeaders.TRANSFER_ENCODING);
  }

  // In HTTP/2 trailers may follow, whatever the length.
  private static long announcedLength(HttpClientResponse from) {
    if (from.version() == HttpVersion.HTTP_2) {
      return UNKNOWN;
    }
    String length = from.headers().get(HttpHeaders.CONTENT_LENGTH);
    return length == null ? UNKNOWN : Hygiene.declaredLength(length);
  }

  void start() {
    Handler<Void> goOn = _ -> from.resume();
    from.handler(chunk -> pass(chunk, goOn));
    from.endHandler(_ -> finish(null));
  }

  private void pass(Buffer chunk, Handler<Void> goOn) {
    if (over) {
      return;
    }
    if (moved != null) {
      moved.run();
    }
    if (copy != null) {
      copy.add(chunk);
    }
    if (left == chunk.length()) {
      finish(chunk);
      return;
    }
    left = left == UNKNOWN ? UNKNOWN : left - chunk.length();
    begun = true;
    to.write(chunk);
    if (to.writeQueueFull()) {
      from.pause();
      to.drainHandler(goOn);
    }
  }

  private void finish(@Nullable Buffer last) {
    if (!over) {
      over = true;
      if (copy != null) {
        copy.whole();
      }
      whole.accept(last);
    }
  }

  /**
   * Sends the answer's head if nothing of its body has come yet, which may take the backend a while
   * to make. Not at once: most bodies come with their heads, and go on with them in one piece.
   */
  void sendHead() {
    if (begun || over || to.closed()) {
      return;
    }
    begun = true;
    // In HTTP/2 nothing goes out for an empty write; HTTP/1.0 has no other.
    if (Farewell.isHttp2(request)) {
      to.writeHead();
    } else {
      to.write(Buffer.buffer());
    }
  }

  /** Nobody wants the rest. */
  void stop() {
    over = true;
  }
}
