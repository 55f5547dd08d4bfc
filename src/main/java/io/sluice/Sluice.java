package io.sluice;

import io.sluice.cli.SluiceCommand;
import java.util.Locale;

/** The program: {@code sluice <command>}. */
public final class Sluice {
  private Sluice() {}

  public static void main(String[] args) {
    // What we print is read by people and programs everywhere: one spelling of numbers.
    Locale.setDefault(Locale.ROOT);
    System.exit(SluiceCommand.commandLine(System::getenv).execute(args));
  }
}
