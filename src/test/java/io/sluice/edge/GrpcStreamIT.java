package io.sluice.edge;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** gRPC calls of a route that says they are streams. */
class GrpcStreamIT {
  private GrpcBackend backend;

  @BeforeEach
  void start() {
    backend = new GrpcBackend();
  }

  @AfterEach
  void stop() {
    backend.close();
  }

  private Gateway gateway(String streams) throws Exception {
    return gateway(backend.options(), streams);
  }

  private static Gateway gateway(String backend, String streams) throws Exception {
    return gateway("maxDeadline: 30s", backend, streams);
  }

  private static Gateway gateway(String server, String backend, String streams) throws Exception {
    return TestGateway.start(
        server,
        """
        lanes: { main: { limit: 4, waiters: 0 } }
        backends: { main: { %s } }
        routes:
          - { name: all, path: /*, kind: read, tier: p0, lane: main, backend: main, timeout: 1s,
              streams: { grpc: true, %s } }
        """
            .formatted(backend, streams));
  }

  private static int call(RawFrames client, String name, String... more) throws IOException {
    var fields = new String[more.length + 1];
    fields[0] = "content-type: application/grpc";
    System.arraycopy(more, 0, fields, 1, more.length);
    return client.request("POST", "/calls/" + name, false, fields);
  }

