package io.sluice;

import io.sluice.cli.SluiceCommand;

/** The program: {@code sluice <command>}. */
public final class Sluice {
  private Sluice() {}

  public static void main(String[] args) {
    System.exit(SluiceCommand.commandLine(System::getenv).execute(args));
  }
}
