package io.sluice.edge;

import io.sluice.spi.Answer;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/**
 * What blocking code answered, fit to be sent: checked, and without the fields that are the
 * connection's or ours. Made on a worker, written on the event loop.
 */
record WorkerAnswer(int status, MultiMap headers, Buffer body) {

  /**
   * The answer as it can be sent.
   *
   * @throws IllegalArgumentException if no answer may have that status, or those headers
   */
  static WorkerAnswer of(Answer answer) {
    int status = answer.status();
    if (status < 200 || status > 599) {
      throw new IllegalArgumentException("a backend answered with the status " + status);
    }
    MultiMap headers = HttpHeaders.headers(); // which checks names and values
    answer
        .headers()
        .forEach(
            (name, value) -> {
              if (isTheirs(name)) {
                headers.set(name, value);
              }
            });
    return new WorkerAnswer(status, headers, Buffer.buffer(answer.body()));
  }

  private static boolean isTheirs(String name) {
    return switch (FieldKind.of(name)) {
      case CONNECTION, HOP_BY_HOP, FRAMING -> false;
      default -> true;
    };
  }

  void write(HttpServerRequest request, boolean lastOnConnection, BackendCall.Listener listener) {
    HttpServerResponse response = request.response();
    response.setStatusCode(status);
    headers.forEach(field -> response.headers().set(field.getKey(), field.getValue()));
    DateHeader.addTo(response.headers());
    boolean bodiless = status == 204 || status == 304; // RFC 9110 §8.6, §15.4.5
    if (!bodiless) {
      response.headers().set(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
    }
    AnswerCopy copy = listener.copy();
    if (copy != null) {
      copy.add(body);
      copy.whole();
    }
    if (lastOnConnection) {
      Farewell.announce(request);
    }
    boolean headOnly = bodiless || HttpMethod.HEAD.equals(request.method());
    var written = headOnly ? response.end() : response.end(body);
    if (lastOnConnection) {
      Farewell.close(request, written);
    }
  }
}
