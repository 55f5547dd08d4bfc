package io.sluice.demo;

import java.io.IOException;

/** Makes the backends of the resilience demonstration fail, by the knobs of their processes. */
final class Faults {
  /** The endpoint that dies, of those numbered from 1; the first one is asked to see to it. */
  static final int DYING = 2;

  private final Probe probe;
  private final String library;
  private final String notifier;

  /**
   * @param library where the first endpoint of the library is
   * @param notifier where the process is that sends notifications
   */
  Faults(Probe probe, String library, String notifier) {
    this.probe = probe;
    this.library = library;
    this.notifier = notifier;
  }

  /** Does what the phase begins with; it is in force when this returns, or a moment later. */
  void begin(Phase phase) throws IOException, InterruptedException {
    switch (phase) {
      case CALM -> {}
      case SLOW -> everywhere("{\"slowdown\":10}");
      case AFTER_SLOW -> everywhere("{\"slowdown\":1}");
      case ERRORS -> everywhere("{\"failureRate\":0.6}");
      case AFTER_ERRORS -> everywhere("{\"failureRate\":0}");
      case DEAD -> endpoints("{\"%d\":{\"up\":false}}".formatted(DYING));
      case SILENT -> push(true);
      case AFTER_ALL -> {
        push(false);
        endpoints("{\"%d\":{\"up\":true}}".formatted(DYING));
      }
    }
  }

  private void everywhere(String knobs) throws IOException, InterruptedException {
    endpoints("{\"1\":%1$s,\"2\":%1$s,\"3\":%1$s}".formatted(knobs));
  }

  private void endpoints(String knobs) throws IOException, InterruptedException {
    probe.post(library + "/endpoints", knobs);
  }

  private void push(boolean silent) throws IOException, InterruptedException {
    probe.post(notifier + "/knobs", "{\"channels\":{\"push\":{\"silent\":%b}}}".formatted(silent));
  }
}
