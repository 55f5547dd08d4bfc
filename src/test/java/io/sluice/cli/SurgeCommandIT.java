package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class SurgeCommandIT {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger requests = new AtomicInteger();
  private String url = "";

  @BeforeEach
  void listen() throws Exception {
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  requests.incrementAndGet();
                  boolean refused = request.path().equals("/recommendations");
                  request.response().setStatusCode(refused ? 429 : 200).end();
                });
    server
        .listen(0, "127.0.0.1")
        .toCompletionStage()
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS);
    url = "http://127.0.0.1:" + server.actualPort();
  }

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  @Test
  void surge_printsATable_andProgressOnTheOtherStream() {
    assertThat(run(url, "--rate", "100", "--seconds", "1", "--timeout", "20s")).isZero();
    assertThat(requests).hasValue(100);
    assertThat(out.toString())
        .contains("100/s for 1.0 s, retry none")
        .containsPattern("(?m)^p0 .*100\\.0%")
        .containsPattern("(?m)^p2 .* 0\\.0%")
        .containsPattern("(?m)^total +100 +100 +1\\.00");
    assertThat(err.toString()).containsPattern("1 s +sent");
  }

  @Test
  void surge_printsJsonOnly_whenAsked() throws Exception {
    int exit =
        run(
            url,
            "--rate=50",
            "--seconds=1",
            "--warm-up=200ms",
            "--retry=naive",
            "--retries=1",
            "--timeout=20s",
            "--poisson",
            "--seed=7",
            "--json",
            "--mix",
            "p2 GET /recommendations 1");
    assertThat(exit).isZero();
    JsonNode report = new ObjectMapper().readTree(out.toString());
    assertThat(report.at("/total/amplification").asDouble()).isEqualTo(2);
    assertThat(report.at("/tiers/0/name").asText()).isEqualTo("p2");
    assertThat(report.at("/total/shed/count").asLong())
        .isEqualTo(2 * report.at("/total/requests").asLong())
        .isPositive();
    assertThat(report.at("/fellBehind").isBoolean()).isTrue();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void surge_measuresCapacity_whenClosed() {
    assertThat(run(url, "--closed", "3", "--seconds", "1", "--timeout", "20s")).isZero();
    assertThat(out.toString()).startsWith("3 connections back to back: ");
  }

  @Test
  void surge_saysSoInOneLine_whenNobodyListens() throws Exception {
    int port;
    try (var free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    assertThat(run("http://127.0.0.1:" + port)).isEqualTo(1);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .startsWith("surge: http://127.0.0.1:" + port + " cannot be reached: ");
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--rate=0", "--rate=fast", "--seconds=0", "--mix=p9 GET / 1", "--retry=maybe",
        "--timeout=5", "--connections=0", "--closed=-1", "--warm-up=-1s", "--patience=1h",
        "--unknown"
      })
  void surge_exitsWithTwo_whenAnOptionIsWrong(String option) {
    assertThat(run(url, option)).isEqualTo(2);
    assertThat(err.toString()).isNotEmpty();
    assertThat(requests).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://localhost:1", "localhost", "http//x"})
  void surge_exitsWithTwo_whenTheTargetIsNone(String target) {
    assertThat(run(target)).isEqualTo(2);
    assertThat(err.toString()).contains("expected: http://host:port");
  }

  @Test
  void help_endsWithAnExample() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("Example:").contains("sluice surge http://localhost:8080");
  }

  private int run(String... args) {
    return new CommandLine(new SurgeCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }
}
