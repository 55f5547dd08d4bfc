package io.sluice.demo;

import io.sluice.surge.SurgeReport;

/**
 * One surge and what the library says of it.
 *
 * @param direct straight at the library, without the gateway
 * @param report what the clients saw
 * @param zombies work the library finished for clients that had gone; -1 where it cannot tell
 */
record DemoRun(boolean direct, SurgeReport report, long zombies) {
  String label() {
    String clients =
        switch (report.retry()) {
          case "none" -> "no retries";
          case "naive" -> "3 retries at once";
          default -> "co-operating";
        };
    return (direct ? "direct" : "Sluice") + ", " + clients;
  }
}
