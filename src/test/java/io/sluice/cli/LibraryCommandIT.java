package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LibraryCommandIT {
  private static final Pattern READY =
      Pattern.compile(
          "library listening on http://127\\.0\\.0\\.1:(\\d+) \\(2 workers, 7\\.5 ms, queue 99\\)");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void library_saysItListens_runsUntilSigterm_andExits0() throws Exception {
    Process process = launch("--port=0", "--workers=2", "--service-ms=7.5", "--queue=99");
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        HttpClient client = HttpClient.newHttpClient()) {
      Matcher ready = READY.matcher(String.valueOf(lines.readLine()));
      assertThat(ready.matches()).as(ready.toString()).isTrue();
      URI health = URI.create("http://127.0.0.1:" + ready.group(1) + "/health");
      assertThat(
              client
                  .send(HttpRequest.newBuilder(health).build(), BodyHandlers.discarding())
                  .statusCode())
          .isEqualTo(200);

      process.toHandle().destroy(); // SIGTERM; process.destroy() would close its streams, too

      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(lines.readLine()).as("nothing but the one line").isNull();
      assertThat(process.errorReader(StandardCharsets.UTF_8).lines()).isEmpty();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void library_complainsInOneLineAndExits1_whenThePortIsTaken() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int status = execute("--port", Integer.toString(taken.getLocalPort()));

      assertThat(status).isEqualTo(1);
      assertThat(err.toString().lines())
          .hasSize(1)
          .first()
          .asString()
          .startsWith("library: cannot listen on 127.0.0.1:" + taken.getLocalPort() + ": ");
      assertThat(out.toString()).isEmpty();
    }
  }

  @Test
  void library_exits2AndSaysWhatItExpected_whenAnOptionIsOutOfBounds() {
    assertThat(execute("--workers", "0")).isEqualTo(2);

    assertThat(err.toString()).contains("workers: 0 (expected: 1..1024)");
  }

  @Test
  void help_showsDefaultsAndAnExample() {
    assertThat(execute("--help")).isZero();

    assertThat(out.toString())
        .contains("Default: 8081", "sluice library --port 8081 --workers 8 --service-ms 6");
  }

  private int execute(String... args) {
    return new CommandLine(new LibraryCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }

  private static Process launch(String... args) throws Exception {
    var command =
        new ArrayList<String>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                LibraryMain.class.getName()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command).start();
  }
}
