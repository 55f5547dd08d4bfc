package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.cli.SluiceCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The log of a running gateway can be replayed, through its own configuration and others. */
class ReplayIT {
  private static final int CALLS = 8;
  private static final String CONFIGURATION =
      """
      lanes: { main: { limit: %d, waiters: 0, tiers: { p0: { reserve: 0%% }, p1: { wait: 0ms } } } }
      backends: { main: { endpoints: ["%s"] } }
      routes:
        - { name: all, path: /all/*, kind: read, lane: main, backend: main, timeout: 5s }
      """;

  @TempDir private Path folder;

  private record Run(int exitCode, String out, String err) {}

  private Run replay(String... more) {
    var out = new StringWriter();
    var err = new StringWriter();
    CommandLine line = SluiceCommand.commandLine(_ -> null);
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    List<String> all = new ArrayList<>(List.of("replay", log().toString()));
    all.addAll(List.of(more));
    return new Run(line.execute(all.toArray(new String[0])), out.toString(), err.toString());
  }

  private Path log() {
    return folder.resolve("access.log");
  }

  private String configuration(int limit) throws IOException {
    Path file = folder.resolve("limit-" + limit + ".yaml");
    Files.writeString(file, CONFIGURATION.formatted(limit, "http://127.0.0.1:1"));
    return file.toString();
  }

  /** Four of eight callers at once are refused, as the lane has four permits. */
  private void record() throws Exception {
    var permission = new CountDownLatch(1);
    var clients = new ArrayList<RawClient>();
    try (var backend =
            new RawServer(
                connection -> {
                  if (!connection.readHead().isEmpty()) {
                    permission.await();
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                  }
                });
        var logged =
            new LoggedGateway(
                log(), "", "maxDeadline: 30s", CONFIGURATION.formatted(4, backend.url()))) {
      for (int i = 0; i < CALLS; i++) {
        var client = new RawClient(logged.port());
        clients.add(client);
        client.send("GET", "/all/" + i, "");
      }
      await().until(() -> Files.exists(log()) && logged.lines().size() == CALLS - 4);
      permission.countDown();
      await().until(() -> logged.lines().size() == CALLS);
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  private static JsonNode onlyRoute(Run run) throws IOException {
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    JsonNode routes = new ObjectMapper().readTree(run.out()).path("routes");
    assertThat(routes).hasSize(1);
    return routes.get(0);
  }

  @Test
  void logOfTheGateway_throughItsOwnLane_saysWhatHappened() throws Exception {
    record();
    JsonNode same = onlyRoute(replay("--config", configuration(4), "--json"));
    assertThat(same.path("requests").asInt()).isEqualTo(CALLS);
    assertThat(same.path("refused")).isEqualTo(same.path("refusedBefore"));
    assertThat(same.at("/refused/lane-full").asInt()).isEqualTo(4);
    assertThat(same.path("answered").asInt()).isEqualTo(4);

    JsonNode twice =
        onlyRoute(replay("--config", configuration(8), "--current", configuration(4), "--json"));
    assertThat(twice.path("admitted").asInt()).isEqualTo(CALLS);
    assertThat(twice.at("/refusedBefore/lane-full").asInt()).isEqualTo(4);

    Run text = replay("--config", configuration(8));
    assertThat(text.out())
        .contains("4 that were not served", "vs log", "Of 8 requests the candidate refuses 0;")
        .contains("all                      p1            8          8");
  }

  @Test
  void truncatedLog_badLines_andWhatIsNoFile_areSaid() throws Exception {
    record();
    String whole = Files.readString(log());
    Files.writeString(log(), whole + whole.substring(0, 30), StandardCharsets.UTF_8);
    Run cut = replay("--config", configuration(4));
    assertThat(cut.exitCode()).isZero();
    assertThat(cut.out()).contains("the file ends in the middle of a line");

    Files.writeString(log(), whole + "nonsense\n");
    Run bad = replay("--config", configuration(4));
    assertThat(bad.exitCode()).isEqualTo(1);
    assertThat(bad.err()).startsWith(log() + ":9: neither JSON nor combined format (expected: ");
    assertThat(bad.out()).isEmpty();

    Files.delete(log());
    assertThat(replay("--config", configuration(4)).err()).contains("access.log: no such file");
    assertThat(replay("--config", log().toString()).err()).contains("access.log: no such file");
  }
}
