package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backends with several instances, with names, and on Unix sockets. */
class EndpointsIT {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private final List<String> seen = new CopyOnWriteArrayList<>();

  private Gateway inFrontOf(String... endpoints) throws Exception {
    return TestGateway.start(
        """
        lanes: { main: { limit: 8 } }
        backends: { main: { endpoints: [%s], connectTimeout: 200ms, dnsRefresh: 100ms, balance: { strategy: round-robin } } }
        routes:
          - { name: all, path: /*, lane: main, backend: main, timeout: 2s }
        """
            .formatted(
                Stream.of(endpoints).map(e -> "'" + e + "'").collect(Collectors.joining(", "))));
  }

  private RawServer answering(String name) throws Exception {
    return new RawServer(
        connection -> {
          for (String head = connection.readHead(); !head.isEmpty(); head = connection.readHead()) {
            seen.add(name);
            connection.write(OK);
          }
        });
  }

  private static String deadUrl() throws Exception {
    try (var gone = new RawServer(_ -> {})) {
      return gone.url();
    }
  }

  @Test
  void instances_takeTurns() throws Exception {
    try (var one = answering("one");
        var two = answering("two");
        var gateway = inFrontOf(one.url(), two.url())) {
      for (int i = 0; i < 4; i++) {
        assertThat(RawClient.get(gateway.port(), "/").status()).isEqualTo(200);
      }
    }
    assertThat(seen).containsExactly("one", "two", "one", "two");
  }

  @Test
  void requestThatCannotConnect_goesToTheOtherInstance_evenAWriteWithABody() throws Exception {
    try (var alive = answering("alive");
        var gateway = inFrontOf(deadUrl(), alive.url(), deadUrl());
        var client = new RawClient(gateway.port())) {
      for (int i = 0; i < 6; i++) {
        client.send("POST", "/", "hello");
        assertThat(client.answer().status()).isEqualTo(200);
      }
      await().until(() -> gateway.state().requests() == 0);
    }
    // RawServer reads heads only, so that a body is taken for the beginning of the next one.
    assertThat(seen).hasSizeGreaterThanOrEqualTo(6);
  }

  @Test
  void whenNoInstanceCanBeReached_eachIsTriedOnce() throws Exception {
    try (var gateway = inFrontOf(deadUrl(), deadUrl(), deadUrl())) {
      var answer = RawClient.get(gateway.port(), "/");
      assertThat(answer.status()).isEqualTo(502);
      assertThat(answer.header("x-sluice-reason")).isEqualTo("connect-failed");
      await().until(() -> gateway.state().requests() == 0);
    }
  }

  @Test
  void requestThatWasSent_isNotSentAnywhereElse() throws Exception {
    try (var closing =
            new RawServer(
                connection -> {
                  connection.readHead();
                  seen.add("closing");
                  connection.close();
                });
        var other = answering("other");
        var gateway = inFrontOf(closing.url(), other.url())) {
      var answer = RawClient.get(gateway.port(), "/");
      assertThat(answer.status()).isEqualTo(502);
      assertThat(answer.header("x-sluice-reason")).isEqualTo("upstream-reset");
    }
    assertThat(seen).containsExactly("closing");
  }

  @Test
  void deadline_holdsOverAllInstancesTogether() throws Exception {
    // Nobody answers from these addresses (RFC 5737), so that each costs a whole connectTimeout.
    try (var gateway =
        inFrontOf("http://192.0.2.1", "http://192.0.2.2", "http://192.0.2.3", deadUrl())) {
      var answer = RawClient.get(gateway.port(), "/", "x-request-timeout-ms: 250");
      assertThat(answer.status()).isIn(502, 504); // 502 where the network refuses such addresses
      await().until(() -> gateway.state().requests() == 0);
    }
  }

  @Test
  void name_isLookedUp() throws Exception {
    try (var backend = answering("named");
        var gateway = inFrontOf("http://localhost:" + backend.port())) {
      for (int i = 0; i < 3; i++) {
        assertThat(RawClient.get(gateway.port(), "/").status()).isEqualTo(200);
      }
    }
    assertThat(seen).hasSize(3);
  }

  @Test
  void nameThatNobodyKnows_isAnswered503_andTheOthersServe() throws Exception {
    try (var alive = answering("alive");
        var lost = inFrontOf("http://nobody.invalid:80");
        var gateway = inFrontOf("http://nobody.invalid:80", alive.url())) {
      var answer = RawClient.get(lost.port(), "/");
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.header("x-sluice-reason")).isEqualTo("no-endpoint");
      try (var client = new RawClient(lost.port())) {
        assertThat(client.send("POST", "/", "hello").answer().status()).isEqualTo(503);
      }
      for (int i = 0; i < 4; i++) {
        assertThat(RawClient.get(gateway.port(), "/").status()).isEqualTo(200);
      }
      await().until(() -> lost.state().requests() == 0);
    }
  }

  @Test
  void unixSocket_isAnEndpoint(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("app.sock");
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(path));
      Thread.ofVirtual().start(() -> serve(server));
      try (var gateway = inFrontOf("unix:" + path)) {
        var answer = RawClient.get(gateway.port(), "/over/there");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("ok");
      }
    }
    assertThat(seen.getFirst())
        .startsWith("GET /over/there HTTP/1.1\r\n")
        .containsIgnoringCase("host: test\r\n");
  }

  private void serve(ServerSocketChannel server) {
    try (var connection = server.accept()) {
      var head = ByteBuffer.allocate(16 * 1024);
      while (!StandardCharsets.ISO_8859_1
          .decode(head.duplicate().flip())
          .toString()
          .contains("\r\n\r\n")) {
        connection.read(head);
      }
      seen.add(StandardCharsets.ISO_8859_1.decode(head.flip()).toString());
      connection.write(ByteBuffer.wrap(OK.getBytes(StandardCharsets.ISO_8859_1)));
      connection.read(ByteBuffer.allocate(1));
    } catch (java.io.IOException closed) {
      // the test is over
    }
  }

  @Test
  void unixSocketThatNobodyListensOn_isAnswered502(@TempDir Path folder) throws Exception {
    try (var gateway = inFrontOf("unix:" + folder.resolve("none.sock"))) {
      assertThat(RawClient.get(gateway.port(), "/").header("x-sluice-reason"))
          .isEqualTo("connect-failed");
    }
  }
}
