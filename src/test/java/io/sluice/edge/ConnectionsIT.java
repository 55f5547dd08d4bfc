package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How much of the door one client may take, and for how long, over raw sockets. */
class ConnectionsIT {
  private static final String ROUTES =
      """
      lanes: { main: { limit: 4, waiters: 2 }, work: { workers: 4 } }
      backends: { main: { endpoints: ["%s"] }, work: { inProcess: scripted } }
      routes:
        - { name: work, path: /work, lane: work, backend: work, timeout: 20s }
        - { name: all, path: /*, lane: main, backend: main, timeout: 20s }
      """;

  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private final List<String> heads = new CopyOnWriteArrayList<>();

  private RawServer answering() throws Exception {
    return new RawServer(
        connection -> {
          for (String head = connection.readHead(); !head.isEmpty(); head = connection.readHead()) {
            heads.add(head);
            connection.write(OK);
          }
        });
  }

  private static Gateway start(String serverKeys, RawServer backend) throws Exception {
    return TestGateway.start(serverKeys, ROUTES.formatted(backend.url()));
  }

  // ---- how many

  @Test
  void oneClient_mayHaveSoManyConnections_andGetsAPlaceBackWhenOneCloses() throws Exception {
    try (var backend = answering();
        var gateway = start("maxConnectionsPerClient: 3", backend)) {
      var open = new ArrayList<RawClient>();
      for (int i = 0; i < 3; i++) {
        var client = new RawClient(gateway.port());
        open.add(client);
        assertThat(client.send("GET", "/", "").answer().status()).isEqualTo(200);
      }
      try (var fourth = new RawClient(gateway.port())) {
        assertThat(fourth.isClosedByServer()).isTrue();
      }
      open.getFirst().close();
      await().until(() -> gateway.state().connections() == 2);
      assertThat(RawClient.get(gateway.port(), "/").status()).isEqualTo(200);
      for (RawClient client : open) {
        client.close();
      }
      await().until(() -> gateway.state().connections() == 0 && gateway.state().clients() == 0);
    }
  }

  @Test
  void trustedProxies_mayHaveMore() throws Exception {
    try (var backend = answering();
        var gateway = start("maxConnectionsPerClient: 1, trustedProxies: [127.0.0.1]", backend);
        var one = new RawClient(gateway.port());
        var two = new RawClient(gateway.port())) {
      assertThat(one.send("GET", "/", "").answer().status()).isEqualTo(200);
      assertThat(two.send("GET", "/", "").answer().status()).isEqualTo(200);
    }
  }

  @Test
  void idleConnections_areClosedAfterAWhile() throws Exception {
    try (var backend = answering();
        var gateway =
            TestGateway.start(
                "maxDeadline: 500ms, idleTimeout: 1s",
                ROUTES.formatted(backend.url()).replace("20s", "500ms"));
        var client = new RawClient(gateway.port())) {
      assertThat(client.send("GET", "/", "").answer().status()).isEqualTo(200);
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  // ---- how slowly

  private static void trickle(RawClient client, CountDownLatch until) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                while (!until.await(20, TimeUnit.MILLISECONDS)) {
                  client.write("x");
                }
              } catch (Exception closed) {
                // which is the point
              }
            });
  }

  private static void assertBodyIsGivenUp(Gateway gateway, String path) throws Exception {
    for (String framing : List.of("Content-Length: 100000\r\n\r\n", "Content-Length: 9\r\n\r\n")) {
      try (var client = new RawClient(gateway.port())) {
        client.write("POST " + path + " HTTP/1.1\r\nHost: test\r\n" + framing);
        var answered = new CountDownLatch(1);
        if (framing.contains("00")) {
          trickle(client, answered);
        }
        var answer = client.answer();
        answered.countDown();
        assertThat(answer.status()).isEqualTo(408);
        assertThat(answer.header("x-sluice-reason")).isEqualTo("body-timeout");
        assertThat(answer.header("connection")).isEqualTo("close");
      }
    }
    await().until(() -> gateway.state().requests() == 0);
  }

  @Test
  void aBodyThatTricklesIn_isAnswered408_longBeforeItsDeadline_andLetsItsPermitGo()
      throws Exception {
    var closed = new CountDownLatch(1); // of the other body the backend never heard
    try (var backend =
            new RawServer(
                connection -> {
                  connection.awaitClose();
                  closed.countDown();
                });
        var gateway = start("bodyTimeout: 300ms", backend)) {
      assertBodyIsGivenUp(gateway, "/");
      assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aBodyThatTricklesIn_isAnswered408_byAWorkersRouteToo() throws Exception {
    try (var backend = answering();
        var gateway = start("bodyTimeout: 300ms", backend)) {
      assertBodyIsGivenUp(gateway, "/work");
    }
  }

  @Test
  void aSlowBackend_isNotHeldAgainstTheClient() throws Exception {
    String big = "x".repeat(4 * 1024 * 1024);
    var goOn = new CountDownLatch(1);
    try (var backend =
            new RawServer(
                connection -> {
                  connection.readHead();
                  goOn.await(10, TimeUnit.SECONDS);
                  connection.read(big.length());
                  connection.write(OK);
                });
        var gateway = start("bodyTimeout: 100ms", backend);
        var client = new RawClient(gateway.port())) {
      Thread.ofVirtual().start(() -> send(client, big));
      await().until(() -> gateway.state().requests() == 1);
      // Several windows pass in which nothing can come.
      assertThat(goOn.await(700, TimeUnit.MILLISECONDS)).isFalse();
      goOn.countDown();
      assertThat(client.answer().status()).isEqualTo(200);
    }
  }

  private static void send(RawClient client, String body) {
    try {
      client.send("POST", "/", body);
    } catch (Exception gone) {
      throw new IllegalStateException(gone);
    }
  }

  @Test
  void aSlowReader_isCutOffAtTheDeadline_andLetsItsPermitGo() throws Exception {
    var cut = new CountDownLatch(1);
    try (var backend =
            new RawServer(
                connection -> {
                  connection.readHead();
                  connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n");
                  String much = "x".repeat(1 << 20);
                  try {
                    for (int i = 0; i < 900; i++) {
                      connection.write(much);
                    }
                  } finally {
                    cut.countDown();
                  }
                });
        var gateway = start("maxDeadline: 20s", backend);
        var client = new RawClient(gateway.port())) {
      client.send("GET", "/", "", "x-request-timeout-ms: 700"); // and reads nothing
      await().until(() -> gateway.state().requests() == 1);
      await().until(() -> gateway.state().requests() == 0);
      assertThat(cut.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(client.answer().complete()).isFalse();
    }
  }

  // ---- own answers

  @Test
  void everyAnswer_hasADate_andTheBackendsOwnIsKept() throws Exception {
    try (var backend =
            new RawServer(
                connection -> {
                  connection.readHead();
                  connection.write(OK);
                  connection.readHead();
                  connection.write(
                      "HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n"
                          + "Content-Length: 0\r\n\r\n");
                });
        var gateway = start("maxDeadline: 20s", backend);
        var client = new RawClient(gateway.port())) {
      String form = "[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT";
      assertThat(client.send("GET", "/", "").answer().header("date")).matches(form);
      assertThat(client.send("GET", "/", "").answer().header("date"))
          .isEqualTo("Thu, 01 Jan 1970 00:00:00 GMT");
      assertThat(client.send("POST", "/work", "").answer().header("date")).matches(form);
      assertThat(client.send("GET", "/", "", "x-request-timeout-ms: 0").answer().header("date"))
          .matches(form);
    }
  }
}
