package io.sluice.client;

import static io.sluice.client.ToldServer.hangUp;
import static io.sluice.client.ToldServer.silence;
import static io.sluice.client.ToldServer.status;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.client.ToldServer.Arrival;
import io.sluice.options.Share;
import io.sluice.retry.BudgetOptions;
import io.sluice.retry.Why;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.junit5.VertxExtension;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(VertxExtension.class)
class CooperativeClientIT {
  private static final CooperativeOptions QUICK =
      CooperativeOptions.DEFAULT.withBackoff(new Backoff(1, 10, 1));

  private Vertx vertx;

  @BeforeEach
  void keep(Vertx provided) {
    vertx = provided;
  }

  private CooperativeAnswer answer(CooperativeRequest request) throws Exception {
    return result(CooperativeClient.create(vertx, QUICK).send(request));
  }

  private CooperativeException failure(CooperativeRequest request) throws Exception {
    try {
      throw new AssertionError("answered: " + answer(request));
    } catch (ExecutionException e) {
      return (CooperativeException) Objects.requireNonNull(e.getCause());
    }
  }

  private static <T> T result(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(20, SECONDS);
  }

  private static long gapMillis(ToldServer server) {
    List<Arrival> arrivals = server.arrivals;
    return (arrivals.get(1).nanos() - arrivals.get(0).nanos()) / 1_000_000;
  }

  // ---- when

