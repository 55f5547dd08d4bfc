package io.sluice.edge;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A gateway that keeps an access log, and what stands in it. */
final class LoggedGateway implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  final Gateway gateway;
  private final Path file;

  /**
   * @param keys of the access log besides its file, in flow style; may be empty
   */
  LoggedGateway(Path file, String keys, String serverKeys, String lanesBackendsRoutes)
      throws Exception {
    this.file = file;
    this.gateway =
        TestGateway.start(
            serverKeys,
            "accessLog: { file: \"%s\"%s }\n".formatted(file, keys.isEmpty() ? "" : ", " + keys)
                + lanesBackendsRoutes);
  }

  int port() {
    return gateway.port();
  }

  List<JsonNode> lines() throws IOException {
    var lines = new ArrayList<JsonNode>();
    for (String line : Files.readAllLines(file)) {
      lines.add(MAPPER.readTree(line));
    }
    return lines;
  }

  /** The only line, once it is there. */
  JsonNode line() throws IOException {
    await().until(() -> !lines().isEmpty());
    return lines().getFirst();
  }

  @Override
  public void close() {
    gateway.close();
  }
}
