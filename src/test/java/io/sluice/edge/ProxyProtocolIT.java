package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that a balancer announces with the PROXY protocol, over raw sockets. */
class ProxyProtocolIT {
  private static final String ROUTES =
      """
      lanes: { main: { limit: 4, waiters: 2 } }
      backends: { main: { endpoints: ["%s"] } }
      routes:
        - { name: all, path: /*, lane: main, backend: main, timeout: 2s }
      """;

  private static final String GET = "GET / HTTP/1.1\r\nHost: test\r\n\r\n";
  private static final String V1 = "PROXY TCP4 203.0.113.7 198.51.100.1 4000 443\r\n";
  private static final String V2 =
      "\r\n\r\n\0\r\nQUIT\n!\21\0\14" + "\u00cb\0q\u0008" + "\u00c63d\1" + "\17\u00a0\1\u00bb";

  private final List<String> heads = new CopyOnWriteArrayList<>();
  private RawServer backend;
  private Gateway gateway;

  @BeforeEach
  void start() throws Exception {
    backend =
        new RawServer(
            connection -> {
              for (String head = connection.readHead();
                  !head.isEmpty();
                  head = connection.readHead()) {
                heads.add(head);
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
              }
            });
    gateway = gateway("trustedProxies: [127.0.0.1], maxConnectionsPerClient: 2");
  }

  private Gateway gateway(String serverKeys) throws Exception {
    return TestGateway.start(
        "proxyProtocol: true, headerTimeout: 500ms, " + serverKeys,
        ROUTES.formatted(backend.url()));
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    backend.close();
  }

  private long refused() throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      var uri = URI.create("http://127.0.0.1:" + gateway.adminPort() + "/metrics");
      return client
          .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
          .body()
          .lines()
          .filter(line -> line.startsWith("sluice_proxy_headers_refused_total "))
          .mapToLong(line -> (long) Double.parseDouble(line.split(" ")[1]))
          .sum();
    }
  }

  @Test
  void announcedClient_isTheOneThatBackendsHearOf_inBothVersions() throws Exception {
    try (var one = new RawClient(gateway.port());
        var two = new RawClient(gateway.port())) {
      one.write(V1 + GET);
      assertThat(one.answer().status()).isEqualTo(200);
      one.write(GET);
      assertThat(one.answer().status()).isEqualTo(200);
      two.write(V2 + GET);
      assertThat(two.answer().status()).isEqualTo(200);
    }
    assertThat(heads.get(0)).containsIgnoringCase("x-forwarded-for: 203.0.113.7\r\n");
    assertThat(heads.get(1)).containsIgnoringCase("x-forwarded-for: 203.0.113.7\r\n");
    assertThat(heads.get(2)).containsIgnoringCase("x-forwarded-for: 203.0.113.8\r\n");
  }

  @Test
  void headerInPieces_isRead() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write("PRO").write("XY TCP4 203.0.113.7 198.51.100.1 4000 ").write("443\r\nGET /");
      client.write(" HTTP/1.1\r\nHost: test\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(200);
    }
  }

  @Test
  void announcedClient_isAStranger_andCountedAsItself() throws Exception {
    try (var one = new RawClient(gateway.port());
        var two = new RawClient(gateway.port());
        var third = new RawClient(gateway.port());
        var other = new RawClient(gateway.port())) {
      String forged = GET.replace("\r\n\r\n", "\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n");
      assertThat(one.write(V1 + forged).answer().status()).isEqualTo(200);
      assertThat(two.write(V1 + GET).answer().status()).isEqualTo(200);
      assertThat(third.write(V1 + GET).isClosedByServer()).isTrue();
      assertThat(other.write(V2 + GET).answer().status()).isEqualTo(200);
    }
    assertThat(heads.getFirst()).doesNotContain("6.6.6.6");
  }

  @Test
  void balancersOwnCheck_isServed() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      assertThat(client.write("PROXY UNKNOWN\r\n" + GET).answer().status()).isEqualTo(200);
    }
    assertThat(heads.getFirst()).containsIgnoringCase("x-forwarded-for: 127.0.0.1");
  }

  @Test
  void strictness_isTheSameBehindAHeader() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write(
          V1
              + "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n"
              + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(400);
    }
    assertThat(heads).isEmpty();
  }

  @Test
  void connectionsWithoutAGoodHeader_areClosed_andCounted() throws Exception {
    long count = 0;
    for (String garbage :
        List.of(
            GET,
            "PROXY TCP4 203.0.113.7\r\n" + GET,
            "PROXY TCP4 x y 1 2\r\n" + GET,
            "PROXY TCP4 203.0.113.7 198.51.100.1 4000 99999\r\n" + GET,
            "PROXY " + "x".repeat(200) + "\r\n" + GET,
            "\u0016\u0003\u0001" + "x".repeat(300))) {
      try (var client = new RawClient(gateway.port())) {
        assertThat(client.write(garbage).answer().status()).as(garbage).isZero();
      }
      long expected = ++count;
      await().until(() -> refused() == expected);
    }
    assertThat(heads).isEmpty();
    await().until(() -> gateway.state().connections() == 0);
  }

  @Test
  void connectionsThatSayNothing_areClosedInTime() throws Exception {
    try (var silent = new RawClient(gateway.port());
        var begun = new RawClient(gateway.port())) {
      begun.write("PROXY TCP4");
      assertThat(silent.isClosedByServer()).isTrue();
      assertThat(begun.isClosedByServer()).isTrue();
    }
  }

  @Test
  void connectionsThatSayNothing_areCounted() throws Exception {
    try (var two =
            TestGateway.start(
                "proxyProtocol: true, headerTimeout: 30s, maxConnections: 2",
                ROUTES.formatted(backend.url()));
        var silent = new RawClient(two.port());
        var begun = new RawClient(two.port())) {
      begun.write("PROXY TCP4");
      await().until(() -> two.state().connections() == 2);
      try (var third = new RawClient(two.port())) {
        assertThat(third.isClosedByServer()).isTrue();
      }
      silent.leave();
      await().until(() -> two.state().connections() == 1);
      assertThat(begun.write(V1.substring(10) + GET).answer().status()).isEqualTo(200);
    }
  }

  @Test
  void whoIsNoTrustedProxy_mayNotAnnounceAnyone() throws Exception {
    try (var strict = gateway("trustedProxies: [10.0.0.0/8]");
        var client = new RawClient(strict.port())) {
      assertThat(client.write(V1 + GET).answer().status()).isZero();
    }
    assertThat(heads).isEmpty();
  }

  @Test
  void onAPrivateAddress_everyoneMay() throws Exception {
    try (var open = gateway("maxConnections: 5");
        var client = new RawClient(open.port())) {
      assertThat(client.write(V1 + GET).answer().status()).isEqualTo(200);
    }
    assertThat(heads.getFirst()).containsIgnoringCase("x-forwarded-for: 203.0.113.7");
  }
}
