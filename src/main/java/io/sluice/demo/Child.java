package io.sluice.demo;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Another process of this program, with its output in a file; ended when closed. */
final class Child implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 5;

  private final String name;
  private final Process process;
  private final Path log;

  private Child(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  /** Starts {@code sluice <arguments>} on the same virtual machine and class path. */
  static Child start(Path folder, Map<String, String> environment, String... arguments)
      throws IOException {
    return startAs(arguments[0], folder, environment, arguments);
  }

  /** Starts it under a name of its own, which its output is kept by. */
  static Child startAs(
      String name, Path folder, Map<String, String> environment, String... arguments)
      throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.add("-Xmx512m");
    command.addAll(aheadOfTime());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.sluice.Sluice"));
    command.addAll(List.of(arguments));
    Path log = folder.resolve(name + ".log");
    var builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    return new Child(name, builder.start(), log);
  }

  /** The launcher's ahead-of-time cache, if this process was started with it. */
  private static List<String> aheadOfTime() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("-XX:AOTCache="))
        .toList();
  }

  /** Fails with the child's own last words if it is not alive any more. */
  void check() throws IOException {
    if (!process.isAlive()) {
      List<String> lines = Files.readAllLines(log);
      String last = lines.isEmpty() ? "no output" : lines.getLast();
      throw new IOException("the " + name + " process ended: " + last);
    }
  }

  Path log() {
    return log;
  }

  /** Asks it to end, and insists after a while. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
