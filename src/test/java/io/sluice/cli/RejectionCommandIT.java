package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class RejectionCommandIT {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    CommandLine line = SluiceCommand.commandLine(name -> null);
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    var all = new ArrayList<>(List.of("experiment", "rejection"));
    all.addAll(List.of(args));
    return line.execute(all.toArray(String[]::new));
  }

  @Test
  void theWholeExperiment_endsInTheGateway() throws Exception {
    int exitCode =
        run(
            "--rate",
            "400",
            "--seconds",
            "0.3",
            "--workers",
            "2",
            "--queue",
            "8",
            "--warm-up",
            "1s",
            "--service-ms",
            "10",
            "--json");
    assertThat(exitCode).as(err.toString()).isZero();
    JsonNode report = new ObjectMapper().readTree(out.toString());
    assertThat(report.path("modes")).hasSize(5);
    assertThat(report.path("gateway")).hasSize(2);
    JsonNode total = report.path("gateway").get(0).path("total");
    assertThat(total.path("requests").asInt()).isBetween(119, 121);
    assertThat(total.path("succeeded").asInt()).isPositive();
    // On a busy machine some may be late; nothing else may go wrong.
    assertThat(total.path("errors").fieldNames())
        .toIterable()
        .isSubsetOf("status 504", "connect", "broken");
  }

  @Test
  void withoutTheGateway_itIsATable() {
    int exitCode =
        run("--rate", "400", "--seconds", "0.2", "--workers", "2", "--queue", "8", "--no-gateway");
    assertThat(exitCode).as(err.toString()).isZero();
    assertThat(out.toString()).contains("caller-runs").contains("  predicted");
    assertThat(err.toString()).contains("running: discard");
  }

  @Test
  void aBoundThatIsBroken_isAUsageError() {
    assertThat(run("--workers", "0")).isEqualTo(2);
    assertThat(err.toString().lines())
        .hasSize(2)
        .first()
        .asString()
        .contains("--workers: 0 (expected: 1..1024)");
  }

  @Test
  void aConfigurationThatIsNotThere_isAFailureInOneLine() {
    int exitCode = run("--rate", "50", "--seconds", "0.1", "--config", "no/such.yaml");
    assertThat(exitCode).isEqualTo(1);
    assertThat(err.toString()).contains("sluice: no/such.yaml: no such file");
  }

  @Test
  void anExperimentWithoutAName_isAUsageError() {
    CommandLine line = SluiceCommand.commandLine(name -> null);
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    assertThat(line.execute("experiment")).isEqualTo(2);
    assertThat(err.toString()).contains("Missing an experiment (expected: rejection)");
  }
}
