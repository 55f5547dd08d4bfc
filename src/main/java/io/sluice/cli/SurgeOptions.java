package io.sluice.cli;

import io.sluice.client.Backoff;
import io.sluice.surge.Load;
import io.sluice.surge.Mix;
import io.sluice.surge.Retry;
import io.sluice.surge.SurgePlan;
import java.net.URI;
import java.time.Duration;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of {@code sluice surge} that make a {@link SurgePlan}. */
final class SurgeOptions {
  @Parameters(paramLabel = "URL", description = "Where to send: http://host:port[/prefix].")
  private URI target = URI.create("");

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Arrivals a second (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "Length of the measured window (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--poisson",
      description = "Arrivals of independent users instead of evenly spaced ones.")
  private boolean poisson;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      defaultValue = "0s",
      converter = DurationConverter.class,
      description =
          "Unmeasured load right before the window; the first half climbs (default: none).")
  private Duration warmUp = Duration.ZERO;

  @Option(
      names = "--warm-up-rate",
      paramLabel = "N",
      defaultValue = "0",
      description = "Arrivals a second while warming up (default: those of --rate).")
  private double warmUpRate;

  @Option(
      names = "--mix",
      paramLabel = "MIX",
      defaultValue = "default",
      converter = MixConverter.class,
      description = {
        "What to ask for: tier, method, path and share of each, separated by commas; {id} is a"
            + " number up to 1000. A POST, PUT or PATCH carries a loan and a fresh key.",
        "The default is 'p0 POST /loans 20,p1 GET /titles/{id} 30,p2 GET /recommendations 50'."
      })
  private Mix mix = Mix.LIBRARY;

  @Option(
      names = "--retry",
      paramLabel = "HOW",
      defaultValue = "none",
      description =
          "What refused clients do: none, naive (again at once) or cooperative (when they are"
              + " told to). Default: ${DEFAULT-VALUE}.")
  private String retry = "none";

  @Option(
      names = "--retries",
      paramLabel = "N",
      defaultValue = "3",
      description = "Retries of naive clients (default: ${DEFAULT-VALUE}).")
  private int retries;

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      defaultValue = "3s",
      converter = DurationConverter.class,
      description =
          "How long co-operative clients wait for success, retries included (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration patience = Duration.ofSeconds(3);

  @Option(
      names = "--no-budget",
      description = "Let co-operative clients retry more than 20 %% of their requests.")
  private boolean noBudget;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "500ms",
      converter = DurationConverter.class,
      description =
          "How long one attempt is waited for before its connection is closed (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration timeout = Duration.ofMillis(500);

  @Option(
      names = "--no-deadline",
      description = "Do not tell the server how long an attempt will be waited for.")
  private boolean noDeadline;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Most connections at once (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--loops",
      paramLabel = "N",
      defaultValue = "1",
      description = "Event loops to send from (default: ${DEFAULT-VALUE}).")
  private int loops;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of arrivals, mix and jitter (default: ${DEFAULT-VALUE}).")
  private long seed;

  /** The plan; a value out of bounds is an {@link IllegalArgumentException} that names it. */
  SurgePlan plan() {
    return new SurgePlan(
        target, load(), mix, retry(), connections, timeout, !noDeadline, loops, seed);
  }

  private Load load() {
    return new Load(
        rate,
        poisson ? Load.Arrivals.POISSON : Load.Arrivals.CONSTANT,
        Duration.ofSeconds(seconds),
        warmUp,
        warmUpRate == 0 ? rate : warmUpRate);
  }

  private Retry retry() {
    return switch (retry) {
      case "none" -> Retry.NONE;
      case "naive" -> new Retry.Naive(retries);
      case "cooperative" -> new Retry.Cooperative(patience, Backoff.DEFAULT, !noBudget);
      default ->
          throw new IllegalArgumentException(
              "--retry: '" + retry + "' (expected: none, naive or cooperative)");
    };
  }
}
