package io.sluice.admin;

import static io.sluice.admin.AdminHarness.OPEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminServerIT {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private final AdminHarness admin = new AdminHarness();

  @AfterEach
  void close() {
    admin.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1", "gateway.example"})
  void start_refusesAnAddressOthersCanReach_withoutAToken(String host) {
    var reachable = new AdminOptions(host, 0, "");

    assertThatThrownBy(() -> admin.start(reachable))
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(host)
        .hasMessageContaining("admin.token")
        .message()
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource({"0.0.0.0, s3cret", "localhost, ''", "127.0.0.2, ''"})
  void start_listens_whereATokenGuardsOrOnlyThisMachineReaches(String host, String token) {
    assertThat(admin.start(new AdminOptions(host, 0, token)).port()).isPositive();
  }

  @Test
  void start_fails_whenThePortIsTaken() throws Exception {
    try (var taken = new ServerSocket(0, 1, LOOPBACK)) {
      var options = new AdminOptions("127.0.0.1", taken.getLocalPort(), "");

      assertThatThrownBy(() -> admin.start(options)).hasRootCauseInstanceOf(BindException.class);
    }
  }

  @Test
  void close_stopsListening() throws Exception {
    AdminServer server = admin.start(OPEN);
    int port = server.port();
    AdminHarness.join(server.close());

    // The kernel's socket goes when the selector next looks, a moment after the future.
    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> new Socket(LOOPBACK, port).close())
                    .isInstanceOf(ConnectException.class));
  }

  @Test
  void connections_beyondTheLimit_areClosedAtOnce_andPlacesComeBack() throws Exception {
    AdminServer server = admin.start(OPEN);
    var held = new ArrayList<Socket>();
    try {
      for (int i = 0; i < AdminServer.MOST_CONNECTIONS; i++) {
        held.add(new Socket(LOOPBACK, server.port()));
        assertThat(answers(held.getLast())).isTrue();
      }
      try (var oneTooMany = new Socket(LOOPBACK, server.port())) {
        assertThat(answers(oneTooMany)).isFalse();
      }
      held.removeLast().close();
      await()
          .until(
              () -> {
                try (var next = new Socket(LOOPBACK, server.port())) {
                  return answers(next);
                }
              });
    } finally {
      for (Socket socket : held) {
        socket.close();
      }
    }
  }

  private static boolean answers(Socket socket) {
    try {
      socket
          .getOutputStream()
          .write("GET /livez HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      return socket.getInputStream().read() == 'H';
    } catch (IOException closed) {
      return false;
    }
  }

  @Test
  void requestsSentAhead_areAllAnswered_howeverMany() throws Exception {
    AdminServer server = admin.start(OPEN);
    int ahead = 1_000;
    String requests =
        "GET /livez HTTP/1.1\r\nHost: h\r\n\r\n".repeat(ahead)
            + "GET /livez HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";
    try (var socket = new Socket(LOOPBACK, server.port())) {
      socket.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));
      String answers =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);

      assertThat(answers.split("HTTP/1.1 200 OK", -1)).hasSize(ahead + 2);
    }
  }
}
