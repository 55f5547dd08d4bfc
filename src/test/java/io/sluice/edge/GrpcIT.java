package io.sluice.edge;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** gRPC calls over HTTP/2, from end to end. */
class GrpcIT {
  private static final String GRPC = "content-type: application/grpc";

  private GrpcBackend backend;
  private Gateway gateway;
  private RawFrames client;

  @BeforeEach
  void start() throws Exception {
    backend = new GrpcBackend();
    gateway =
        TestGateway.start(
            """
            lanes: { main: { limit: 4, waiters: 0 }, other: { limit: 4, waiters: 0 } }
            backends:
              main: { %s }
              down: { endpoints: ["http://127.0.0.1:1"], protocol: h2, connectTimeout: 1s }
            routes:
              - { name: down, path: /down/*, tier: p0, lane: other, backend: down, timeout: 20s }
              - { name: reads, path: /calls/*, methods: [POST], kind: read, tier: p0, lane: main,
                  backend: main, timeout: 20s }
            """
                .formatted(backend.options()));
    client = new RawFrames(gateway.port());
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    gateway.close();
    backend.close();
  }

  private int call(String path, boolean end, String... more) throws Exception {
    var fields = new ArrayList<String>();
    fields.add(GRPC);
    fields.add("te: trailers");
    fields.addAll(java.util.List.of(more));
    return client.request("POST", path, end, fields.toArray(String[]::new));
  }

  /** The only frame of an answer that is all head: what else would be no gRPC. */
  private RawFrames.Frame only(int stream) throws Exception {
    RawFrames.Frame head = requireNonNull(client.next(stream));
    assertThat(head.type()).isEqualTo(RawFrames.HEADERS);
    assertThat(head.isLast()).isTrue();
    assertThat(head.fields()).containsEntry(":status", "200");
    return head;
  }

  private String grpcStatus(int stream) throws Exception {
    return String.valueOf(only(stream).fields().get("grpc-status"));
  }

  @Test
  void unary_hasItsAnswer_withItsTrailers_andItsTimeGetsLess() throws Exception {
    int stream = call("/calls/Unary", false, "grpc-timeout: 5S");
    client.data(stream, "question", true);
    var answer = client.answer(stream);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("content-type")).isEqualTo("application/grpc");
    assertThat(answer.body()).isEqualTo("answer");
    assertThat(answer.trailers())
        .containsEntry("grpc-status", "0")
        .containsEntry("grpc-message", "well%20done")
        .containsEntry("trace-bin", "AAEC");
    assertThat(backend.message()).isEqualTo("question");
    var seen = backend.requests.getFirst();
    assertThat(seen.getHeader("te")).isEqualTo("trailers");
    assertThat(seen.getHeader("grpc-timeout")).matches("4[0-4]\\d{2}m");
  }

  @Test
  void anAnswerThatIsAllHead_staysOne() throws Exception {
    var head = only(call("/calls/Only", true));

    assertThat(head.fields())
        .containsEntry("grpc-status", "5")
        .containsEntry("grpc-message", "none");
  }

  @Test
  void messages_goBothWays_beforeEitherSideHasEnded() throws Exception {
    int stream = call("/calls/Echo", false);
    var head = requireNonNull(client.next(stream));
    assertThat(head.fields()).containsEntry(":status", "200");
    assertThat(head.isLast()).isFalse();
    for (String message : new String[] {"one", "two", "three"}) {
      client.data(stream, message, false);
      assertThat(backend.message()).isEqualTo(message);
      assertThat(requireNonNull(client.next(stream)).text()).isEqualTo(message);
    }
    client.data(stream, "", true);

    assertThat(client.answer(stream).trailers()).containsEntry("grpc-status", "0");
  }

  @Test
  void clientStreaming_isNotHeldBack_thoughNothingIsAnswered() throws Exception {
    int stream = call("/calls/Unary", false);
    client.data(stream, "one", false);
    assertThat(backend.message()).isEqualTo("one");
    client.data(stream, "two", true);

    assertThat(backend.message()).isEqualTo("two");
    assertThat(client.answer(stream).trailers()).containsEntry("grpc-status", "0");
  }

  @Test
  void shed_isToldInTheHead_withItsPushback_whateverIsStillBeingSent() throws Exception {
    for (int i = 0; i < 4; i++) {
      call("/calls/Silent", true);
    }
    await().until(() -> backend.requests.size() == 4);
    int refused = call("/calls/Unary", false);
    var head = only(refused);

    assertThat(head.fields()).containsEntry("grpc-status", "8").containsKey("grpc-message");
    assertThat(Long.parseLong(head.fields().get("grpc-retry-pushback-ms"))).isPositive();
    assertThat(requireNonNull(client.next(refused)).type()).isEqualTo(RawFrames.RESET);
  }

  @Test
  void whatCannotBeDone_isToldInTheHead() throws Exception {
    assertThat(grpcStatus(call("/calls/Silent", true, "grpc-timeout: 200m"))).isEqualTo("4");
    await().until(() -> backend.resets.contains(8L));
    assertThat(grpcStatus(call("/down/Unary", true))).isEqualTo("14");
    assertThat(grpcStatus(call("/calls/Refused", true))).isEqualTo("14");
    assertThat(grpcStatus(call("/nowhere/Unary", true))).isEqualTo("12");
    assertThat(grpcStatus(client.request("GET", "/calls/Unary", true, GRPC))).isEqualTo("12");
  }

  @Test
  void aFlawedHead_isToldSo_inItsCallersLanguage() throws Exception {
    assertThat(grpcStatus(call("/calls/%zz", true))).isEqualTo("13");
    assertThat(grpcStatus(call("/calls/Unary", true, "x-long: " + "a".repeat(20_000))))
        .isEqualTo("8");
    assertThat(grpcStatus(client.request("TRACE", "/calls/Unary", true, GRPC))).isEqualTo("12");
    assertThat(client.answer(client.request("POST", "/calls/%zz", true)).status()).isEqualTo(400);
  }

  @Test
  void whatCannotGoOn_isToldInTrailers() throws Exception {
    int dying = call("/calls/Head", true);
    assertThat(requireNonNull(client.next(dying)).isLast()).isFalse();
    await().until(() -> backend.requests.size() == 1);
    backend.answer(0).reset(2);
    var cut = client.answer(dying);
    assertThat(cut.trailers()).containsEntry("grpc-status", "14");
    assertThat(cut.trailers()).containsEntry("x-sluice-reason", "upstream-truncated");

    int late = call("/calls/Head", true, "grpc-timeout: 300m");
    assertThat(requireNonNull(client.next(late)).isLast()).isFalse();
    assertThat(client.answer(late).trailers()).containsEntry("grpc-status", "4");
    await().until(() -> gateway.state().requests() == 0);
  }

  @Test
  void drain_saysGoAway_andCallsUnderWayFinish() throws Exception {
    int stream = call("/calls/Echo", false);
    assertThat(requireNonNull(client.next(stream)).isLast()).isFalse();
    var drained = CompletableFuture.supplyAsync(gateway::drain);
    await().until(() -> RawClient.get(gateway.adminPort(), "/readyz").status() == 503);
    client.data(stream, "still", true);

    var answer = client.answer(stream);
    assertThat(answer.body()).isEqualTo("still");
    assertThat(answer.trailers()).containsEntry("grpc-status", "0");
    client.await(RawFrames.GOAWAY);
    assertThat(client.isClosedByServer()).isTrue();
    assertThat(drained.get()).isTrue();
  }
}
