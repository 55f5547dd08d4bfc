package io.sluice;

import io.sluice.config.ConfigLoader;
import io.sluice.config.GatewayOptions;
import io.sluice.config.Loaded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Gateways for tests: real ones, on ports of their own, from the configuration a user would write.
 */
public final class TestGateway {
  private TestGateway() {}

  /** Starts a gateway of everything but the listeners' sections. */
  public static Gateway start(String lanesBackendsRoutes) throws Exception {
    return start("maxDeadline: 30s", lanesBackendsRoutes);
  }

  /**
   * Starts a gateway with some server keys of its own.
   *
   * @param serverKeys in flow style, for example {@code maxBody: 1KiB}
   */
  public static Gateway start(String serverKeys, String lanesBackendsRoutes) throws Exception {
    return Gateway.start(load(listeners(serverKeys) + lanesBackendsRoutes).options());
  }

  /** The options of such a gateway, for tests that put the parts together themselves. */
  public static GatewayOptions options(String lanesBackendsRoutes) throws IOException {
    return load(listeners("maxDeadline: 30s") + lanesBackendsRoutes).options();
  }

  private static String listeners(String serverKeys) {
    return """
        server: { host: 127.0.0.1, port: 0, eventLoops: 1, drainTimeout: 5s, %s }
        admin: { port: 0 }
        """
        .formatted(serverKeys);
  }

  static Loaded.Valid load(String yaml) throws IOException {
    Path file = Files.createTempFile("sluice-test", ".yaml");
    try {
      Files.writeString(file, yaml);
      return switch (ConfigLoader.load(file, Map.<String, String>of()::get)) {
        case Loaded.Valid valid -> valid;
        case Loaded.Invalid invalid ->
            throw new IllegalArgumentException(invalid.faults().toString());
      };
    } finally {
      Files.delete(file);
    }
  }
}
