package io.sluice.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.TestGateway;
import io.sluice.options.Share;
import io.sluice.retry.BudgetOptions;
import io.sluice.retry.Why;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The client and the gateway as they are meant for each other. */
@ExtendWith(VertxExtension.class)
class CooperativeClientAtAGatewayIT {
  private static final long WORK_MILLIS = 50;

  private static final String LANE_OF_FOUR =
      """
      hints: { max: 1s, jitter: 100ms }
      lanes: { main: { limit: 4 } }
      backends: { app: { endpoints: ["%s"] } }
      routes:
        - { name: light, methods: [GET], path: /light, kind: refresh, lane: main, backend: app }
        - { name: loans, methods: [POST], path: /loans, kind: write, lane: main, backend: app }
      """;

  private static <T> T result(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(30, SECONDS);
  }

  @Test
  void moreThanTheLaneHolds_allGetThrough_byComingBackWhenTold(Vertx vertx) throws Exception {
    var backend =
        new ToldServer(
            vertx, request -> vertx.setTimer(WORK_MILLIS, id -> request.response().end("done")));
    var generous = new BudgetOptions(Share.ALL, 1000, 1000);
    var client =
        CooperativeClient.create(
            vertx, CooperativeOptions.DEFAULT.withAttempts(20).withBudget(generous));
    try (var gateway = TestGateway.start(LANE_OF_FOUR.formatted(backend.url("")))) {
      String url = "http://127.0.0.1:" + gateway.port() + "/light";
      List<Future<CooperativeAnswer>> answers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        answers.add(client.send(CooperativeRequest.get(url).withTimeout(Duration.ofSeconds(20))));
      }
      for (Future<CooperativeAnswer> answer : answers) {
        assertThat(result(answer).status()).isEqualTo(200);
      }
      // One P2 fits beside the reserves of the idle lane, so three were told to come back.
      assertThat(client.budget().granted()).isGreaterThanOrEqualTo(3);
      assertThat(backend.arrivals).hasSize(4);
    }
  }

  @Test
  void backendThatHangsUp_isUnknownToAWrite_andNobodyRepeatsIt(Vertx vertx) throws Exception {
    var backend = new ToldServer(vertx, ToldServer.hangUp());
    var client = CooperativeClient.create(vertx, CooperativeOptions.DEFAULT);
    try (var gateway = TestGateway.start(LANE_OF_FOUR.formatted(backend.url("")))) {
      String url = "http://127.0.0.1:" + gateway.port() + "/loans";

      CooperativeAnswer answer =
          result(
              client.send(
                  CooperativeRequest.of(HttpMethod.POST, url).withBody(Buffer.buffer("{}"))));

      assertThat(answer.status()).isIn(502, 504);
      assertThat(answer.why()).isEqualTo(Why.ANSWERED);
      assertThat(answer.attempts()).isEqualTo(1);
      assertThat(backend.arrivals).hasSize(1);
    }
  }

  /** What {@code src/docs/CLIENT.md} shows, to the letter: {@link ClientDocsTest} compares. */
  private static void borrow(Vertx vertx, String gateway, String json, String loanId, Logger log) {
    var client = CooperativeClient.create(vertx, CooperativeOptions.DEFAULT);
    var loan =
        CooperativeRequest.post(gateway + "/loans", Buffer.buffer(json))
            .withHeader("content-type", "application/json")
            .withIdempotencyKey(loanId)
            .withTimeout(Duration.ofSeconds(2));
    client
        .send(loan)
        .onSuccess(answer -> log.info(answer.status() + " after " + answer.attempts()))
        .onFailure(
            e -> {
              var why = e instanceof CooperativeException no ? no.why() : Why.ANSWERED;
              log.warning(why == Why.OUTCOME_UNKNOWN ? "verify before asking again" : why.code());
            });
  }

  @Test
  void exampleOfTheDocs_works(Vertx vertx) throws Exception {
    var backend = new ToldServer(vertx, ToldServer.status(201));
    var said = new LinkedBlockingQueue<String>();
    var log = Logger.getAnonymousLogger();
    log.setUseParentHandlers(false);
    log.setFilter(record -> said.add(record.getMessage()));
    try (var gateway = TestGateway.start(LANE_OF_FOUR.formatted(backend.url("")))) {
      borrow(vertx, "http://127.0.0.1:" + gateway.port(), "{}", "loan-1", log);
      assertThat(said.poll(30, SECONDS)).isEqualTo("201 after 1");
      assertThat(backend.arrivals).extracting(ToldServer.Arrival::key).containsExactly("loan-1");
    }
  }
}
