package io.sluice.library;

import static io.sluice.library.Calls.loanBody;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointsIT {
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private LibraryServer server;

  @BeforeEach
  void start() throws Exception {
    LibraryOptions options =
        LibraryOptions.defaults()
            .withPort(0)
            .withEndpoints(3)
            .withEventLoops(2)
            .withServiceTime(Duration.ZERO);
    server =
        LibraryServer.start(null, options)
            .toCompletionStage()
            .toCompletableFuture()
            .get(60, TimeUnit.SECONDS);
  }

  @AfterEach
  void close() throws Exception {
    server.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    client.shutdownNow();
  }

  @Test
  void endpoints_shareOneDatabase_andAreCountedEach() throws Exception {
    assertThat(server.ports()).hasSize(3).doesNotHaveDuplicates();

    assertThat(lend(1, "k").statusCode()).isEqualTo(201);
    assertThat(lend(3, "k").statusCode()).isEqualTo(200);

    assertThat(endpoint(1).getLong("calls")).isEqualTo(1);
    assertThat(endpoint(2).getLong("calls")).isZero();
    assertThat(endpoint(3).getLong("calls")).isEqualTo(1);
    assertThat(server.stats().loans()).isEqualTo(1);
    assertThat(server.stats().repeats()).isEqualTo(1);
  }

  @Test
  void deadEndpoint_refusesConnections_untilItIsBackAtItsPort() throws Exception {
    turn("{\"2\":{\"up\":false}}");

    await()
        .untilAsserted(
            () -> assertThatThrownBy(() -> lend(2, "a")).isInstanceOf(ConnectException.class));
    assertThat(lend(1, "a").statusCode()).isEqualTo(201);
    assertThat(endpoint(2).getBoolean("up")).isFalse();

    turn("{\"2\":{\"up\":true}}");
    await()
        .ignoreExceptionsInstanceOf(ConnectException.class)
        .until(() -> lend(2, "a").statusCode() == 200);
  }

  @Test
  void dyingEndpoint_cutsWhatIsUnderWay() throws Exception {
    server.knobs().change(new JsonObject("{\"channels\":{\"mail\":{\"silent\":true}}}"));
    var waiting =
        client.sendAsync(
            request(2, "/notifications/mail").POST(BodyPublishers.noBody()).build(),
            BodyHandlers.ofString());
    await().until(() -> server.stats().swallowed() == 1);
    assertThat(waiting).isNotDone();

    turn("{\"2\":{\"up\":false}}");

    assertThat(waiting)
        .failsWithin(Duration.ofSeconds(20))
        .withThrowableThat()
        .withCauseInstanceOf(IOException.class);
  }

  @Test
  void silentChannel_holdsNoWorker() throws Exception {
    server.knobs().change(new JsonObject("{\"channels\":{\"push\":{\"silent\":true}}}"));
    for (int i = 0; i < 20; i++) {
      var unused =
          client.sendAsync(
              request(1, "/notifications/push").POST(BodyPublishers.noBody()).build(),
              BodyHandlers.ofString());
    }
    await().until(() -> server.stats().swallowed() == 20);

    assertThat(lend(1, "a").statusCode()).isEqualTo(201);
    assertThat(server.stats().inFlight()).isZero();
  }

  @Test
  void strain_isThatOfOneEndpoint() throws Exception {
    turn("{\"3\":{\"failureRate\":1}}");

    assertThat(lend(3, "a").statusCode()).isEqualTo(500);
    assertThat(lend(1, "a").statusCode()).isEqualTo(201);

    turn("{\"3\":{\"failureRate\":0,\"slowdown\":10}}");
    assertThat(lend(3, "a").statusCode()).isEqualTo(200);
    assertThat(endpoint(3).getDouble("slowdown")).isEqualTo(10);
  }

  @Test
  void ledger_knowsWhoHasNoLoan_andWhoHasSeveral() throws Exception {
    post(1, "/loans", "{\"isbn\":\"" + Catalogue.isbn(1) + "\",\"memberId\":\"once\"}");
    post(1, "/loans", "{\"isbn\":\"" + Catalogue.isbn(1) + "\",\"memberId\":\"twice\"}");
    post(2, "/loans", "{\"isbn\":\"" + Catalogue.isbn(2) + "\",\"memberId\":\"twice\"}");
    lend(1, "k");

    JsonObject all = new JsonObject(send(request(1, "/ledger").GET()).body());
    HttpResponse<String> some =
        post(1, "/ledger/members", "{\"members\":[\"once\",\"twice\",\"never\",\"nobody\"]}");

    assertThat(all).isEqualTo(new JsonObject().put("loans", 4).put("keys", 1));
    assertThat(new JsonObject(some.body()))
        .isEqualTo(new JsonObject().put("asked", 4).put("without", 2).put("several", 1));
    assertThat(post(1, "/ledger/members", "{\"members\":7}").statusCode()).isEqualTo(400);
    assertThat(post(1, "/ledger/members", "nonsense").statusCode()).isEqualTo(400);
    assertThat(post(1, "/ledger", "").statusCode()).isEqualTo(405);
    assertThat(send(request(1, "/ledger/members").GET()).statusCode()).isEqualTo(405);
    assertThat(server.stats().finished()).as("not the library's business").isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"4\":{\"up\":true}} | 4: unknown (expected: 1..3)",
        "{\"0\":{\"up\":true}} | 0: unknown (expected: 1..3)",
        "{\"1\":7} | 1: 7 (expected: an object)",
        "{\"1\":{\"down\":true}} | down: unknown (expected: up, slowdown, failureRate)",
        "{\"1\":{\"up\":1}} | up: 1 (expected: true or false)",
        "{\"1\":{\"slowdown\":\"x\"}} | slowdown: x (expected: a number)",
        "{\"1\":{\"slowdown\":0.5}} | slowdown: 0.5 (expected: 1..1000)",
        "{\"1\":{\"failureRate\":2}} | failureRate: 2.0 (expected: 0..1)",
        "{\"1\":{\"slowdown\":2},\"2\":{\"slowdown\":0}} | slowdown: 0.0 (expected: 1..1000)",
        "{\"1\":{\"up\":false},\"2\":{\"up\":false},\"3\":{\"up\":false}} | up: false for all"
      })
  void nonsense_changesNothing(String wanted, String sentence) throws Exception {
    HttpResponse<String> answer = post(1, "/endpoints", wanted);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(new JsonObject(answer.body()).getString("error")).contains(sentence);
    for (int number = 1; number <= 3; number++) {
      assertThat(endpoint(number).getBoolean("up")).isTrue();
      assertThat(endpoint(number).getDouble("slowdown")).isEqualTo(1);
    }
  }

  private void turn(String knobs) throws Exception {
    assertThat(post(1, "/endpoints", knobs).statusCode()).isEqualTo(200);
  }

  private JsonObject endpoint(int number) throws Exception {
    return new JsonObject(send(request(1, "/endpoints").GET()).body())
        .getJsonObject(Integer.toString(number));
  }

  private HttpResponse<String> lend(int endpoint, String key) throws Exception {
    return send(
        request(endpoint, "/loans")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(loanBody(1))));
  }

  private HttpResponse<String> post(int endpoint, String path, String body) throws Exception {
    return send(request(endpoint, path).POST(BodyPublishers.ofString(body)));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(int endpoint, String path) {
    int port = server.ports().get(endpoint - 1);
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .timeout(Duration.ofSeconds(30));
  }
}
