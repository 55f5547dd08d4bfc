package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** Server-sent events through the gateway, event by event. */
class EventStreamIT {
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream;charset=utf-8\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n";

  private final Semaphore next = new Semaphore(0);
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Boolean> closed = new CompletableFuture<>();

  /** Sends one event for each permit, and ends when there have been three. */
  private RawServer backend() throws Exception {
    return new RawServer(
        connection -> {
          for (String head = connection.readHead(); !head.isEmpty(); head = connection.readHead()) {
            heads.add(head);
            if (!head.startsWith("GET /events")) {
              connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nplain");
              continue;
            }
            connection.write(HEAD);
            for (int i = 1; i <= 3; i++) {
              next.acquire();
              connection.write(chunk("data: " + i + "\n\n"));
            }
            connection.write("0\r\n\r\n");
          }
        });
  }

  /** Sends one event, and then nothing until the other side closes. */
  private RawServer quietBackend() throws Exception {
    return new RawServer(
        connection -> {
          connection.readHead();
          connection.write(HEAD + chunk("data: 1\n\n"));
          closed.complete(connection.awaitClose());
        });
  }

  private static String chunk(String event) {
    return Integer.toHexString(event.length()) + "\r\n" + event + "\r\n";
  }

  private static Gateway inFrontOf(RawServer backend, String streams) throws Exception {
    return TestGateway.start(WsRig.config(backend.url(), streams));
  }

  /** Asks for events, and reads the head of the answer. */
  private static RawClient listener(int port, String... headers) throws Exception {
    RawClient client = new RawClient(port).send("GET", "/events", "", headers);
    assertThat(client.line()).isEqualTo("HTTP/1.1 200 OK");
    for (String line = client.line(); line != null && !line.isEmpty(); line = client.line()) {
      assertThat(line).doesNotContainIgnoringCase("content-length");
    }
    return client;
  }

  private static String event(RawClient client) throws Exception {
    String size = String.valueOf(client.line());
    String event = new String(client.read(Integer.parseInt(size, 16)), "ISO-8859-1");
    client.line();
    return event.strip();
  }

  @Test
  void eachEvent_isThereBeforeTheNext_andNoPermitIsHeldMeanwhile() throws Exception {
    try (var backend = backend();
        var gateway = inFrontOf(backend, "max: 2");
        var client = listener(gateway.port(), "Accept: text/event-stream", "Last-Event-ID: 7")) {
      for (int i = 1; i <= 3; i++) {
        assertThat(WsRig.metric(gateway, "sluice_lane_in_flight")).isZero();
        assertThat(WsRig.metric(gateway, "sluice_streams_open")).isEqualTo(1);
        assertThat(WsRig.metric(gateway, "sluice_requests_open")).isZero();
        next.release();
        assertThat(event(client)).isEqualTo("data: " + i);
      }
      assertThat(client.line()).isEqualTo("0");
      client.line();

      assertThat(heads.getFirst()).containsIgnoringCase("last-event-id: 7");
      await().until(() -> WsRig.metric(gateway, "sluice_streams_open") == 0);
      assertThat(WsRig.metric(gateway, "sluice_streams_closed_total reason=\"none\"")).isEqualTo(1);
      assertThat(WsRig.metric(gateway, "sluice_latency_seconds quantile=\"0.5\"")).isNaN();
      assertThat(client.send("GET", "/", "").answer().body()).isEqualTo("plain");
    }
  }

  @Test
  void itsDeadline_endsNoStream() throws Exception {
    try (var backend = backend();
        var gateway = inFrontOf(backend, "max: 2");
        var client = listener(gateway.port(), "x-request-timeout-ms: 100")) {
      // A request that is given the time of two such deadlines, and has them used up.
      try (var slow = new RawServer(RawServer.Connection::awaitClose);
          var other = TestGateway.start(WsRig.config(slow.url(), "max: 2"))) {
        var answer = RawClient.get(other.port(), "/", "x-request-timeout-ms: 300");
        assertThat(answer.status()).isEqualTo(504);
      }
      next.release();
      assertThat(event(client)).isEqualTo("data: 1");
    }
  }

  @Test
  void aClientThatGoes_endsTheBackendsExchangeAtOnce() throws Exception {
    try (var backend = quietBackend();
        var gateway = inFrontOf(backend, "max: 2");
        var client = listener(gateway.port())) {
      assertThat(event(client)).isEqualTo("data: 1");
      client.leave();

      assertThat(closed.get()).isNotNull();
      await()
          .until(
              () ->
                  WsRig.metric(gateway, "sluice_streams_closed_total reason=\"client-gone\"") == 1);
      assertThat(gateway.state().inFlight()).isZero();
    }
  }

  @Test
  void aBackendThatDies_isACut_notAnEnd() throws Exception {
    try (var backend =
            new RawServer(
                connection -> {
                  connection.readHead();
                  connection.write(HEAD + chunk("data: 1\n\n"));
                  next.acquire();
                  connection.close();
                });
        var gateway = inFrontOf(backend, "max: 2");
        var client = listener(gateway.port())) {
      assertThat(event(client)).isEqualTo("data: 1");
      next.release();

      assertThat(client.line()).isNull();
      await()
          .until(
              () ->
                  WsRig.metric(gateway, "sluice_streams_closed_total reason=\"upstream-truncated\"")
                      == 1);
    }
  }

