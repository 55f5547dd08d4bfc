package io.sluice.cli;

import picocli.CommandLine;

/** The library command as a process of its own. */
final class LibraryMain {
  private LibraryMain() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new LibraryCommand()).execute(args));
  }
}
