package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Attempts after the first, seen from both ends; faults that other gateways shipped, by name. */
class RetryIT {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  private static final String BUSY = "HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n%s\r\nbusy";

  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final AtomicInteger requests = new AtomicInteger();

  /** One request on a connection of a backend. */
  private interface Turns {
    void request(int number, RawServer.Connection connection) throws IOException;
  }

  private RawServer scripted(Turns turns) throws IOException {
    return new RawServer(
        connection -> {
          for (String head = connection.readHead(); !head.isEmpty(); head = connection.readHead()) {
            heads.add(head);
            int length = length(head);
            bodies.add(text(connection.read(length)));
            turns.request(requests.incrementAndGet(), connection);
          }
        });
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static int length(String head) {
    return head.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
        .mapToInt(line -> Integer.parseInt(line.substring(15).trim()))
        .findFirst()
        .orElse(0);
  }

  private static Gateway retrying(String retry, String... endpoints) throws Exception {
    return TestGateway.start(
        """
        retryBudget: { minimum: 1000 }
        lanes: { main: { limit: 8 } }
        backends:
          main:
            endpoints: [%s]
            connectTimeout: 200ms
            retry: { %s }
        routes:
          - { name: all, path: /*, lane: main, backend: main, timeout: 5s,
              trustIdempotencyKey: true }
        """
            .formatted(String.join(", ", endpoints), retry));
  }

  private static long forwardedMillis(String head) {
    return head.lines()
        .filter(line -> line.startsWith("x-request-timeout-ms:"))
        .mapToLong(line -> Long.parseLong(line.substring(21).trim()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void refusedRead_isTriedAgain_andTheClientSeesTheSecondAnswerOnly() throws Exception {
    try (var backend =
            scripted((n, to) -> to.write(n == 1 ? BUSY.formatted("X-Failed: yes\r\n") : OK));
        var gateway = retrying("attempts: 3, statuses: [503]", backend.url())) {
      var answer = RawClient.get(gateway.port(), "/");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("ok");
      assertThat(answer.header("x-failed")).isEmpty();
      await().until(() -> gateway.state().requests() == 0);
    }
    assertThat(heads).hasSize(2);
  }

  @Test
  void whenRetriesRunOut_theClientGetsTheLastAnswer() throws Exception {
    try (var backend = scripted((n, to) -> to.write(BUSY.formatted("X-Number: " + n + "\r\n")));
        var gateway = retrying("attempts: 3, statuses: [503]", backend.url())) {
      var answer = RawClient.get(gateway.port(), "/");
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.header("x-number")).isEqualTo("3");
      assertThat(answer.body()).isEqualTo("busy");
    }
  }

  @Test
  void fieldCase17_postWithoutKey_isSentOnce() throws Exception {
    try (var backend = scripted((_, to) -> to.close());
        var gateway = retrying("attempts: 3, on: [reset, stale-connection]", backend.url());
        var client = new RawClient(gateway.port())) {
      var answer = client.send("POST", "/loans", "{}").answer();
      assertThat(answer.status()).isEqualTo(502);
      assertThat(heads).hasSize(1);
    }
  }

  @Test
  void postWithATrustedKey_isSentAgain_withTheSameKey() throws Exception {
    try (var backend =
            scripted(
                (n, to) -> {
                  if (n == 1) {
                    to.close();
                  } else {
                    to.write(OK);
                  }
                });
        var gateway = retrying("attempts: 3, on: [reset]", backend.url());
        var client = new RawClient(gateway.port())) {
      var answer = client.send("POST", "/loans", "{}", "Idempotency-Key: k1").answer();
      assertThat(answer.status()).isEqualTo(200);
    }
    assertThat(heads).hasSize(2).allMatch(head -> head.contains("k1"));
  }

  @Test
  void fieldCase18_reusedConnectionThatCloses_isFollowedByOneAttemptOnAFreshOne() throws Exception {
    var perConnection = new CopyOnWriteArrayList<AtomicInteger>();
    try (var backend =
            new RawServer(
                connection -> {
                  var count = new AtomicInteger();
                  perConnection.add(count);
                  // Every connection takes one request, and closes as the second is on its way.
                  connection.readHead();
                  count.incrementAndGet();
                  connection.write(OK);
                  connection.readHead();
                  count.incrementAndGet();
                  connection.close();
                });
        var gateway = retrying("attempts: 2", backend.url())) {
      for (int i = 0; i < 3; i++) {
        assertThat(RawClient.get(gateway.port(), "/").status()).as("request %d", i).isEqualTo(200);
      }
      assertThat(backend.accepted()).isEqualTo(3);
      try (var client = new RawClient(gateway.port())) {
        assertThat(client.send("POST", "/", "").answer().status()).isIn(200, 502);
      }
    }
  }

  @Test
  void fieldCase18_writeWithoutKey_onAConnectionThatCloses_isNotSentAgain() throws Exception {
    try (var backend =
            new RawServer(
                connection -> {
                  heads.add(connection.readHead());
                  connection.write(OK);
                  heads.add(connection.readHead());
                  connection.close();
                });
        var gateway = retrying("attempts: 2", backend.url())) {
      assertThat(RawClient.get(gateway.port(), "/").status()).isEqualTo(200);
      try (var client = new RawClient(gateway.port())) {
        var answer = client.send("POST", "/loans", "{}").answer();
        assertThat(answer.status()).isEqualTo(502);
        assertThat(answer.header("x-sluice-reason")).isEqualTo("upstream-reset");
      }
    }
    assertThat(heads).filteredOn(head -> head.startsWith("POST")).hasSize(1);
  }

  @Test
  void fieldCase19_bodyIsSentAgainWhole() throws Exception {
    String body = "0123456789".repeat(2000);
    try (var backend = scripted((n, to) -> to.write(n < 3 ? BUSY.formatted("") : OK));
        var gateway = retrying("attempts: 3, statuses: [503]", backend.url());
        var client = new RawClient(gateway.port())) {
      assertThat(client.send("PUT", "/titles/1", body).answer().status()).isEqualTo(200);
    }
    assertThat(bodies).containsExactly(body, body, body);
  }

  @Test
  void fieldCase19_bodyThatIsStillComing_isSentAgainFromItsBeginning_andGoesOn() throws Exception {
    var firstPart = new CountDownLatch(1);
    try (var backend =
            new RawServer(
                connection -> {
                  heads.add(connection.readHead());
                  if (heads.size() == 1) {
                    bodies.add(text(connection.read(5)));
                    connection.write("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
                    firstPart.countDown();
                  } else {
                    bodies.add(text(connection.read(10)));
                    connection.write(OK);
                  }
                });
        var gateway =
            retrying("attempts: 2, statuses: [503], backoff: { base: 1ms }", backend.url());
        var client = new RawClient(gateway.port())) {
      client.write("PUT /titles/1 HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\nfirst");
      firstPart.await();
      client.write("later");
      assertThat(client.answer().status()).isEqualTo(200);
    }
    assertThat(bodies).containsExactly("first", "firstlater");
  }

  @Test
  void fieldCase20_bodyBeyondTheBound_isPassedOn_andNotSentAgain() throws Exception {
    String body = "x".repeat(100_000);
    try (var backend = scripted((_, to) -> to.write(BUSY.formatted("")));
        var gateway =
            retrying("attempts: 3, statuses: [503], maxReplayBytes: 64KiB", backend.url());
        var client = new RawClient(gateway.port())) {
      assertThat(client.send("PUT", "/titles/1", body).answer().status()).isEqualTo(503);
    }
    assertThat(bodies).containsExactly(body);
  }

  @Test
  void fieldCase21_retriesInTheirPause_areCounted_soThatTheBudgetHolds() throws Exception {
    int clients = 20;
    try (var backend = scripted((_, to) -> to.write(BUSY.formatted("")));
        var gateway =
            retrying(
                "attempts: 2, statuses: [503], backoff: { base: 200ms },"
                    + " budget: { ratio: 0%, minimum: 4 }",
                backend.url())) {
      try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < clients; i++) {
          pool.submit(() -> RawClient.get(gateway.port(), "/"));
        }
      }
      await().until(() -> gateway.state().requests() == 0);
    }
    assertThat(heads.size()).isLessThanOrEqualTo(clients + 4);
  }

  @Test
  void fieldCase22And23_everyAttemptIsToldLessThanTheOneBefore_andNoMoreThanIsLeft()
      throws Exception {
    try (var backend = scripted((_, to) -> to.write(BUSY.formatted("")));
        var gateway =
            retrying("attempts: 4, statuses: [503], backoff: { base: 20ms }", backend.url())) {
      RawClient.get(gateway.port(), "/", "x-request-timeout-ms: 400");
    }
    assertThat(heads).hasSizeGreaterThan(1);
    List<Long> told = heads.stream().map(RetryIT::forwardedMillis).toList();
    assertThat(told.getFirst()).isLessThan(400);
    for (int i = 1; i < told.size(); i++) {
      assertThat(told.get(i)).isLessThanOrEqualTo(told.get(i - 1) - 20);
    }
  }

  @Test
  void fieldCase25_callersDeadline_isKeptWhereItIsTheSmaller() throws Exception {
    try (var backend = scripted((_, to) -> to.write(OK));
        var gateway = retrying("attempts: 2, perAttempt: 2s", backend.url())) {
      RawClient.get(gateway.port(), "/", "x-request-timeout-ms: 100");
      RawClient.get(gateway.port(), "/");
    }
    assertThat(forwardedMillis(heads.get(0))).isLessThan(100);
    assertThat(forwardedMillis(heads.get(1))).isLessThan(2000).isGreaterThan(100);
  }

  @Test
  void fieldCase27_attemptOfItsOwnTime_isReset_beforeTheNextBegins() throws Exception {
    var cut = new CountDownLatch(1);
    try (var backend =
            new RawServer(
                connection -> {
                  String head = connection.readHead();
                  heads.add(head);
                  if (heads.size() == 1) {
                    connection.awaitClose();
                    cut.countDown();
                  } else {
                    connection.write(OK);
                  }
                });
        var gateway = retrying("attempts: 2, on: [timeout], perAttempt: 250ms", backend.url())) {
      assertThat(RawClient.get(gateway.port(), "/").status()).isEqualTo(200);
      cut.await();
    }
    assertThat(heads).hasSize(2);
  }

  @Test
  void writeTimeoutWithoutKey_isAnsweredOutcomeUnknown_andNotSentAgain() throws Exception {
    try (var backend =
            new RawServer(
                connection -> {
                  heads.add(connection.readHead());
                  connection.awaitClose();
                });
        var gateway = retrying("attempts: 3, on: [timeout], perAttempt: 250ms", backend.url());
        var client = new RawClient(gateway.port())) {
      var answer = client.send("POST", "/loans", "{}").answer();
      assertThat(answer.status()).isEqualTo(504);
      assertThat(answer.header("x-sluice-reason")).isEqualTo("outcome-unknown");
    }
    assertThat(heads).hasSize(1);
  }

  @Test
  void fieldCase28_clientThatLeavesInAPause_startsNothingMore() throws Exception {
    var refused = new CountDownLatch(1);
    try (var backend =
            scripted(
                (_, to) -> {
                  to.write(BUSY.formatted(""));
                  refused.countDown();
                });
        var gateway =
            retrying(
                "attempts: 2, statuses: [503], backoff: { base: 100ms }, budget: { minimum: 100 }",
                backend.url())) {
      try (var client = new RawClient(gateway.port())) {
        client.send("GET", "/", "");
        refused.await();
      }
      await().until(() -> gateway.state().requests() == 0);
      // Each of these pauses for as long as the one that left would have.
      for (int i = 0; i < 3; i++) {
        assertThat(RawClient.get(gateway.port(), "/").status()).isEqualTo(503);
      }
    }
    assertThat(heads).as("one, and two for each who stayed").hasSize(7);
  }

  @Test
  void fieldCase30_retryAfterBeyondTheDeadline_isPassedOn_andNothingSentAgain() throws Exception {
    for (String after : List.of("60", "Wed, 21 Oct 2099 07:28:00 GMT", "99999999999999999999")) {
      heads.clear();
      try (var backend =
              scripted((_, to) -> to.write(BUSY.formatted("Retry-After: " + after + "\r\n")));
          var gateway = retrying("attempts: 3, statuses: [503]", backend.url())) {
        var answer = RawClient.get(gateway.port(), "/");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("retry-after")).isEqualTo(after);
      }
      assertThat(heads).as(after).hasSize(1);
    }
  }

  @Test
  void fieldCase30_retryAfterThatIsJunk_orPast_isNoHindrance() throws Exception {
    for (String after : List.of("soon", "-1", "Wed, 21 Oct 2015 07:28:00 GMT", "")) {
      heads.clear();
      requests.set(0);
      try (var backend =
              scripted(
                  (n, to) ->
                      to.write(
                          n == 1
                              ? BUSY.formatted(
                                  "Date: Mon, 30 Nov 2026 12:00:00 GMT\r\nRetry-After: "
                                      + after
                                      + "\r\n")
                              : OK));
          var gateway = retrying("attempts: 3, statuses: [503]", backend.url())) {
        assertThat(RawClient.get(gateway.port(), "/").status()).as(after).isEqualTo(200);
      }
    }
  }

  @Test
  void requestOverHttp2_isSentAgain_withItsBodyAndWithout() throws Exception {
    Vertx vertx = Vertx.vertx();
    var prior =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_2)
            .setHttp2ClearTextUpgrade(false);
    try (var backend = scripted((n, to) -> to.write(n % 2 == 1 ? BUSY.formatted("") : OK));
        var gateway = retrying("attempts: 2, statuses: [503]", backend.url())) {
      HttpClient client = vertx.createHttpClient(prior);
      for (HttpMethod method : List.of(HttpMethod.GET, HttpMethod.PUT)) {
        String body = method == HttpMethod.PUT ? "0123456789" : "";
        int status =
            client
                .request(method, gateway.port(), "127.0.0.1", "/titles/1")
                .compose(request -> request.send(body))
                .map(HttpClientResponse::statusCode)
                .toCompletionStage()
                .toCompletableFuture()
                .get();
        assertThat(status).as(method.name()).isEqualTo(200);
      }
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get();
    }
    assertThat(bodies).containsExactly("", "", "0123456789", "0123456789");
  }

  @Test
  void refusedEndpoint_isNotAskedAgain_whereThereIsAnother() throws Exception {
    var other = new AtomicInteger();
    try (var busy = scripted((_, to) -> to.write(BUSY.formatted("Retry-After: 60\r\n")));
        var free =
            new RawServer(
                connection -> {
                  while (!connection.readHead().isEmpty()) {
                    other.incrementAndGet();
                    connection.write(OK);
                  }
                });
        var gateway =
            retrying(
                "attempts: 2, statuses: [503], budget: { minimum: 100 }", busy.url(), free.url())) {
      for (int i = 0; i < 10; i++) {
        assertThat(RawClient.get(gateway.port(), "/").status()).isEqualTo(200);
      }
      assertThat(other).hasValue(10);
    }
  }
}
