package io.sluice.cli;

import io.sluice.trust.ApiKeys;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what the configuration knows of an API key; the key comes from standard input. */
@Command(
    name = "hash-key",
    description =
        "Read an API key from standard input and print its hash, for callers.NAME.apiKeySha256.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit code: 0 printed, 1 not a key, 2 usage.",
      "Example: sluice hash-key < key.txt"
    })
final class HashKeyCommand implements Callable<Integer> {
  private static final int LONGEST = 4096;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    CommandLine line = spec.commandLine();
    byte[] read = System.in.readNBytes(LONGEST + 1);
    String key = new String(read, StandardCharsets.UTF_8).strip();
    boolean fits = read.length <= LONGEST && !key.isEmpty();
    // What a header cannot carry can never be shown.
    if (!fits || key.chars().anyMatch(c -> c <= ' ' || c >= 127)) {
      line.getErr()
          .println("hash-key: not a key (expected: one line of visible ASCII on standard input)");
      return ExitCode.SOFTWARE;
    }
    PrintWriter out = line.getOut();
    out.println(ApiKeys.hash(key));
    out.flush();
    return ExitCode.OK;
  }
}
