package io.sluice.demo;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What the demonstration shows.
 *
 * @param load total offered load in multiples of capacity; 0 for the reference surge of 2000/s
 * @param inProcess the library runs inside the gateway, on its worker executor
 * @param keep everything goes on running afterwards
 * @param port of the gateway
 * @param adminPort of its operator's listener
 * @param backendPort of the library
 * @param config the gateway's configuration file
 * @param window how long each surge is measured
 * @param warmUp how long it runs before that
 */
public record DemoOptions(
    double load,
    boolean inProcess,
    boolean keep,
    int port,
    int adminPort,
    int backendPort,
    Path config,
    Duration window,
    Duration warmUp) {
  public DemoOptions {
    if (load != 0 && !(load >= 0.5 && load <= 20)) {
      throw new IllegalArgumentException("load: " + load + " (expected: 0.5..20)");
    }
  }
}
