package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.config.FileForm;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class CommandLineTest {
  /** What one run of the program printed. */
  private record Run(int exitCode, String out, String err) {}

  @TempDir private Path folder;

  private static Run run(CommandLine line, String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return new Run(line.execute(args), out.toString(), err.toString());
  }

  private static Run run(String... args) {
    return run(SluiceCommand.commandLine(name -> null), args);
  }

  @Test
  void simulate_rehearsesAScenario_andWritesItsPage() throws IOException {
    Path page = folder.resolve("surge.html");
    Run run =
        run("simulate", "conf/scenarios/surge.yaml", "--seconds", "10", "--html", page.toString());
    assertThat(run.exitCode()).as(run.out()).isZero();
    assertThat(run.out()).startsWith("surge: ").contains("As expected.");
    assertThat(Files.readString(page)).contains("<title>surge");
    assertThat(run("simulate", "--random", "7", "--json").out()).contains("\"random-7\"");
    assertThat(run("simulate", "--list").out()).contains("conf/scenarios/incident.yaml ");
  }

  @Test
  void simulate_failsWhereWhatWasExpectedDoesNotHold_orTheFileIsWrong() throws IOException {
    Path file = folder.resolve("s.yaml");
    String surge = Files.readString(Path.of("conf/scenarios/surge.yaml"));
    Files.writeString(file, surge.replace("p0Success: 100%", "p2Success: 90%"));
    Run run = run("simulate", file.toString(), "--seconds", "10");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("NO   p2Success", "Not as expected (p2Success).");
    Files.writeString(file, surge.replace("p0Success", "p0Succes"));
    Run wrong = run("simulate", file.toString());
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.err()).contains("expect.p0Succes: unknown key (did you mean \"p0Success\"?)");
    assertThat(wrong.out()).isEmpty();
  }

  @Test
  void simulate_withoutASense_isAUsageError() {
    String surge = "conf/scenarios/surge.yaml";
    assertThat(run("simulate").exitCode()).isEqualTo(2);
    assertThat(run("simulate", surge, "--random", "1").exitCode()).isEqualTo(2);
    assertThat(run("simulate", surge, "--seeds", "0").err()).contains("expected: 1..1000");
    assertThat(run("simulate", surge, "--seconds", "5").err()).contains("more than the warm-up");
    assertThat(run("simulate", surge, "--seed", "-1").exitCode()).isEqualTo(2);
  }

  @Test
  void check_saysWhatAValidFileHolds() {
    assertThat(run("check", "conf/sluice.yaml"))
        .isEqualTo(new Run(0, "conf/sluice.yaml is valid: 1 lane, 1 backend, 4 routes\n", ""));
    assertThat(run("check", "conf/examples/telemetry.yaml").out())
        .isEqualTo("conf/examples/telemetry.yaml is valid: 2 lanes, 2 backends, 2 routes\n");
  }

  private static Run hashKey(String typed) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)));
    try {
      return run("hash-key");
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void hashKey_printsWhatTheConfigurationKnowsOfAKey() {
    String hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n";
    assertThat(hashKey("abc")).isEqualTo(new Run(0, hash, ""));
    assertThat(hashKey(" abc\r\n")).isEqualTo(new Run(0, hash, ""));
  }

  @Test
  void hashKey_refusesWhatNoHeaderCouldCarry() {
    for (String typed : new String[] {"", "\n", "a b", "a\nb", "schlüssel", "x".repeat(4097)}) {
      Run run = hashKey(typed);
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).startsWith("hash-key: not a key (expected: ");
    }
  }

  @Test
  void check_printsEveryFaultAndFails() throws IOException {
    Path file = folder.resolve("bad.yaml");
    Files.writeString(file, "lanes: {}\nbackends: {}\nroutes: []\nx: 1\n");
    Run run = run("check", file.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .containsExactly(
            file + ":1:1: lanes: a mapping (expected: 1..100 names, each with a mapping)",
            file + ":2:1: backends: a mapping (expected: 1..100 names, each with a mapping)",
            file + ":3:1: routes: a list (expected: a list of 1..1000)",
            file
                + ":4:1: x: unknown key (known: server, admin, accessLog, hints, callers, jwt, retryBudget,"
                + " lanes, backends, routes)");
  }

  @Test
  void check_printsWarningsAndSucceeds() throws IOException {
    Path file = folder.resolve("warn.yaml");
    String spare = "  spare: { inProcess: spare }\nroutes:";
    String minimal = Files.readString(Path.of("conf/examples/minimal.yaml"));
    Files.writeString(file, minimal.replace("\nroutes:", spare));
    Run run = run("check", file.toString());
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains("warning: backends.spare: no route uses it");
  }

  @Test
  void check_namesAFileThatIsNotThereInOneLine() {
    assertThat(run("check", "no/such.yaml"))
        .isEqualTo(new Run(1, "", "no/such.yaml: no such file\n"));
  }

  @Test
  void checkShow_printsNothingButYamlOnStandardOutput() {
    Run run = run("check", "--show", "conf/examples/minimal.yaml");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("server:\n").contains("  main:\n    limit: 64\n");
    assertThat(run.err()).contains("is valid");
  }

  @Test
  void schema_printsTheSchema() {
    assertThat(run("schema")).isEqualTo(new Run(0, FileForm.GATEWAY.schema(), ""));
    assertThat(run("schema", "--scenario")).isEqualTo(new Run(0, FileForm.SCENARIO.schema(), ""));
  }

  @Test
  void usageErrors_exitWith2AndTwoLines() {
    assertThat(run("check"))
        .isEqualTo(
            new Run(
                2,
                "",
                "sluice check: Missing required parameter: 'FILE'\nTry: sluice check --help\n"));
    assertThat(run()).isEqualTo(new Run(2, "", "sluice: Missing a command\nTry: sluice --help\n"));
    Run misspelt = run("chekc");
    assertThat(misspelt.exitCode()).isEqualTo(2);
    assertThat(misspelt.err().lines()).hasSize(2).last().asString().contains("sluice check");
  }

  @Test
  void version_namesWhatItRunsOn() {
    assertThat(run("schema", "--version")).isEqualTo(run("--version"));
    Run run = run("--version");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines())
        .hasSize(3)
        .anyMatch(l -> l.startsWith("sluice "))
        .anyMatch(l -> l.startsWith("JDK 2"))
        .anyMatch(l -> l.startsWith("Vert.x 5."));
  }

  @ParameterizedTest
  @MethodSource("commandNames")
  void everyCommand_hasHelpWithAnExample(String name) {
    Run run = run(name, "--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("Usage: sluice " + name)
        .containsPattern("Example:\\s+sluice " + name);
  }

  static Iterable<String> commandNames() {
    return SluiceCommand.commandLine(name -> null).getSubcommands().keySet();
  }

  @Command(name = "fail")
  static final class Failing implements Runnable {
    @Override
    public void run() {
      throw new IllegalStateException("the first line\n  and the second");
    }
  }

  @Test
  void exception_isOneLineUnlessItsTraceIsAskedFor() {
    Run quiet = failing(Map.of(), "fail");
    assertThat(quiet).isEqualTo(new Run(1, "", "sluice: the first line and the second\n"));
    assertThat(failing(Map.of("SLUICE_VERBOSE", "1"), "fail").err()).contains("at io.sluice.cli");
    assertThat(failing(Map.of(), "--verbose", "fail").err()).contains("at io.sluice.cli");
    assertThat(failing(Map.of(), "fail", "--verbose").err()).contains("at io.sluice.cli");
  }

  private static Run failing(Map<String, String> env, String... args) {
    CommandLine line = SluiceCommand.commandLine(env::get);
    line.addSubcommand(new Failing());
    return run(line, args);
  }
}