  @Test
  void refused_comesBackNotBeforeItWasTold_andSaysWhoItIs() throws Exception {
    var server = new ToldServer(vertx, status(429, "retry-after-ms", "300"), status(201));

    CooperativeAnswer answer =
        answer(
            CooperativeRequest.post(server.url("/loans"), Buffer.buffer("{}"))
                .withHeader("x-mine", "yes")
                .withIdempotencyKey("key-1"));

    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.succeeded()).isTrue();
    assertThat(answer.attempts()).isEqualTo(2);
    assertThat(gapMillis(server)).isGreaterThanOrEqualTo(300);
    assertThat(server.arrivals).extracting(Arrival::attempt).containsExactly(1, 2);
    assertThat(server.arrivals).extracting(Arrival::key).containsOnly("key-1");
    assertThat(server.arrivals).extracting(Arrival::header).containsOnly("yes");
    assertThat(server.arrivals.get(0).id())
        .matches("[0-9a-f]{32}")
        .isEqualTo(server.arrivals.get(1).id());
    assertThat(server.arrivals.get(0).timeoutMillis()).isBetween(1L, 3000L);
    assertThat(server.arrivals.get(1).timeoutMillis())
        .isBetween(1L, server.arrivals.get(0).timeoutMillis() - 300);
  }

  @Test
  void refusedUntilADate_comesBackThen_byTheServersOwnClock() throws Exception {
    var refusal =
        status(
            503,
            "date",
            "Mon, 30 Nov 2026 12:00:00 GMT",
            "retry-after",
            "Mon, 30 Nov 2026 12:00:01 GMT");
    var server = new ToldServer(vertx, refusal, status(200));

    assertThat(answer(CooperativeRequest.get(server.url("/"))).attempts()).isEqualTo(2);
    assertThat(gapMillis(server)).isGreaterThanOrEqualTo(1000);
  }

  @Test
  void refusedWithAProblem_followsItsHints() throws Exception {
    var server =
        new ToldServer(
            vertx,
            request ->
                request
                    .response()
                    .setStatusCode(429)
                    .putHeader("content-type", "application/problem+json")
                    .end("{\"hints\":{\"baseMs\":200,\"maxMs\":500,\"jitterMs\":1}}"),
            status(200));

    assertThat(answer(CooperativeRequest.get(server.url("/"))).attempts()).isEqualTo(2);
    assertThat(gapMillis(server)).isGreaterThanOrEqualTo(200);
  }

  @Test
  void toldToComeTooLate_takesTheRefusal() throws Exception {
    var server = new ToldServer(vertx, status(429, "retry-after", "5"));

    CooperativeAnswer answer = answer(CooperativeRequest.get(server.url("/")));

    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.why()).isEqualTo(Why.DEADLINE);
    assertThat(server.arrivals).hasSize(1);
  }

  @Test
  void refusedAgainAndAgain_stopsAfterItsAttempts() throws Exception {
    var server = new ToldServer(vertx, status(429, "retry-after-ms", "1"));

    CooperativeAnswer answer = answer(CooperativeRequest.get(server.url("/")));

    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.why()).isEqualTo(Why.ATTEMPTS);
    assertThat(server.arrivals).extracting(Arrival::attempt).containsExactly(1, 2, 3);
    assertThat(server.arrivals).extracting(Arrival::timeoutMillis).doesNotHaveDuplicates();
  }

  @Test
  void refusedByTheHundred_stopsAtItsBudget() throws Exception {
    var server = new ToldServer(vertx, status(429, "retry-after-ms", "1"));
    var client = CooperativeClient.create(vertx, QUICK);
    List<Future<CooperativeAnswer>> answers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      answers.add(client.send(CooperativeRequest.get(server.url("/"))));
    }
    for (Future<CooperativeAnswer> answer : answers) {
      assertThat(result(answer).status()).isEqualTo(429);
    }
    assertThat(server.arrivals.size()).isBetween(103, 120);
    assertThat(client.budget().granted()).isEqualTo(server.arrivals.size() - 100L);
    assertThat(client.budget().refused()).isPositive();
  }

  // ---- what not

  @ParameterizedTest
  @ValueSource(ints = {200, 204, 304, 400, 404, 409, 422, 500, 502, 504})
  void answered_isNotAskedAgain(int status) throws Exception {
    var server = new ToldServer(vertx, status(status, "retry-after-ms", "1"));

    CooperativeAnswer answer = answer(CooperativeRequest.get(server.url("/")));

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.why()).isEqualTo(Why.ANSWERED);
    assertThat(server.arrivals).hasSize(1);
  }

  @Test
  void writeWithoutAKey_isNotRepeated_afterAReset() throws Exception {
    var server = new ToldServer(vertx, hangUp(), status(201));

    CooperativeException failure =
        failure(CooperativeRequest.post(server.url("/loans"), Buffer.buffer("{}")));

    assertThat(failure.why()).isEqualTo(Why.OUTCOME_UNKNOWN);
    assertThat(failure.attempts()).isEqualTo(1);
    assertThat(server.arrivals).hasSize(1);
  }

  @Test
  void writeWithAKey_isRepeated_afterAReset() throws Exception {
    var server = new ToldServer(vertx, hangUp(), status(201));

    CooperativeAnswer answer =
        answer(
            CooperativeRequest.post(server.url("/loans"), Buffer.buffer("{}"))
                .withIdempotencyKey("k"));

    assertThat(answer.status()).isEqualTo(201);
    assertThat(server.arrivals).extracting(Arrival::key).containsExactly("k", "k");
  }

  @Test
  void read_isRepeated_afterAReset() throws Exception {
    var server = new ToldServer(vertx, hangUp(), hangUp(), status(200));
    assertThat(answer(CooperativeRequest.get(server.url("/"))).attempts()).isEqualTo(3);
  }

  @Test
  void writeThatWasNeverSent_isRepeated_andStopsAfterItsAttempts() throws Exception {
    int deadPort;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      deadPort = socket.getLocalPort();
    }
    String url = "http://127.0.0.1:" + deadPort + "/loans";

    CooperativeException failure = failure(CooperativeRequest.post(url, Buffer.buffer("{}")));

    assertThat(failure.why()).isEqualTo(Why.ATTEMPTS);
    assertThat(failure.attempts()).isEqualTo(3);
  }

  // ---- its end

  @Test
  void unanswered_isReset_whenItsTimeIsOver() throws Exception {
    var server = new ToldServer(vertx, silence());

    CooperativeException failure =
        failure(CooperativeRequest.get(server.url("/")).withTimeout(Duration.ofMillis(200)));

    assertThat(failure.why()).isEqualTo(Why.DEADLINE);
    assertThat(failure.attempts()).isEqualTo(1);
    awaitClosed(server);
  }

  @Test
  void unansweredWrite_hasAnUnknownOutcome() throws Exception {
    var server = new ToldServer(vertx, silence());

    CooperativeException failure =
        failure(
            CooperativeRequest.post(server.url("/loans"), Buffer.buffer("{}"))
                .withTimeout(Duration.ofMillis(200)));

    assertThat(failure.why()).isEqualTo(Why.OUTCOME_UNKNOWN);
    awaitClosed(server);
  }

  @Test
  void answerThatIsTooLong_isResetAndFails() throws Exception {
    var server =
        new ToldServer(vertx, request -> request.response().end(Buffer.buffer(new byte[2000])));
    var client = CooperativeClient.create(vertx, QUICK.withMaxAnswerBytes(1999));
    CooperativeRequest request = CooperativeRequest.get(server.url("/"));
    assertThatThrownBy(() -> result(client.send(request)))
        .hasRootCauseMessage("an answer of more than 1999 bytes");
    assertThat(server.arrivals).hasSize(1);

    var wider = CooperativeClient.create(vertx, QUICK.withMaxAnswerBytes(2000));
    assertThat(result(wider.send(CooperativeRequest.get(server.url("/")))).body().length())
        .isEqualTo(2000);
  }

  private static void awaitClosed(ToldServer server) {
    Awaitility.await().until(() -> server.closedEarly.get() > 0);
  }

  // ---- what cannot be asked

  @ParameterizedTest
  @ValueSource(strings = {"", "/loans", "ftp://host/", "http:///x", "http://a b/"})
  void urlThatCannotBeCalled_isRefused(String url) {
    assertThatIllegalArgumentException().isThrownBy(() -> CooperativeRequest.get(url));
  }

  @Test
  void optionsThatCannotBe_areRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> QUICK.withAttempts(0));
    assertThatIllegalArgumentException().isThrownBy(() -> QUICK.withMaxAnswerBytes(-1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CooperativeRequest.get("http://a").withTimeout(Duration.ZERO));
    var none = new BudgetOptions(Share.NONE, 0, 1);
    assertThat(QUICK.withBudget(none).budget()).isEqualTo(none);
  }
}
