package io.sluice.surge;

import java.net.URI;
import java.time.Duration;

/**
 * Everything one run needs to know.
 *
 * @param target scheme, host and port, and a path prefix if there is one; http only
 * @param load how many arrive, when, for how long
 * @param mix what they ask for
 * @param retry what they do when they are refused
 * @param connections most connections open at once, over all loops; a request that finds them all
 *     busy waits in a bounded queue of the generator, and its wait counts in its latency
 * @param timeout how long one attempt is waited for, from the instant it was due
 * @param deadlineHeader whether attempts say how long they will be waited for
 * @param loops event loops to send from; one is enough for tens of thousands of requests a second
 * @param seed of arrivals, mix and jitter
 */
public record SurgePlan(
    URI target,
    Load load,
    Mix mix,
    Retry retry,
    int connections,
    Duration timeout,
    boolean deadlineHeader,
    int loops,
    long seed) {
  public SurgePlan {
    boolean plain = target.getRawQuery() == null && target.getRawUserInfo() == null;
    if (!"http".equals(target.getScheme()) || target.getHost() == null || !plain) {
      throw new IllegalArgumentException("target: " + target + " (expected: http://host:port)");
    }
    if (loops < 1 || loops > 64) {
      throw new IllegalArgumentException("loops: " + loops + " (expected: 1..64)");
    }
    if (connections < loops || connections > 60_000) {
      throw new IllegalArgumentException(
          "connections: %d (expected: %d..60000)".formatted(connections, loops));
    }
    if (timeout.compareTo(Duration.ofMillis(1)) < 0
        || timeout.compareTo(Duration.ofMinutes(1)) > 0) {
      throw new IllegalArgumentException("timeout: " + timeout + " (expected: 1 ms..1 min)");
    }
  }

  /** The library mix without retries: 2000 connections, 500 ms of patience, one loop. */
  public static SurgePlan of(URI target, Load load) {
    return new SurgePlan(
        target, load, Mix.LIBRARY, Retry.NONE, 2000, Duration.ofMillis(500), true, 1, 1);
  }

  public SurgePlan withMix(Mix other) {
    return new SurgePlan(
        target, load, other, retry, connections, timeout, deadlineHeader, loops, seed);
  }

  public SurgePlan withRetry(Retry other) {
    return new SurgePlan(
        target, load, mix, other, connections, timeout, deadlineHeader, loops, seed);
  }

  public SurgePlan withConnections(int other) {
    return new SurgePlan(target, load, mix, retry, other, timeout, deadlineHeader, loops, seed);
  }

  public SurgePlan withTimeout(Duration other) {
    return new SurgePlan(target, load, mix, retry, connections, other, deadlineHeader, loops, seed);
  }

  public SurgePlan withLoops(int other) {
    return new SurgePlan(
        target, load, mix, retry, connections, timeout, deadlineHeader, other, seed);
  }

  /** The port, 80 where the target names none. */
  int port() {
    return target.getPort() < 0 ? 80 : target.getPort();
  }

  /** This loop's part of the connections. */
  int connectionsPerLoop() {
    return connections / loops;
  }

  /** How long a request can last, from the instant it was due. */
  Duration patience() {
    return switch (retry) {
      case Retry.None none -> timeout;
      case Retry.Naive naive -> timeout.multipliedBy(naive.times() + 1L);
      case Retry.Cooperative cooperative -> cooperative.patience();
    };
  }

  /** The part of the path every request begins with; empty for none. */
  String pathPrefix() {
    String path = target.getRawPath() == null ? "" : target.getRawPath();
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }
}
