package io.sluice.library;

import static io.sluice.library.Calls.loanBody;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LibraryServerIT {
  private static final LibraryOptions OPTIONS =
      LibraryOptions.defaults().withPort(0).withServiceTime(Duration.ZERO);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<LibraryServer> started = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (LibraryServer server : started) {
      get(server.close());
    }
    client.shutdownNow();
  }

  @Test
  void loan_isMadeOnce_whenRepeatedWithItsKey() throws Exception {
    LibraryServer server = start(OPTIONS);

    HttpResponse<String> first = send(loan(server, 17, "k"));
    HttpResponse<String> again = send(loan(server, 17, "k"));
    HttpResponse<String> title = send(request(server, "/titles/17").GET());

    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(first.headers().firstValue("content-type")).hasValue("application/json");
    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(title.headers().firstValue("etag")).isPresent();
    assertThat(new JsonObject(title.body()).getInteger("stock")).isEqualTo(999_999);
    assertThat(stats(server).getLong("loans")).isEqualTo(1);
    assertThat(stats(server).getLong("finished")).isEqualTo(3);
  }

  @Test
  void queuedWork_isDoneAndCountedAsZombie_whenItsClientLeft() throws Exception {
    LibraryServer server = start(OPTIONS.withCapacity(1, 10, 1));
    var held = occupyTheWorker(server, 3000);
    try (Socket leaving = loanOverSocket(server, 17)) {
      await().until(() -> stats(server).getInteger("queued") == 1);
      assertThat(leaving.isConnected()).isTrue();
    }

    await().until(() -> stats(server).getLong("finished") == 2);

    assertThat(held.get().statusCode()).isEqualTo(202);
    assertThat(stats(server).getLong("loans")).as("lent to nobody").isEqualTo(1);
    assertThat(stats(server).getLong("zombies")).isEqualTo(1);
    assertThat(stats(server).getLong("cancelled")).isZero();
  }

  @Test
  void fullQueue_isAnswered503_whileTheControlPlaneAnswers() throws Exception {
    LibraryServer server = start(OPTIONS.withCapacity(1, 1, 1));
    var held = occupyTheWorker(server, 60_000);
    var queued = client.sendAsync(loan(server, 1, "a").build(), BodyHandlers.ofString());
    await().until(() -> server.queued() == 1);

    HttpResponse<String> refused = send(loan(server, 1, "b"));

    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(send(request(server, "/health").GET()).statusCode()).isEqualTo(200);
    JsonObject stats = stats(server);
    assertThat(stats.getLong("refused")).isEqualTo(1);
    assertThat(stats.getInteger("queued")).isEqualTo(1);
    assertThat(stats.getInteger("inFlight")).isEqualTo(1);
    assertThat(stats.getLong("finished")).isZero();
    assertThat(held).isNotDone();
    assertThat(queued).isNotDone();
  }

  @Test
  void knobs_changeWhatCallsDo_andRefuseNonsense() throws Exception {
    LibraryServer server = start(OPTIONS);

    HttpResponse<String> bad = post(server, "/knobs", "{\"failureRate\":2}");
    assertThat(bad.statusCode()).isEqualTo(400);
    assertThat(bad.body()).contains("failureRate: 2.0 (expected: 0..1)");
    assertThat(post(server, "/knobs", "nonsense").statusCode()).isEqualTo(400);
    assertThat(post(server, "/loans", loanBody(1)).statusCode()).isEqualTo(201);

    assertThat(post(server, "/knobs", "{\"failureRate\":1}").statusCode()).isEqualTo(200);
    assertThat(post(server, "/loans", loanBody(1)).statusCode()).isEqualTo(500);
    HttpResponse<String> knobs = send(request(server, "/knobs").GET());
    assertThat(new JsonObject(knobs.body()).getDouble("failureRate")).isEqualTo(1.0);
  }

  @Test
  void statsReset_beginsAnew() throws Exception {
    LibraryServer server = start(OPTIONS);
    post(server, "/loans", loanBody(1));

    assertThat(post(server, "/stats/reset", "").statusCode()).isEqualTo(200);

    assertThat(stats(server).getLong("finished")).isZero();
    assertThat(stats(server).getLong("loans")).isZero();
    assertThat(send(request(server, "/stats/reset").GET()).statusCode()).isEqualTo(405);
  }

  @Test
  void body_isAnswered413_whenTooLarge() throws Exception {
    LibraryServer server = start(OPTIONS);

    HttpResponse<String> response = post(server, "/loans", " ".repeat(64 * 1024 + 1));

    assertThat(response.statusCode()).isEqualTo(413);
    assertThat(post(server, "/loans", "{").statusCode()).isEqualTo(400);
    assertThat(post(server, "/loans", loanBody(1)).statusCode()).isEqualTo(201);
  }

  @Test
  void brokenOffRequest_reachesNoWorker() throws Exception {
    LibraryServer server = start(OPTIONS);

    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      String half =
          "POST /loans HTTP/1.1\r\nhost: library\r\ncontent-length: 100\r\n\r\n{\"isbn\":";
      socket.getOutputStream().write(half.getBytes(StandardCharsets.US_ASCII));
    }

    assertThat(post(server, "/loans", loanBody(1)).statusCode()).isEqualTo(201);
    assertThat(stats(server).getLong("finished")).isEqualTo(1);
  }

  @Test
  void severalEventLoops_shareOneFreePort() throws Exception {
    LibraryServer one = start(OPTIONS.withEventLoops(2));
    LibraryServer other = start(OPTIONS.withEventLoops(2));

    assertThat(one.port()).isPositive().isNotEqualTo(other.port());
    for (int i = 0; i < 4; i++) {
      try (Socket socket = loanOverSocket(one, 1)) {
        assertThat(statusLine(socket)).startsWith("HTTP/1.1 201");
      }
    }
    assertThat(stats(one).getLong("loans")).isEqualTo(4);
    assertThat(stats(other).getLong("loans")).isZero();
  }

  @Test
  void start_failsAndLeavesNoThreads_whenThePortIsTaken() throws Exception {
    LibraryServer server = start(OPTIONS);
    long workers = workerThreads();

    assertThatThrownBy(() -> get(LibraryServer.start(null, OPTIONS.withPort(server.port()))))
        .hasCauseInstanceOf(IOException.class);

    await().until(() -> workerThreads() == workers);
    assertThat(send(request(server, "/health").GET()).statusCode()).isEqualTo(200);
  }

  @Test
  void close_interruptsWhatRunsAndStopsListening() throws Exception {
    LibraryServer server = start(OPTIONS.withCapacity(1, 1, 1));
    var held = occupyTheWorker(server, 60_000);

    get(server.close());
    get(server.close());

    assertThat(held).failsWithin(Duration.ofSeconds(10));
    assertThat(server.stats().cancelled()).isEqualTo(1);
    assertThat(server.stats().inFlight()).isZero();
    assertThatThrownBy(() -> send(request(server, "/health").GET()))
        .isInstanceOf(ConnectException.class);
  }

  private LibraryServer start(LibraryOptions options) throws Exception {
    LibraryServer server = get(LibraryServer.start(null, options));
    started.add(server);
    return server;
  }

  /** Keeps the only worker of a server busy with one notification by mail. */
  private CompletableFuture<HttpResponse<String>> occupyTheWorker(LibraryServer server, int ms) {
    server.knobs().change(new JsonObject("{\"channels\":{\"mail\":{\"serviceMs\":" + ms + "}}}"));
    var held =
        client.sendAsync(
            request(server, "/notifications/mail").POST(BodyPublishers.noBody()).build(),
            BodyHandlers.ofString());
    await().until(() -> server.stats().inFlight() == 1);
    return held;
  }

  private static Socket loanOverSocket(LibraryServer server, int id) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    String body = loanBody(id);
    String head =
        "POST /loans HTTP/1.1\r\nhost: library\r\ncontent-length: " + body.length() + "\r\n\r\n";
    socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static String statusLine(Socket socket) throws IOException {
    return new String(socket.getInputStream().readNBytes(20), StandardCharsets.US_ASCII);
  }

  private HttpResponse<String> post(LibraryServer server, String path, String body)
      throws Exception {
    return send(request(server, path).POST(BodyPublishers.ofString(body)));
  }

  private static HttpRequest.Builder loan(LibraryServer server, int id, String key) {
    return request(server, "/loans")
        .header("Idempotency-Key", key)
        .POST(BodyPublishers.ofString(loanBody(id)));
  }

  private JsonObject stats(LibraryServer server) throws Exception {
    return new JsonObject(send(request(server, "/stats").GET()).body());
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(LibraryServer server, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .timeout(Duration.ofSeconds(30));
  }

  private static long workerThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("library-worker-"))
        .count();
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }
}
