package io.sluice.edge;

import static java.util.Objects.requireNonNull;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Reason;
import io.sluice.journey.Action;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way to all its targets. Its body is collected once; the answer is made when
 * the last target has its result, which each has at the end of its own time at the latest. The
 * permit is held until the last exchange is over.
 */
final class FanoutCall implements BackendCall {
  private final FanoutBackend fanout;
  private final HttpServerRequest request;
  private final Exchange exchange;
  private final Listener listener;
  private final List<TargetCall> calls = new ArrayList<>();
  private final @Nullable TargetResult[] results;

  private @Nullable CollectedBody collected;
  private int withoutResult;
  private int notOver;
  private boolean settled;

  FanoutCall(
      FanoutBackend fanout, HttpServerRequest request, Exchange exchange, Listener listener) {
    this.fanout = fanout;
    this.request = request;
    this.exchange = exchange;
    this.listener = listener;
    this.results = new TargetResult[fanout.targets().size()];
  }

  @Override
  public void start(Action.Attempt attempt) {
    collected = CollectedBody.of(fanout.loop(), request, fanout.body(), this::callAll, this::fail);
  }

  private void callAll(byte[] body) {
    if (settled) {
      return;
    }
    List<FanoutBackend.Target> targets = fanout.targets();
    withoutResult = targets.size();
    notOver = targets.size();
    Buffer sent = Buffer.buffer(body);
    for (int i = 0; i < targets.size(); i++) {
      int index = i;
      calls.add(
          new TargetCall(
              fanout.loop(),
              targets.get(i),
              new TargetCall.Facts(request, exchange, sent),
              result -> ended(index, result),
              this::over));
    }
    calls.forEach(TargetCall::start);
  }

  private void ended(int index, TargetResult result) {
    results[index] = result;
    fanout.meters().targetEnded(result.target(), result.outcome());
    if (--withoutResult == 0 && !settled) {
      listener.head(status());
    }
  }

  private int status() {
    int succeeded = 0;
    for (TargetResult result : results) {
      succeeded += requireNonNull(result).isSuccess() ? 1 : 0;
    }
    if (!fanout.rule().isMet(succeeded, results.length)) {
      return 503;
    }
    return succeeded == results.length ? 200 : 207;
  }

  private void over() {
    if (--notOver == 0) {
      listener.over();
    }
  }

  @Override
  public void relay(boolean lastOnConnection) {
    settled = true;
    MultiMap headers = HttpHeaders.headers();
    headers.set(HttpHeaders.CONTENT_TYPE, "application/json");
    new WorkerAnswer(status(), headers, Buffer.buffer(json()))
        .write(request, lastOnConnection, listener);
    listener.delivered();
  }

  private String json() {
    var json = new StringBuilder(64 * (results.length + 1)).append("{\"targets\":[");
    for (TargetResult result : results) {
      if (json.charAt(json.length() - 1) != '[') {
        json.append(',');
      }
      requireNonNull(result).appendTo(json);
    }
    return json.append("]}").toString();
  }

  private void fail(Reason reason) {
    if (!settled) {
      cancel();
      listener.failed(reason);
    }
  }

  @Override
  public void cancel() {
    if (settled) {
      return;
    }
    settled = true;
    if (collected != null) {
      collected.stop();
    }
    if (calls.isEmpty()) {
      listener.over();
    } else {
      calls.forEach(TargetCall::cancel);
    }
  }

  @Override
  public boolean touchedBackend() {
    return calls.stream().anyMatch(TargetCall::touchedBackend);
  }
}
