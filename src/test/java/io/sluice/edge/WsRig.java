package io.sluice.edge;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import io.sluice.websocket.Handshake;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** A backend that speaks WebSocket, a gateway before it, and clients that do. */
final class WsRig implements AutoCloseable {
  /** What the backend does with an open WebSocket. */
  interface Script {
    void run(RawServer.Connection connection) throws IOException, InterruptedException;
  }

  static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";

  final List<String> heads = new CopyOnWriteArrayList<>();
  final List<WsFrame> seen = new CopyOnWriteArrayList<>();
  final RawServer backend;
  final Gateway gateway;

  WsRig(String streams) throws Exception {
    this("maxDeadline: 30s", streams, "");
  }

  /**
   * Echoes.
   *
   * @param answer further fields of its 101
   */
  WsRig(String server, String streams, String answer) throws Exception {
    this.backend = new RawServer(connection -> open(connection, answer, this::echo));
    this.gateway = TestGateway.start(server, config(backend.url(), streams));
  }

  WsRig(String streams, Script script) throws Exception {
    this.backend = new RawServer(connection -> open(connection, "", script));
    this.gateway = TestGateway.start(config(backend.url(), streams));
  }

  static String config(String url, String streams) {
    return """
        lanes: { main: { limit: 4, waiters: 4 } }
        backends: { main: { endpoints: ["%s"] } }
        routes:
          - { name: all, path: /*, kind: read, lane: main, backend: main, timeout: 500ms,
              streams: { %s } }
        """
        .formatted(url, streams);
  }

  private void open(RawServer.Connection connection, String answer, Script then)
      throws IOException, InterruptedException {
    String head = connection.readHead();
    heads.add(head);
    if (!head.toLowerCase(Locale.ROOT).contains("upgrade: websocket")) {
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nplain");
      return;
    }
    connection.write(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: "
            + Handshake.accept(KEY)
            + "\r\n"
            + answer
            + "\r\n");
    then.run(connection);
  }

  private void echo(RawServer.Connection connection) throws IOException {
    WsFrame.all(
        connection::read,
        frame -> {
          seen.add(frame);
          int first = frame.first() == WsFrame.PING ? WsFrame.PONG : frame.first();
          connection.write(WsFrame.write(first, frame.payload(), false));
          return frame.first() != WsFrame.CLOSE;
        });
    connection.close();
  }

  /** Asks for a WebSocket. */
  RawClient asked(String... headers) throws IOException {
    var all = new String[headers.length + 4];
    all[0] = "Connection: keep-alive, Upgrade";
    all[1] = "Upgrade: websocket";
    all[2] = "Sec-WebSocket-Version: 13";
    all[3] = "Sec-WebSocket-Key: " + KEY;
    System.arraycopy(headers, 0, all, 4, headers.length);
    return new RawClient(gateway.port()).send("GET", "/ws?x=1", "", all);
  }

  /** Opens one. */
  RawClient opened(String... headers) throws IOException {
    RawClient client = asked(headers);
    RawClient.Answer answer = client.answer();
    if (answer.status() != 101) {
      throw new AssertionError(answer);
    }
    return client;
  }

  /** The value of a series now; NaN if there is none. */
  double metric(String nameAndSomeLabels) throws IOException {
    return metric(gateway, nameAndSomeLabels);
  }

  static double metric(Gateway gateway, String nameAndSomeLabels) throws IOException {
    String[] parts = nameAndSomeLabels.split(" ", -1);
    return RawClient.get(gateway.adminPort(), "/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(parts[0] + "{") || line.startsWith(parts[0] + " "))
        .filter(line -> List.of(parts).stream().allMatch(line::contains))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .reduce(Double::sum)
        .orElse(Double.NaN);
  }

  @Override
  public void close() throws IOException {
    gateway.close();
    backend.close();
  }
}
