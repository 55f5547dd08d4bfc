package io.sluice.client;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a {@link CooperativeCall}. Ends once: with an answer, with silence, or with an
 * answer that is too long; whatever comes later is reset and heard by nobody. Lives on one context.
 */
final class CooperativeAttempt {
  /** Hears how it ended. */
  interface Listener {
    void answered(int status, MultiMap headers, Buffer body);

    /**
     * There is no answer.
     *
     * @param mayHaveArrived whether any byte of the request may have reached the server
     */
    void silent(boolean mayHaveArrived, Throwable cause);

    void tooLong();
  }

  private final CooperativeClient owner;
  private final CooperativeRequest request;
  private final MultiMap headers;
  private final Listener listener;
  private @Nullable HttpClientRequest sent;
  private long timer;
  private boolean over;

  CooperativeAttempt(
      CooperativeClient owner, CooperativeRequest request, MultiMap headers, Listener listener) {
    this.owner = owner;
    this.request = request;
    this.headers = headers;
    this.listener = listener;
  }

  void begin(long timeoutMillis) {
    timer = owner.vertx().setTimer(timeoutMillis, id -> timeout());
    var options =
        new RequestOptions()
            .setMethod(request.method())
            .setAbsoluteURI(request.url())
            .setHeaders(headers)
            .setConnectTimeout(timeoutMillis); // or it would wait for a connection beyond its time
    owner.client().request(options).onComplete(this::write, this::silence);
  }

  private void write(HttpClientRequest connected) {
    if (over) {
      reset(connected);
      return;
    }
    sent = connected;
    connected.response().onComplete(this::head, this::silence);
    Buffer body = request.body();
    var written = body == null ? connected.end() : connected.end(body);
    written.onFailure(this::silence);
  }

  private void head(HttpClientResponse response) {
    Buffer body = Buffer.buffer();
    response
        .exceptionHandler(this::silence)
        .handler(chunk -> collect(body, chunk))
        .endHandler(
            nothing -> {
              if (end()) {
                listener.answered(response.statusCode(), response.headers(), body);
              }
            });
  }

  private void collect(Buffer body, Buffer chunk) {
    if (body.length() + chunk.length() <= owner.options().maxAnswerBytes()) {
      body.appendBuffer(chunk);
    } else if (end()) {
      reset(sent);
      listener.tooLong();
    }
  }

  /** Cancels it: what is not answered in time is not waited for by the server either. */
  private void timeout() {
    if (end()) {
      reset(sent);
      listener.silent(sent != null, new TimeoutException("no answer in time"));
    }
  }

  private void silence(Throwable cause) {
    if (end()) {
      reset(sent);
      listener.silent(sent != null, cause);
    }
  }

  /** Whether this ends it. */
  private boolean end() {
    if (over) {
      return false;
    }
    over = true;
    owner.vertx().cancelTimer(timer);
    return true;
  }

  private static void reset(@Nullable HttpClientRequest request) {
    if (request != null) {
      request.reset();
    }
  }
}
