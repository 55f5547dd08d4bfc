package io.sluice.classify;

import io.sluice.exchange.Kind;
import io.sluice.exchange.Tier;
import io.sluice.fallback.FallbackOptions;
import io.sluice.idempotency.IdempotencyOptions;
import io.sluice.options.Key;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One route: which requests it takes, how much they matter, and where they go.
 *
 * @param name unique; the metric label and the log field
 * @param methods accepted methods, upper case; empty accepts every method the server allows
 * @param path Vert.x Web pattern: {@code /loans}, {@code /titles/:id}, {@code /static/*}
 * @param kind supplies the defaults of tier and wait
 * @param tier null for the kind's own
 * @param lane name of the lane that admits it
 * @param backend name of the backend that answers it
 * @param timeout longest life of a request; a caller's deadline can only shorten it
 * @param maxWait null for the tier's wait (kinds that never wait: zero)
 * @param weight permits one request takes
 * @param trustIdempotencyKey whether an Idempotency-Key header makes a write safe to repeat
 * @param overflow what happens to work the lane cannot take
 * @param auth what its callers have to show
 * @param callers who of those with a key may use it; empty for all of them
 * @param scopes what a token must be good for, all of it
 * @param streams its WebSockets and event streams
 * @param fallback null for none
 * @param idempotency null where keys are not remembered
 */
public record RouteOptions(
    @Key(
            value = "Unique name; the metric label and the log field.",
            pattern = "[a-z0-9][a-z0-9-]{0,62}",
            expected = "up to 63 lower-case letters, digits and dashes")
        String name,
    @Key(
            value = "Accepted methods; leave out for all.",
            optional = true,
            pattern = "GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS")
        List<String> methods,
    @Key(
            value = "Path pattern: /loans, /titles/:id, /static/*.",
            pattern = "/[A-Za-z0-9._~!$&'()+,;=:@%/-]*[*]?",
            expected = "a path such as /loans, /titles/:id or /static/*")
        String path,
    @Key(
            value = "What the route is for: supplies the defaults of tier and wait.",
            byDefault = "read")
        Kind kind,
    @Key(value = "How much it matters; the kind's own tier if left out.", optional = true)
        @Nullable Tier tier,
    @Key(value = "Lane that admits it.", expected = "the name of a lane") String lane,
    @Key(value = "Backend that answers it.", expected = "the name of a backend") String backend,
    @Key(
            value = "Longest life of a request; a caller's deadline can only shorten it.",
            byDefault = "1s",
            min = "10ms",
            max = "10m")
        Duration timeout,
    @Key(
            name = "wait",
            value =
                "Longest wait for a permit, at most half the timeout; the tier's wait if left out"
                    + " (refresh and batch: none; patient: half of what is left).",
            optional = true,
            min = "0ms",
            max = "5m")
        @Nullable Duration maxWait,
    @Key(value = "Permits one request takes.", byDefault = "1", min = "1", max = "1000") int weight,
    @Key(
            value = "Whether an Idempotency-Key header makes a write safe to repeat.",
            byDefault = "false")
        boolean trustIdempotencyKey,
    @Key(
            value =
                "What happens to work the lane cannot take: abort, or for telemetry to an in-process"
                    + " backend discard and discard-oldest (answered 202 at once).",
            byDefault = "abort")
        Overflow overflow,
    @Key(
            value =
                "What its callers have to show before they are admitted: none, api-key (one of"
                    + " callers'), jwt, or any (either of the two).",
            byDefault = "none")
        Auth auth,
    @Key(
            value = "Which callers with a key may use it; left out, all of them.",
            optional = true,
            pattern = "[a-z0-9][a-z0-9-]{0,62}",
            expected = "the name of a caller")
        List<String> callers,
    @Key(
            value = "Scopes that a token must have, all of them.",
            optional = true,
            pattern = "[A-Za-z0-9:._/-]{1,128}",
            expected = "a scope such as loans:write")
        List<String> scopes,
    @Key(value = "Its long-lived streams: WebSockets, event streams, gRPC calls.", optional = true)
        StreamOptions streams,
    @Key(value = "What is answered when the backend does not.", optional = true)
        @Nullable FallbackOptions fallback,
    @Key(
            value = "What is remembered of requests with an idempotency key; left out, nothing.",
            optional = true)
        @Nullable IdempotencyOptions idempotency) {

  public RouteOptions {
    methods = List.copyOf(methods);
    callers = List.copyOf(callers);
    scopes = List.copyOf(scopes);
  }

  /** A route that remembers nothing. */
  public RouteOptions(
      String name,
      List<String> methods,
      String path,
      Kind kind,
      @Nullable Tier tier,
      String lane,
      String backend,
      Duration timeout,
      @Nullable Duration maxWait,
      int weight,
      boolean trustIdempotencyKey,
      Overflow overflow,
      Auth auth,
      List<String> callers,
      List<String> scopes,
      StreamOptions streams) {
    this(
        name,
        methods,
        path,
        kind,
        tier,
        lane,
        backend,
        timeout,
        maxWait,
        weight,
        trustIdempotencyKey,
        overflow,
        auth,
        callers,
        scopes,
        streams,
        null,
        null);
  }

  /** The tier of its requests: its own, or its kind's. */
  public Tier effectiveTier() {
    return tier == null ? kind.defaultTier() : tier;
  }

  /**
   * The longest wait for a permit: none for P2, else the route's own, else none for a refresh or a
   * batch, half the timeout for a patient request, and for all others what the tier waits.
   */
  public Duration effectiveWait(Duration tierWait) {
    if (effectiveTier() == Tier.P2) {
      return Duration.ZERO;
    }
    if (maxWait != null) {
      return maxWait;
    }
    return switch (kind) {
      case REFRESH, BATCH -> Duration.ZERO;
      case PATIENT -> timeout.dividedBy(2);
      case WRITE, READ, FANOUT, ASYNC -> tierWait;
    };
  }
}
