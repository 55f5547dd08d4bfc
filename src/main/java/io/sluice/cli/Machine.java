package io.sluice.cli;

/** What a measurement was taken on, in words. */
final class Machine {
  private Machine() {}

  static String inWords() {
    return String.join(
        ", ",
        Runtime.getRuntime().availableProcessors() + " processors",
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        "JDK " + Runtime.version(),
        "sluice " + Versions.own());
  }
}