  @Test
  void drain_endsItCleanly() throws Exception {
    try (var backend = quietBackend();
        var gateway = inFrontOf(backend, "max: 2");
        var client = listener(gateway.port())) {
      assertThat(event(client)).isEqualTo("data: 1");
      var drained = CompletableFuture.supplyAsync(gateway::drain);

      assertThat(client.line()).isEqualTo("0");
      assertThat(client.line()).isEmpty();
      assertThat(drained.get()).isTrue();
      assertThat(closed.get()).isNotNull();
    }
  }

  @Test
  void silence_endsItCleanly() throws Exception {
    try (var backend = quietBackend();
        var gateway = inFrontOf(backend, "max: 2, idleTimeout: 200ms");
        var client = listener(gateway.port())) {
      assertThat(event(client)).isEqualTo("data: 1");
      assertThat(client.line()).isEqualTo("0");
      await()
          .until(
              () ->
                  WsRig.metric(gateway, "sluice_streams_closed_total reason=\"stream-idle\"") == 1);
    }
  }

  @Test
  void theDoorsIdleTimer_doesNotEndIt_butComesBackAfterIt() throws Exception {
    try (var backend = backend();
        var gateway =
            TestGateway.start(
                "maxDeadline: 500ms, idleTimeout: 1s", WsRig.config(backend.url(), "max: 2"));
        var client = listener(gateway.port());
        var plain = new RawClient(gateway.port())) {
      assertThat(plain.send("GET", "/", "").answer().body()).isEqualTo("plain");
      assertThat(plain.isClosedByServer()).isTrue(); // by the timer that started later
      next.release(3);
      for (int i = 1; i <= 3; i++) {
        assertThat(event(client)).isEqualTo("data: " + i);
      }
      assertThat(client.line()).isEqualTo("0");
      client.line();

      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void oneTooMany_isRefusedAtItsHead_andItsExchangeEnded() throws Exception {
    try (var backend = quietBackend();
        var gateway = inFrontOf(backend, "max: 1");
        var first = listener(gateway.port())) {
      assertThat(event(first)).isEqualTo("data: 1");
      var refused = RawClient.get(gateway.port(), "/events");

      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.header("x-sluice-reason")).isEqualTo("streams-full");
      assertThat(refused.headers()).doesNotContainKey("content-encoding");
      assertThat(closed.get()).isNotNull();
      assertThat(WsRig.metric(gateway, "sluice_lane_in_flight")).isZero();
    }
  }

  @Test
  void oneTooMany_isRefusedBeforeTheBackendHearsOfIt_ifItSaysWhatItTakes() throws Exception {
    try (var backend = quietBackend();
        var gateway = inFrontOf(backend, "max: 1");
        var first = listener(gateway.port(), "Accept: text/event-stream");
        var second = new RawClient(gateway.port())) {
      assertThat(event(first)).isEqualTo("data: 1");
      var refused =
          second
              .send("POST", "/events", "work", "Accept: application/json, text/event-stream")
              .answer();

      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.header("x-sluice-reason")).isEqualTo("streams-full");
      assertThat(refused.headers()).containsKey("retry-after");
      assertThat(backend.accepted()).isOne();
      assertThat(WsRig.metric(gateway, "sluice_attempts_total")).isEqualTo(1);
    }
  }

  @Test
  void oneTooMany_isNotAskedToComeBack_ifItsWorkIsDone() throws Exception {
    try (var backend = quietBackend();
        var gateway = inFrontOf(backend, "max: 1");
        var first = listener(gateway.port());
        var second = new RawClient(gateway.port())) {
      assertThat(event(first)).isEqualTo("data: 1");
      var refused = second.send("POST", "/events", "").answer();

      assertThat(refused.status()).isEqualTo(504);
      assertThat(refused.header("x-sluice-reason")).isEqualTo("outcome-unknown");
      assertThat(refused.headers()).doesNotContainKey("retry-after");
      assertThat(closed.get()).isNotNull();
    }
  }

  @Test
  void manyThatWouldTakeOne_andGetAnAnswer_holdNoSlotAfterIt() throws Exception {
    try (var backend = backend();
        var gateway = inFrontOf(backend, "max: 1");
        var client = new RawClient(gateway.port())) {
      for (int i = 0; i < 3; i++) {
        var answer = client.send("GET", "/", "", "Accept: text/event-stream, */*").answer();
        assertThat(answer.body()).isEqualTo("plain");
      }
    }
  }

  @Test
  void whatHasALength_isAnAnswerLikeOthers() throws Exception {
    try (var backend =
            new RawServer(
                connection -> {
                  while (!connection.readHead().isEmpty()) {
                    connection.write(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                            + "Content-Length: 9\r\n\r\ndata: 1\n\n");
                  }
                });
        var gateway = inFrontOf(backend, "max: 0")) {
      assertThat(RawClient.get(gateway.port(), "/events").body()).isEqualTo("data: 1\n\n");
      await().until(() -> WsRig.metric(gateway, "sluice_answers_total status=\"2xx\"") == 1);
    }
  }

  @Test
  void aRouteThatTakesNone_saysSoWithoutAHint() throws Exception {
    try (var backend = quietBackend();
        var gateway = inFrontOf(backend, "max: 0")) {
      var refused = RawClient.get(gateway.port(), "/events");

      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.headers()).doesNotContainKey("retry-after");
    }
  }
}
