package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Sluice;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gateway as a process of its own. */
class RunCommandIT {
  private static final Pattern LISTENING = Pattern.compile("listening on http://[^:]+:(\\d+),.*");

  @TempDir private Path folder;

  private Process run(String accessLog) throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("c.yaml"),
            """
            server: { host: 127.0.0.1, port: 0, eventLoops: 1 }
            admin: { port: 0 }
            accessLog: { file: "%s" }
            lanes: { main: { limit: 4 } }
            backends: { main: { endpoints: ["http://127.0.0.1:1"] } }
            routes: [{ name: all, path: /all/*, lane: main, backend: main }]
            """
                .formatted(accessLog));
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                Sluice.class.getName(),
                "run",
                config.toString()))
        .start();
  }

  private static int port(BufferedReader lines) throws IOException {
    Matcher listening = LISTENING.matcher("");
    while (!listening.matches()) {
      listening = LISTENING.matcher(Objects.requireNonNull(lines.readLine()));
    }
    return Integer.parseInt(listening.group(1));
  }

  private static void ask(int port, String path) throws Exception {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String request = "GET " + path + " HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      assertThat(socket.getInputStream().readAllBytes()).isNotEmpty();
    }
  }

  @Test
  void sigusr1_hasTheAccessLogOpenedAnew_andSigtermWritesItsRest() throws Exception {
    Path file = folder.resolve("access.log");
    Path old = folder.resolve("access.log.1");
    Process process = run(file.toString());
    try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
      int port = port(lines);
      ask(port, "/one");
      await().until(() -> Files.size(file) > 0);
      Files.move(file, old);
      send("USR1", process);
      await().until(() -> Files.exists(file));
      ask(port, "/two");
      process.toHandle().destroy(); // SIGTERM; process.destroy() would close its streams, too

      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(Files.readString(old)).contains("\"path\":\"/one\"").doesNotContain("/two");
      assertThat(Files.readString(file)).contains("\"path\":\"/two\"").doesNotContain("/one");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void accessLog_goesToStandardOutput_whereItIsWanted() throws Exception {
    Process process = run("stdout");
    try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
      ask(port(lines), "/one");

      assertThat(lines.lines().filter(line -> line.startsWith("{")).findFirst())
          .get()
          .asString()
          .contains("\"path\":\"/one\"")
          .endsWith("}");
    } finally {
      process.destroyForcibly();
    }
  }

  private static void send(String signal, Process process) throws Exception {
    var kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  @Test
  void accessLogThatCannotBeWritten_isOneLine_andExitCode1() throws Exception {
    Path file = folder.resolve("none").resolve("access.log");
    Process process = run(file.toString());
    try {
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(1);
      assertThat(process.errorReader(StandardCharsets.UTF_8).lines())
          .containsExactly(
              "sluice: accessLog.file: " + file + " cannot be written: its folder does not exist");
    } finally {
      process.destroyForcibly();
    }
  }
}
