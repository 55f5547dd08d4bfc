package io.sluice.surge;

import io.sluice.client.CallHeaders;
import io.sluice.client.ProblemHints;
import io.sluice.retry.RetryAdvice;
import io.vertx.core.AsyncResult;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.RequestOptions;
import org.jspecify.annotations.Nullable;

/**
 * One connection, carrying one attempt at a time. Its handlers are made once and serve every
 * exchange; a connection that failed in any way is closed and never used again, so none of them can
 * hear from an older exchange.
 */
final class Line {
  private static final CharSequence RETRY_AFTER_MILLIS =
      HttpHeaders.createOptimized("retry-after-ms");
  private static final CharSequence RETRY_AFTER = HttpHeaders.createOptimized("retry-after");
  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
  private static final RequestOptions PLAIN = new RequestOptions();
  private static final Handler<Throwable> HEARD_ELSEWHERE = cause -> {};

  private final Lines lines;
  private final HttpClientConnection connection;
  private final boolean deadlineHeader;
  private final boolean readProblems;
  private final Handler<AsyncResult<HttpClientResponse>> onHead = this::head;
  private final Handler<Void> onEnd = nothing -> whole();
  private final Handler<Throwable> onBroken = cause -> broken();
  private @Nullable Attempt attempt;
  private @Nullable Buffer problem;
  private boolean closing;

  Line(Lines lines, HttpClientConnection connection, boolean deadlineHeader, boolean readProblems) {
    this.lines = lines;
    this.connection = connection;
    this.deadlineHeader = deadlineHeader;
    this.readProblems = readProblems;
    connection.closeHandler(nothing -> gone());
  }

  void carry(Attempt next) {
    attempt = next;
    next.line = this;
    var request = connection.request(PLAIN);
    if (request.succeeded()) {
      write(request.result());
    } else {
      request.onComplete(this::write, cause -> broken());
    }
  }

  /** Cuts off whatever is being exchanged. */
  void close() {
    attempt = null;
    closing = true;
    connection.close();
  }

  private void write(HttpClientRequest request) {
    Attempt current = attempt;
    if (current == null) {
      return; // given up before the request could be made; the connection is closing
    }
    Call call = current.call;
    request.setMethod(call.stream().method()).setURI(call.uri());
    MultiMap headers = request.headers();
    CallHeaders.identify(headers, call.id(), current.number, call.idempotencyKey());
    if (deadlineHeader) {
      CallHeaders.deadline(headers, current.timeoutAtNanos - lines.nowNanos());
    }
    request.exceptionHandler(HEARD_ELSEWHERE);
    request.response().onComplete(onHead);
    current.sent = true;
    Buffer body = call.body();
    if (body == null) {
      request.end();
    } else {
      headers.set(HttpHeaders.CONTENT_TYPE, JSON);
      request.end(body);
    }
  }

  private void head(AsyncResult<HttpClientResponse> result) {
    if (result.failed()) {
      broken();
      return;
    }
    Attempt current = attempt;
    if (current == null) {
      return;
    }
    HttpClientResponse response = result.result();
    current.status = response.statusCode();
    closing |=
        HttpHeaders.CLOSE.toString().equalsIgnoreCase(response.getHeader(HttpHeaders.CONNECTION));
    response.exceptionHandler(onBroken).endHandler(onEnd);
    if (Ending.ofStatus(current.status) == Ending.SHED) {
      hear(current, response);
    }
  }

  private void hear(Attempt refused, HttpClientResponse response) {
    refused.advice =
        RetryAdvice.ofHeaders(
            response.getHeader(RETRY_AFTER_MILLIS),
            response.getHeader(RETRY_AFTER),
            response.getHeader(HttpHeaders.DATE));
    if (readProblems
        && refused.advice.source() == RetryAdvice.Source.NONE
        && ProblemHints.isProblem(response.getHeader(HttpHeaders.CONTENT_TYPE))) {
      Buffer body = Buffer.buffer();
      problem = body;
      response.handler(
          chunk -> {
            if (body.length() <= ProblemHints.MAX_BYTES) {
              body.appendBuffer(chunk);
            }
          });
    }
  }

  private void whole() {
    Attempt current = attempt;
    if (current == null) {
      return;
    }
    long now = lines.nowNanos();
    if (problem != null) {
      current.problem = ProblemHints.read(problem.getBytes()).orElse(null);
      problem = null;
    }
    attempt = null;
    if (closing) {
      connection.close();
    } else {
      lines.free(this);
    }
    lines.end(current, Ending.ofStatus(current.status), now);
  }

  private void broken() {
    Attempt current = attempt;
    close();
    if (current != null) {
      lines.end(current, Ending.BROKEN, lines.nowNanos());
    }
  }

  private void gone() {
    boolean wasIdle = attempt == null && !closing;
    broken();
    lines.closed(this, wasIdle);
  }
}