  private static Map<String, String> head(RawFrames client, int stream, boolean last)
      throws IOException {
    RawFrames.Frame head = requireNonNull(client.next(stream));
    assertThat(head.isLast()).isEqualTo(last);
    assertThat(head.fields()).containsEntry(":status", "200");
    return head.fields();
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
  void fromWhenItIsSent_itHoldsNoPermit_andHasNoDeadline_thoughNothingIsAnswered()
      throws Exception {
    try (var gateway = gateway("max: 2");
        var client = new RawFrames(gateway.port())) {
      int stream = call(client, "Unary", "grpc-timeout: 1H");
      for (String message : new String[] {"one", "two"}) {
        client.data(stream, message, false);
        assertThat(backend.message()).isEqualTo(message);
        assertThat(WsRig.metric(gateway, "sluice_lane_in_flight")).isZero();
        assertThat(WsRig.metric(gateway, "sluice_streams_open")).isEqualTo(1);
        assertThat(WsRig.metric(gateway, "sluice_requests_open")).isZero();
        // Another request's whole time goes by.
        var late = client.answer(client.request("POST", "/calls/Silent", true));
        assertThat(late.status()).isEqualTo(504);
      }
      client.data(stream, "three", true);

      var answer = client.answer(stream);
      assertThat(answer.body()).isEqualTo("answer");
      assertThat(answer.trailers()).containsEntry("grpc-status", "0");
      assertThat(backend.requests.getFirst().getHeader("grpc-timeout")).isEqualTo("1H");
      awaitClosed(gateway, "none");
    }
  }

  @Test
  void messages_goBothWays_andAnEmptyRequestIsNoObstacle() throws Exception {
    try (var gateway = gateway("max: 2");
        var client = new RawFrames(gateway.port())) {
      int stream = call(client, "Echo");
      head(client, stream, false);
      client.data(stream, "one", false);
      assertThat(requireNonNull(client.next(stream)).text()).isEqualTo("one");
      client.data(stream, "", true);
      assertThat(client.answer(stream).trailers()).containsEntry("grpc-status", "0");

      int only =
          client.request("POST", "/calls/Only", true, "content-type: application/grpc+proto");
      assertThat(head(client, only, true)).containsEntry("grpc-status", "5");
      await().until(() -> gateway.state().inFlight() == 0);
    }
  }

  @Test
  void oneTooMany_isRefused_beforeItsBackendHearsOfIt() throws Exception {
    try (var gateway = gateway("max: 1");
        var client = new RawFrames(gateway.port())) {
      call(client, "Unary");
      await().until(() -> backend.requests.size() == 1);
      var refused = head(client, call(client, "Unary"), true);

      assertThat(refused)
          .containsEntry("grpc-status", "8")
          .containsEntry("x-sluice-reason", "streams-full")
          .containsKey("grpc-retry-pushback-ms");
      assertThat(backend.requests).hasSize(1);
      assertThat(client.answer(client.request("POST", "/calls/Unary", true)).status())
          .isEqualTo(200); // no gRPC, no stream
    }
  }

  @Test
  void drain_tellsThemToComeBack_whetherTheyHaveBegunToAnswerOrNot() throws Exception {
    try (var gateway = gateway("max: 2");
        var client = new RawFrames(gateway.port())) {
      int silent = call(client, "Unary");
      int begun = call(client, "Head");
      head(client, begun, false);
      await().until(() -> backend.requests.size() == 2);
      var drained = CompletableFuture.supplyAsync(gateway::drain);

      assertThat(head(client, silent, true))
          .containsEntry("grpc-status", "14")
          .containsEntry("x-sluice-reason", "draining");
      assertThat(client.answer(begun).trailers())
          .containsEntry("grpc-status", "14")
          .containsEntry("x-sluice-reason", "draining");
      client.await(RawFrames.GOAWAY);
      assertThat(drained.get()).isTrue();
      assertThat(backend.resets).hasSizeGreaterThanOrEqualTo(2).containsOnly(8L);
    }
  }

  @Test
  void silence_endsIt_butWhatTheClientSendsIsNone() throws Exception {
    try (var gateway = gateway("max: 2, idleTimeout: 600ms");
        var client = new RawFrames(gateway.port())) {
      int kept = call(client, "Unary");
      int quiet = call(client, "Unary");
      await().until(() -> backend.requests.size() == 2);
      while (WsRig.metric(gateway, "sluice_streams_open") == 2) {
        client.data(kept, "more", false);
        backend.message();
      }
      assertThat(head(client, quiet, true))
          .containsEntry("grpc-status", "14")
          .containsEntry("x-sluice-reason", "stream-idle");
      client.data(kept, "", true);
      assertThat(client.answer(kept).trailers()).containsEntry("grpc-status", "0");
    }
  }

  @Test
  void aBackendThatDies_isTold_beforeItsHeadAndAfter() throws Exception {
    try (var gateway = gateway("max: 2");
        var client = new RawFrames(gateway.port())) {
      assertThat(head(client, call(client, "Refused"), true))
          .containsEntry("grpc-status", "14")
          .containsEntry("x-sluice-reason", "upstream-refused");
      int begun = call(client, "Head");
      head(client, begun, false);
      await().until(() -> backend.requests.size() == 2);
      backend.answer(1).reset(2);

      assertThat(client.answer(begun).trailers())
          .containsEntry("grpc-status", "14")
          .containsEntry("x-sluice-reason", "upstream-truncated");
      awaitClosed(gateway, "upstream-truncated");
    }
  }

  @Test
  void aBackendThatIsDown_isTold_andGivesTheSlotBack() throws Exception {
    try (var gateway =
            gateway(
                "endpoints: ['http://127.0.0.1:1'], protocol: h2, connectTimeout: 300ms",
                "max: 1");
        var client = new RawFrames(gateway.port())) {
      for (int i = 0; i < 3; i++) {
        assertThat(head(client, call(client, "Unary"), true))
            .containsEntry("x-sluice-reason", "connect-failed");
        await().until(() -> gateway.state().inFlight() == 0);
      }
    }
  }

  @Test
  void aClientThatResets_endsTheBackendsCall_andNothingElse() throws Exception {
    try (var gateway = gateway("max: 2");
        var client = new RawFrames(gateway.port())) {
      int leaving = call(client, "Unary");
      int staying = call(client, "Unary");
      await().until(() -> backend.requests.size() == 2);
      client.reset(leaving, 8);

      await().until(() -> backend.resets.contains(8L));
      awaitStreams(gateway, 1);
      client.data(staying, "", true);
      assertThat(client.answer(staying).trailers()).containsEntry("grpc-status", "0");
      awaitClosed(gateway, "client-gone");
    }
  }

  @Test
  void theDoorsIdleTimer_doesNotEndIt() throws Exception {
    try (var gateway = gateway("maxDeadline: 1s, idleTimeout: 2s", backend.options(), "max: 2");
        var client = new RawFrames(gateway.port());
        var plain = new RawFrames(gateway.port())) {
      int silent = call(client, "Unary");
      await().until(() -> backend.requests.size() == 1);
      assertThat(plain.answer(plain.request("POST", "/calls/Unary", true)).status()).isEqualTo(200);
      assertThat(plain.isClosedByServer()).isTrue(); // by the timer that started later
      client.data(silent, "", true);

      assertThat(client.answer(silent).trailers()).containsEntry("grpc-status", "0");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  private static void awaitStreams(Gateway gateway, int open) {
    await().until(() -> WsRig.metric(gateway, "sluice_streams_open") == open);
  }
}
