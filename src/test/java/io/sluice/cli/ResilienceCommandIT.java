package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The demonstration, cut short. What depends on time is judged by hand, on a machine at rest. */
class ResilienceCommandIT {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void faults_costNoLoan_andNoMoreAttemptsThanTheBudget() throws Exception {
    List<Integer> ports = freePorts();

    int exit =
        run(
            "--json",
            "--seconds=1",
            "--warm-up=2",
            "--backend-port=" + ports.get(0),
            "--port=" + ports.get(4),
            "--admin-port=" + ports.get(5));

    JsonNode report = new ObjectMapper().readTree(out.toString());
    assertThat(report.path("phases").size()).as(err.toString()).isEqualTo(8);
    assertThat(exit).isEqualTo(report.path("met").asBoolean() ? 0 : 1);
    for (JsonNode phase : report.path("phases")) {
      String name = phase.path("name").asText();
      assertThat(phase.path("requests").asLong()).as(name).isPositive();
      assertThat(phase.at("/gateway/requests").asLong()).as(name).isPositive();
      assertThat(phase.at("/gateway/amplification").asDouble()).as(name).isLessThanOrEqualTo(1.2);
      assertThat(phase.path("lost").asLong()).as(name).isZero();
      assertThat(phase.path("doubled").asLong()).as(name).isZero();
    }
    JsonNode calm = report.at("/phases/0/streams/0");
    assertThat(calm.path("name").asText()).isEqualTo("loans");
    assertThat(calm.path("success").asDouble()).as("loans to lose").isPositive();
    assertThat(err.toString()).contains("gateway: its own process", "push never answers, too");
  }

  @Test
  void portInUse_isSaid_andNothingIsStarted() throws Exception {
    try (var taken = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      int exit = run("--backend-port=" + taken.getLocalPort());

      assertThat(exit).isEqualTo(1);
    }
    assertThat(err.toString()).contains("is in use; choose others with --port");
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--seconds=0", "--seconds=601", "--warm-up=-1", "--unknown"})
  void badOption_isAUsageError(String option) {
    assertThat(run(option)).isEqualTo(2);
    assertThat(err.toString()).isNotEmpty();
  }

  @Test
  void configurationThatIsNotThere_isAFailureInOneLine() {
    assertThat(run("--config", "no/such.yaml")).isEqualTo(1);
    assertThat(err.toString()).contains("no/such.yaml cannot be read; name a file with --config");
  }

  private int run(String... args) {
    CommandLine line = SluiceCommand.commandLine(name -> null);
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    var all = new ArrayList<>(List.of("demo", "resilience"));
    all.addAll(List.of(args));
    return line.execute(all.toArray(String[]::new));
  }

  /** Six ports in a row that nobody listens on. */
  private static List<Integer> freePorts() throws IOException {
    for (int tries = 0; tries < 100; tries++) {
      var held = new ArrayList<ServerSocket>();
      try {
        held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        for (int i = 1; i < 6; i++) {
          int port = held.getFirst().getLocalPort() + i;
          held.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
        }
        return held.stream().map(ServerSocket::getLocalPort).toList();
      } catch (IOException | IllegalArgumentException taken) {
        continue;
      } finally {
        for (ServerSocket socket : held) {
          socket.close();
        }
      }
    }
    throw new IOException("no six free ports in a row");
  }
}
