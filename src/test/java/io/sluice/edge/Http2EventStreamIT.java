package io.sluice.edge;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Server-sent events to clients, and from backends, that speak HTTP/2. */
class Http2EventStreamIT {
  private final Semaphore next = new Semaphore(0);
  private GrpcBackend backend;

  @BeforeEach
  void start() {
    backend = new GrpcBackend();
  }

  @AfterEach
  void stop() {
    backend.close();
  }

  private Gateway gateway(String server, String streams) throws Exception {
    return TestGateway.start(
        server,
        """
        lanes: { main: { limit: 4, waiters: 4 } }
        backends: { main: { %s } }
        routes:
          - { name: all, path: /*, kind: read, lane: main, backend: main, timeout: 1s,
              streams: { %s } }
        """
            .formatted(backend.options(), streams));
  }

  private Gateway gateway() throws Exception {
    return gateway("maxDeadline: 30s", "max: 2");
  }

  private static int listen(RawFrames client) throws IOException {
    int stream = client.request("GET", "/Events", true, "accept: text/event-stream");
    RawFrames.Frame head = requireNonNull(client.next(stream));
    assertThat(head.fields()).containsEntry("content-type", "text/event-stream");
    assertThat(head.isLast()).isFalse();
    return stream;
  }

  private void say(int call, String event) {
    backend.answer(call).write("data: " + event + "\n\n");
  }

  private static String event(RawFrames client, int stream) throws IOException {
    RawFrames.Frame frame = requireNonNull(client.next(stream));
    return frame.text().isEmpty() ? event(client, stream) : frame.text().strip();
  }

  private static void awaitClosed(Gateway gateway, String reason) {
    await()
        .until(
            () ->
                WsRig.metric(gateway, "sluice_streams_closed_total reason=\"" + reason + "\"")
                    == 1);
    assertThat(gateway.state().inFlight()).isZero();
  }

  @Test
  void eachEvent_isThereBeforeTheNext_andNoPermitIsHeldMeanwhile() throws Exception {
    try (var gateway = gateway();
        var client = new RawFrames(gateway.port())) {
      int stream = listen(client);
      for (int i = 1; i <= 3; i++) {
        say(0, "" + i);
        assertThat(event(client, stream)).isEqualTo("data: " + i);
        assertThat(WsRig.metric(gateway, "sluice_lane_in_flight")).isZero();
        assertThat(WsRig.metric(gateway, "sluice_streams_open")).isEqualTo(1);
        // Another request's whole time goes by.
        assertThat(client.answer(client.request("GET", "/Silent", true)).status()).isEqualTo(504);
      }
      backend.answer(0).end();
      assertThat(client.answer(stream).reset()).isEqualTo(-1);
      awaitClosed(gateway, "none");
    }
  }

  @Test
  void aClientThatResets_endsTheBackendsExchange_andNothingElse() throws Exception {
    try (var gateway = gateway();
        var client = new RawFrames(gateway.port())) {
      int leaving = listen(client);
      int staying = listen(client);
      client.reset(leaving, 8);

      await().until(() -> backend.resets.contains(8L));
      awaitOpen(gateway, 1);
      say(1, "on");
      assertThat(event(client, staying)).isEqualTo("data: on");
    }
  }

  private static void awaitOpen(Gateway gateway, int open) {
    await().until(() -> WsRig.metric(gateway, "sluice_streams_open") == open);
  }

  @Test
  void drain_endsItCleanly_andSaysGoAway() throws Exception {
    try (var gateway = gateway();
        var client = new RawFrames(gateway.port())) {
      int stream = listen(client);
      var drained = CompletableFuture.supplyAsync(gateway::drain);

      assertThat(client.answer(stream).reset()).isEqualTo(-1);
      client.await(RawFrames.GOAWAY);
      assertThat(drained.get()).isTrue();
      await().until(() -> backend.resets.contains(8L));
    }
  }

  @Test
  void aBackendThatDies_isACut_notAnEnd() throws Exception {
    try (var gateway = gateway();
        var client = new RawFrames(gateway.port())) {
      int stream = listen(client);
      backend.answer(0).reset(2);

      assertThat(client.answer(stream).reset()).isEqualTo(2);
      awaitClosed(gateway, "upstream-truncated");
      assertThat(client.answer(client.request("GET", "/Unary", true)).status()).isEqualTo(200);
    }
  }

  @Test
  void anHttp1BackendThatDies_isACutToo() throws Exception {
    try (var dying =
            new RawServer(
                connection -> {
                  connection.readHead();
                  connection.write(
                      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                          + "Transfer-Encoding: chunked\r\n\r\n9\r\ndata: 1\n\n\r\n");
                  next.acquire();
                  connection.close();
                });
        var gateway = TestGateway.start(WsRig.config(dying.url(), "max: 2"));
        var client = new RawFrames(gateway.port())) {
      int stream = listen(client);
      assertThat(event(client, stream)).isEqualTo("data: 1");
      next.release();

      assertThat(client.answer(stream).reset()).isEqualTo(2);
      awaitClosed(gateway, "upstream-truncated");
    }
  }

  @Test
  void theDoorsIdleTimer_waitsForTheLastStream_howeverItEnds() throws Exception {
    try (var gateway = gateway("maxDeadline: 1s, idleTimeout: 2s", "max: 4");
        var client = new RawFrames(gateway.port());
        var plain = new RawFrames(gateway.port())) {
      int first = listen(client);
      int second = listen(client);
      int third = listen(client);
      assertThat(plain.answer(plain.request("GET", "/Unary", true)).status()).isEqualTo(200);
      assertThat(plain.isClosedByServer()).isTrue(); // by the timer that started later
      backend.answer(0).end();
      assertThat(client.answer(first).reset()).isEqualTo(-1);
      backend.answer(1).reset(2);
      assertThat(client.answer(second).reset()).isEqualTo(2);
      try (var later = new RawFrames(gateway.port())) {
        assertThat(later.answer(later.request("GET", "/Unary", true)).status()).isEqualTo(200);
        assertThat(later.isClosedByServer()).isTrue();
      }
      client.frame(RawFrames.PING, 0, 0, new byte[8]);
      client.await(RawFrames.PING);
      client.reset(third, 8);

      assertThat(client.isClosedByServer()).isTrue();
    }
  }
}
