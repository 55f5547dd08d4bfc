package io.sluice.demo;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How the resilience demonstration is run.
 *
 * @param keep everything goes on running afterwards
 * @param port of the gateway
 * @param adminPort of its operator's listener
 * @param backendPort of the library's first endpoint; its others and the notifier have the three
 *     ports after it
 * @param config the gateway's configuration file
 * @param phase how long each phase lasts; recoveries are never shorter than can be judged
 * @param warmUp how long the load runs before the first
 */
public record ResilienceOptions(
    boolean keep,
    int port,
    int adminPort,
    int backendPort,
    Path config,
    Duration phase,
    Duration warmUp) {
  static final int LIBRARY_ENDPOINTS = 3;

  public ResilienceOptions {
    if (phase.toMillis() < 1000 || phase.toMillis() > 600_000) {
      throw new IllegalArgumentException("seconds: " + phase.toSeconds() + " (expected: 1..600)");
    }
    if (warmUp.isNegative() || warmUp.toMillis() > 600_000) {
      throw new IllegalArgumentException("warm-up: " + warmUp.toSeconds() + " (expected: 0..600)");
    }
  }

  int libraryPort(int number) {
    return backendPort + number - 1;
  }

  int notifierPort() {
    return backendPort + LIBRARY_ENDPOINTS;
  }
}
