package io.sluice.library;

import java.time.Duration;

/**
 * How a library backend is set up. The in-process face uses the last five components only.
 *
 * @param host address to listen on; default 127.0.0.1
 * @param port of the first endpoint, 0 to 65535, 0 picks a free one for each; default 8081
 * @param endpoints listeners on as many ports in a row, 1 to 16; default 1
 * @param eventLoops 1 to 64; default 1
 * @param workers threads that do the work, 1 to 1024; default 8
 * @param queue places in front of the workers, 1 to 1,000,000; a call over it is answered 503;
 *     default 10,000
 * @param connections size of the database connection pool, 1 to 1024; default 8. One call holds one
 *     connection for its whole service time, so this is the scarce resource
 * @param serviceTime how long a call holds its connection, 0 to 60 s; default 6 ms
 * @param failureRate share of calls answered 500, 0 to 1; default 0
 * @param stock copies of each title, 0 to 1,000,000,000; default 1,000,000
 * @param loansKept loans the database remembers, 1000 to 10,000,000; default 100,000. The oldest
 *     are forgotten, and their idempotency keys with them, so that a long run does not fill the
 *     heap
 */
public record LibraryOptions(
    String host,
    int port,
    int endpoints,
    int eventLoops,
    int workers,
    int queue,
    int connections,
    Duration serviceTime,
    double failureRate,
    int stock,
    int loansKept) {

  public LibraryOptions {
    if (host.isBlank()) {
      throw new IllegalArgumentException("host: blank (expected: an address to listen on)");
    }
    within("endpoints", endpoints, 1, 16);
    within("port", port, 0, 65_536 - endpoints);
    within("eventLoops", eventLoops, 1, 64);
    within("workers", workers, 1, 1024);
    within("queue", queue, 1, 1_000_000);
    within("connections", connections, 1, 1024);
    within("stock", stock, 0, 1_000_000_000);
    within("loansKept", loansKept, 1000, 10_000_000);
    Behaviour.of(serviceTime, failureRate); // validates both
  }

  public static LibraryOptions defaults() {
    return new LibraryOptions(
        "127.0.0.1", 8081, 1, 1, 8, 10_000, 8, Duration.ofMillis(6), 0, 1_000_000, 100_000);
  }

  public LibraryOptions withHost(String newHost) {
    return new LibraryOptions(
        newHost,
        port,
        endpoints,
        eventLoops,
        workers,
        queue,
        connections,
        serviceTime,
        failureRate,
        stock,
        loansKept);
  }

  public LibraryOptions withPort(int newPort) {
    return new LibraryOptions(
        host,
        newPort,
        endpoints,
        eventLoops,
        workers,
        queue,
        connections,
        serviceTime,
        failureRate,
        stock,
        loansKept);
  }

  public LibraryOptions withEndpoints(int newEndpoints) {
    return new LibraryOptions(
        host,
        port,
        newEndpoints,
        eventLoops,
        workers,
        queue,
        connections,
        serviceTime,
        failureRate,
        stock,
        loansKept);
  }

  public LibraryOptions withEventLoops(int newEventLoops) {
    return new LibraryOptions(
        host,
        port,
        endpoints,
        newEventLoops,
        workers,
        queue,
        connections,
        serviceTime,
        failureRate,
        stock,
        loansKept);
  }

  /** Threads, places in front of them, and connections behind them. */
  public LibraryOptions withCapacity(int newWorkers, int newQueue, int newConnections) {
    return new LibraryOptions(
        host,
        port,
        endpoints,
        eventLoops,
        newWorkers,
        newQueue,
        newConnections,
        serviceTime,
        failureRate,
        stock,
        loansKept);
  }

  public LibraryOptions withServiceTime(Duration newServiceTime) {
    return new LibraryOptions(
        host,
        port,
        endpoints,
        eventLoops,
        workers,
        queue,
        connections,
        newServiceTime,
        failureRate,
        stock,
        loansKept);
  }

  public LibraryOptions withFailureRate(double newFailureRate) {
    return new LibraryOptions(
        host,
        port,
        endpoints,
        eventLoops,
        workers,
        queue,
        connections,
        serviceTime,
        newFailureRate,
        stock,
        loansKept);
  }

  /** Copies of each title, and how many loans the database remembers. */
  public LibraryOptions withBooks(int newStock, int newLoansKept) {
    return new LibraryOptions(
        host,
        port,
        endpoints,
        eventLoops,
        workers,
        queue,
        connections,
        serviceTime,
        failureRate,
        newStock,
        newLoansKept);
  }

  private static void within(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: " + min + ".." + max + ")");
    }
  }
}
