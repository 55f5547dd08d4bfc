package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class PlanCommandTest {
  private static final String CONFIG = "conf/examples/in-process.yaml";
  private static final String RATES = "reserve-copy=400,title=600,recommend=1000";

  /** What one run of the command printed. */
  private record Run(int exitCode, String out, String err) {}

  @TempDir private Path folder;

  private static Run plan(String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    CommandLine line = SluiceCommand.commandLine(name -> null);
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    var all = new ArrayList<>(List.of("plan"));
    all.addAll(List.of(args));
    return new Run(line.execute(all.toArray(String[]::new)), out.toString(), err.toString());
  }

  private static JsonNode json(Run run) throws JsonProcessingException {
    assertThat(run.exitCode()).as(run.err()).isZero();
    return new ObjectMapper().readTree(run.out());
  }

  @Test
  void theReferenceScenario_roundByRound_andWhatItMeans() {
    Run run = plan("--capacity", "1045", "--rate", "2000", "--retries", "3");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .startsWith(
            "2000/s offered, 1045/s possible, each refusal repeated at once, at most 3 times")
        .contains(
            """
            round  refused       A  attempts/s
                1    0.478    1.81        3629
                2    0.712    2.58        5160
                3    0.797    2.94        5881
                4    0.822    3.05        6109
                5    0.829    3.09        6171
                6    0.831    3.09        6188
            """)
        .contains("  end    0.831   3.097        6193\n")
        .contains("Overloaded: 48 % of the requests cannot be served")
        .contains("955/s less load")
        .contains("A budget of 20 % holds the attempts at 2400/s");
  }

  @Test
  void unlimitedRetries_diverge() throws JsonProcessingException {
    Run run = plan("--capacity", "1045", "--rate", "2000", "--retries", "unlimited");
    assertThat(run.out())
        .contains("repeated at once, until it succeeds")
        .contains("  end    1.000       ∞           ∞\n")
        .contains("Divergent: ");
    JsonNode report =
        json(plan("--capacity", "1045", "--rate", "2000", "--retries", "unlimited", "--json"));
    assertThat(report.path("retries").asText()).isEqualTo("unlimited");
    assertThat(report.path("verdict").asText()).isEqualTo("divergent");
    assertThat(report.path("fixedPoint").path("refused").asDouble()).isEqualTo(1);
    assertThat(report.path("fixedPoint").path("amplification").isNull()).isTrue();
  }

  @Test
  void manyRounds_areCut() {
    Run run = plan("--capacity", "1900", "--rate", "2000", "--retries", "unlimited");
    assertThat(run.out()).containsPattern("\n   20 .*\n +…  \\(\\d+ more\\)\n");
  }

  @Test
  void workers_standForTheCapacity_andAQueueCosts() {
    Run run = plan("--workers", "8", "--service-ms", "6", "--queue", "64", "--rate", "1200");
    assertThat(run.out())
        .contains("1200/s offered, 1333/s possible")
        .contains("8 workers of 6 ms: 1333/s")
        .contains("a full queue of 64 makes a newcomer wait 48.0 ms; it is done after 54.0 ms")
        .containsPattern("7\\.2 of them are busy and \\d\\.\\d requests wait")
        .contains("a lane of 24 permits in front of them, each held 18.0 ms when all are")
        .containsPattern("p0 +12 +667/s +24 +24 +24\n")
        .containsPattern("p1 +7 +389/s +24 +12 +24\n")
        .containsPattern("p2 +0 +0/s +20 +5 +20\n")
        .contains("Metastable: it fits, but not with all its retries. After an outage")
        .contains("at most 11 % of the requests keeps it safe")
        .contains("over at least 9.0 s for each second of outage (1200 owed, 133/s to spare)");
  }

  @Test
  void waste_showsTheTrap_andTheBrink() throws JsonProcessingException {
    String[] trapped = {"--capacity", "1333", "--rate", "1200", "--waste", "100%", "--json"};
    JsonNode report = json(plan(trapped));
    assertThat(report.path("sustainsItself").asBoolean()).isTrue();
    assertThat(report.path("fixedPoints")).hasSize(3);
    Run run = plan("--capacity", "1333", "--rate", "1200", "--waste", "100%");
    assertThat(run.out())
        .contains("fixed points, a failure costing 100 % of a success")
        .contains("unstable: the brink")
        .contains("an overload, once begun, feeds itself: 0/s are served then");
  }

  @Test
  void whatFitsWithAllItsRetries_isStable() {
    assertThat(plan("--capacity", "1000", "--rate", "250").out()).contains("Stable: even if every");
  }

  @Test
  void json_saysWhatTheTextSays() throws JsonProcessingException {
    JsonNode report =
        json(
            plan(
                "--workers",
                "8",
                "--service-ms",
                "6",
                "--queue",
                "64",
                "--rate",
                "2000",
                "--json"));
    assertThat(report.path("verdict").asText()).isEqualTo("overloaded");
    assertThat(report.path("rounds").get(0).path("attempts").asDouble()).isBetween(2600.0, 3400.0);
    assertThat(report.path("remedy").path("missing").asDouble()).isBetween(666.0, 667.0);
    assertThat(report.path("workers").path("waits").path("fullWaitMillis").asDouble())
        .isEqualTo(48);
    assertThat(report.path("workers").path("hard").get(0).path("reserve").asInt()).isEqualTo(12);
  }

  @Test
  void aConfiguration_isPlannedLaneByLaneAndRouteByRoute() {
    Run run = plan("--config", CONFIG, "--rate", RATES, "--service-ms", "6");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .containsPattern("library +8 +1333/s +2000/s +150% +48\\.0 ms +overloaded\n")
        .containsPattern("library +p0 +24 +12 +667/s +24 +24\n")
        .containsPattern("library +p1 +24 +7 +389/s +24 +24\n")
        .containsPattern("library +p2 +24 +0 +0/s +20 +20\n")
        .containsPattern("reserve-copy +library +p0 +400/s +1333/s +0\\.000 +1\\.00 +400 ")
        .containsPattern("recommend +library +p2 +1000/s +333/s +0\\.904 ")
        .contains("library does not fit: 667/s more than it can finish.");
  }

  @Test
  void aConfiguration_takesOneRate_andAMix_andAnswersInJson() throws JsonProcessingException {
    JsonNode even = json(plan("--config", CONFIG, "--rate", "1200", "--service-ms", "6", "--json"));
    assertThat(even.path("lanes").get(0).path("routes").get(0).path("rate").asDouble())
        .isEqualTo(400);
    assertThat(even.path("backends")).isEmpty(); // what runs in this process is not repeated
    assertThat(even.path("lanes").get(0).path("verdict").asText()).isEqualTo("metastable");
    String mix = "reserve-copy=1,title=1,recommend=2";
    JsonNode mixed =
        json(
            plan(
                "--config", CONFIG, "--rate", "1200", "--mix", mix, "--service-ms", "6", "--json"));
    assertThat(mixed.path("lanes").get(0).path("routes").get(2).path("rate").asDouble())
        .isEqualTo(600);
  }

  @Test
  void budgetOfTheClients_holdsTheAttempts() throws JsonProcessingException {
    String[] args = {"--capacity", "1045", "--rate", "2000", "--retries", "3", "--budget", "20%"};
    assertThat(plan(args).out())
        .startsWith(
            "2000/s offered, 1045/s possible, each refusal repeated at once, at most 3 times, by"
                + " 20 % of the requests\n")
        .containsPattern("end +0\\.565 +1\\.200 +2400\n")
        .contains("the retry budget is all that bounds the attempts")
        .contains("A budget of 20 % holds the attempts at 2400/s");
    var asJson = new ArrayList<>(List.of(args));
    asJson.add("--json");
    JsonNode report = json(plan(asJson.toArray(String[]::new)));
    assertThat(report.path("budget").asDouble()).isEqualTo(0.2);
    assertThat(report.path("fixedPoint").path("amplification").asDouble()).isEqualTo(1.2);
  }

  @Test
  void retriesOfTheGateway_areReadFromTheConfiguration() throws IOException {
    Path file = folder.resolve("retry.yaml");
    Files.writeString(
        file,
        """
        retryBudget: { perSecond: 10000 }
        lanes: { main: { limit: 24 } }
        backends:
          app:
            endpoints: [http://a]
            retry: { attempts: 3, statuses: [503], budget: { ratio: 50%, perSecond: 10000 } }
        routes:
          - { name: all, path: /, lane: main, backend: app }
        """);
    String[] args = {"--config", file.toString(), "--rate", "1200", "--service-ms", "18"};
    assertThat(plan(args).out())
        .containsPattern("app +3 +20\\.0% +1200/s +1440/s +metastable\n")
        .contains("app has room for 11 % of retries, and the gateway may make 20 %");
    var asJson = new ArrayList<>(List.of(args));
    asJson.add("--json");
    JsonNode backend = json(plan(asJson.toArray(String[]::new))).path("backends").get(0);
    assertThat(backend.path("budget").asDouble()).isEqualTo(0.2); // the gateway's own is less
    assertThat(backend.path("mostPerSecond").asDouble()).isEqualTo(1440);
  }

  @Test
  void aConfigurationThatIsInvalid_isExplainedAsCheckDoes() throws IOException {
    Path bad = folder.resolve("bad.yaml");
    Files.writeString(bad, "lanes: {}\nbackends: {}\nroutes: []\n");
    Run run = plan("--config", bad.toString(), "--rate", "1", "--service-ms", "1");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains(bad + ":1:1: lanes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          --rate 2000 --workers 8                          | either --capacity, or --workers and
          --rate 2000                                      | either --capacity, or --workers and
          --rate 2000 --capacity 0                         | either --capacity, or --workers and
          --rate 2000 --workers 8 --service-ms 0           | either --capacity, or --workers and
          --rate 2000 --capacity 5 --workers 8             | either --capacity, or --workers and
          --rate 0 --capacity 5                            | rate: 0.0 (expected: more than 0)
          --rate x --capacity 5                            | --rate: 'x' (expected: a number
          --rate a=5 --capacity 5                          | --rate: 'a=5' (expected: a number)
          --rate 5 --capacity 5 --retries -1               | '-1' (expected: 0..1000 or unlimited)
          --rate 5 --capacity 5 --retries 1001             | '1001' (expected: 0..1000 or unlimited)
          --rate 5 --capacity 5 --waste 101%               | (expected: 0%..100%)
          --rate 5 --capacity 5 --budget 101%              | (expected: 0%..100%)
          --rate 5 --capacity 5 --queue 9                  | --queue: only with --workers
          --rate 5 --capacity 5 --limit 9                  | --limit: only with --workers
          --rate 5 --capacity 5 --mix a=1                  | --mix: only with --config
          --rate 5 --workers 8 --service-ms 6 --limit 3    | --limit: 3 (expected: 4..100000)
          --rate 5 --workers 8 --service-ms 6 --queue -1   | --queue: -1 (expected: 0..1000000)
          --rate 5 --config conf/sluice.yaml               | --service-ms: missing
          --rate title=5 --service-ms 6 --config conf/sluice.yaml     | nothing for reserve-copy, recommend, notify
          --rate 5 --service-ms titel=6 --config conf/sluice.yaml     | no route is called titel
          --rate 5 --service-ms 6 --workers 8 --config conf/sluice.yaml | the file names workers
          --rate 5 --service-ms 6 --waste 5% --config conf/sluice.yaml  | --waste: not with --config
          """)
  void whatDoesNotGoTogether_isAUsageErrorInOneLine(String args, String message) {
    Run run = plan(args.strip().split(" +"));
    assertThat(run.exitCode()).as(run.out()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(2).first().asString().contains(message);
  }
}
