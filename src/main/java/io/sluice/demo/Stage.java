package io.sluice.demo;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The processes of the resilience demonstration, all of them ready; ended when closed. */
final class Stage implements AutoCloseable {
  private static final String HERE = "http://127.0.0.1:";

  private final ResilienceOptions options;
  private final Path folder;
  private final List<Child> children = new ArrayList<>();

  private Stage(ResilienceOptions options, Path folder) {
    this.options = options;
    this.folder = folder;
  }

  static Stage open(ResilienceOptions options, Probe probe, Path folder)
      throws IOException, InterruptedException {
    var stage = new Stage(options, folder);
    try {
      stage.checkPorts(probe);
      stage.start(probe);
      return stage;
    } catch (IOException | InterruptedException | RuntimeException e) {
      stage.close();
      throw e;
    }
  }

  private void checkPorts(Probe probe) throws IOException, InterruptedException {
    var wanted = new ArrayList<>(List.of(options.port(), options.adminPort()));
    for (int port = options.backendPort(); port <= options.notifierPort(); port++) {
      wanted.add(port);
    }
    for (int port : wanted) {
      if (probe.isTaken(port)) {
        throw new IOException(
            "port " + port + " is in use; choose others with --port, --admin-port, --backend-port");
      }
    }
  }

  private void start(Probe probe) throws IOException, InterruptedException {
    Child library =
        child(
            "library",
            Map.of(),
            "library",
            "--port",
            Integer.toString(options.backendPort()),
            "--endpoints",
            Integer.toString(ResilienceOptions.LIBRARY_ENDPOINTS));
    Child notifier =
        child("notifier", Map.of(), "library", "--port", Integer.toString(options.notifierPort()));
    probe.awaitOk(library() + "/health", library);
    probe.awaitOk(notifier() + "/health", notifier);
    Child gateway = child("run", environment(), "run", options.config().toString());
    probe.awaitOk(HERE + options.adminPort() + "/readyz", gateway);
  }

  private Child child(String name, Map<String, String> environment, String... arguments)
      throws IOException {
    Child child = Child.startAs(name, folder, environment, arguments);
    children.add(child);
    return child;
  }

  private Map<String, String> environment() {
    var environment = new HashMap<String, String>();
    environment.put("SLUICE_PORT", Integer.toString(options.port()));
    environment.put("SLUICE_ADMIN_PORT", Integer.toString(options.adminPort()));
    for (int number = 1; number <= ResilienceOptions.LIBRARY_ENDPOINTS; number++) {
      environment.put("SLUICE_LIBRARY_" + number, HERE + options.libraryPort(number));
    }
    environment.put("SLUICE_NOTIFIER", notifier());
    return environment;
  }

  /** The library's first endpoint, which stays up. */
  String library() {
    return HERE + options.backendPort();
  }

  String notifier() {
    return HERE + options.notifierPort();
  }

  URI front() {
    return URI.create(HERE + options.port());
  }

  String metrics() {
    return HERE + options.adminPort() + "/metrics";
  }

  List<String> describe() {
    return List.of(
        "library: its own process, endpoints on ports %d to %d, 8 workers of 6 ms each"
            .formatted(options.backendPort(), options.libraryPort(3)),
        "notifier: its own process on port %d; mail, sms and push"
            .formatted(options.notifierPort()),
        "gateway: its own process on port %d, metrics on %s, %s"
            .formatted(options.port(), metrics(), options.config()));
  }

  List<String> suggestions() {
    return List.of(
        "curl -i http://127.0.0.1:%d/titles/7".formatted(options.port()),
        "curl -s %s | grep -E 'breaker|retr|endpoint'".formatted(metrics()),
        "curl -s %s/endpoints; curl -s %s/ledger".formatted(library(), library()),
        "curl -s -d '{\"3\":{\"up\":false}}' %s/endpoints".formatted(library()),
        "logs: " + String.join(", ", children.stream().map(c -> c.log().toString()).toList()));
  }

  /** Nobody will want to read the logs. */
  void forget() throws IOException {
    close();
    for (Child child : children) {
      Files.deleteIfExists(child.log());
    }
    Files.deleteIfExists(folder);
  }

  /** Ends them, the gateway first; again does nothing. */
  @Override
  public void close() {
    children.reversed().forEach(Child::close);
  }
}
