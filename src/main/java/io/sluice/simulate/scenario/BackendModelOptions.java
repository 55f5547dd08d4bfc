package io.sluice.simulate.scenario;

import io.sluice.breaker.BreakerOptions;
import io.sluice.options.Key;
import io.sluice.options.Share;
import io.sluice.retry.RetryOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A modelled backend: servers with a queue before them, how long they take, and what befalls them.
 *
 * @param servers requests in service at once
 * @param queue places before them; further requests are answered 503 at once
 * @param queueTimeout what waits longer for a server is answered 500; with threads, from when it
 *     has one
 * @param service mean service time of one request alone
 * @param shape how service times spread around it
 * @param spread lognormal: the standard deviation of the logarithm, in hundredths
 * @param slow bimodal: the time of the slow ones; the others take {@code service}
 * @param slowShare bimodal: how many are slow
 * @param contention σ of the Universal Scalability Law: what each further request in service costs
 *     all of them
 * @param coherency κ of the same law, for each pair of them: what makes throughput fall past a knee
 * @param leak from {@code leakFrom} on, service takes this much longer every second, compounding
 * @param leakFrom when the leak begins
 * @param coldFactor at the start service takes so many times as long, and less and less so
 * @param coldFor until it is warm
 * @param pauseEvery a pause of all servers begins every so often; zero for never
 * @param pause how long it lasts
 * @param workOn whether what is being worked on when its caller leaves is worked on to its end
 * @param deaf whether it does not even notice callers leave
 * @param threads that hold a request from when it leaves the queue on; 0 for a queue right before
 *     the servers
 * @param spells times in which it is slower, smaller, failing or deaf
 * @param retry when the gateway asks it again
 * @param breaker when the gateway leaves it alone; null for never
 */
public record BackendModelOptions(
    @Key(value = "Requests in service at once.", byDefault = "8", min = "1", max = "1000000")
        int servers,
    @Key(
            value = "Places before the servers; further requests are answered 503 at once.",
            byDefault = "100000",
            min = "0",
            max = "1000000")
        int queue,
    @Key(
            value = "What waits longer for a server is answered 500.",
            byDefault = "1h",
            min = "1ms",
            max = "1h")
        Duration queueTimeout,
    @Key(
            value = "Mean service time of one request alone; in steps of 1 ms.",
            byDefault = "6ms",
            min = "1ms",
            max = "1h")
        Duration service,
    @Key(
            value = "How service times spread: deterministic, exponential, lognormal or bimodal.",
            byDefault = "deterministic")
        Shape shape,
    @Key(value = "Lognormal: standard deviation of the logarithm, 50% for 0.5.", byDefault = "50%")
        Share spread,
    @Key(value = "Bimodal: the time of the slow ones.", byDefault = "50ms", min = "1ms", max = "1h")
        Duration slow,
    @Key(value = "Bimodal: how many are slow.", byDefault = "20%") Share slowShare,
    @Key(
            value =
                "Of the Universal Scalability Law: what each further request in service costs all of"
                    + " them.",
            byDefault = "0%")
        Share contention,
    @Key(
            value = "Likewise, for each pair of them: what makes throughput fall past a knee.",
            byDefault = "0%")
        Share coherency,
    @Key(
            value = "From leakFrom on service takes this much longer every second, compounding.",
            byDefault = "0%")
        Share leak,
    @Key(value = "When the leak begins.", byDefault = "10s", min = "0ms", max = "24h")
        Duration leakFrom,
    @Key(
            value = "At the start service takes so many times as long, less and less so.",
            byDefault = "1",
            min = "1",
            max = "1000")
        int coldFactor,
    @Key(value = "Until it is warm.", byDefault = "10s", min = "1ms", max = "1h") Duration coldFor,
    @Key(
            value = "A pause of all servers begins every so often; 0ms for never.",
            byDefault = "0ms",
            min = "0ms",
            max = "1h")
        Duration pauseEvery,
    @Key(value = "How long a pause lasts.", byDefault = "100ms", min = "1ms", max = "1m")
        Duration pause,
    @Key(
            value = "Whether what is in service when its caller leaves is worked on to its end.",
            byDefault = "true")
        boolean workOn,
    @Key(
            value =
                "Whether it does not even notice: what waits when its caller leaves is worked on too.",
            byDefault = "false")
        boolean deaf,
    @Key(
            value =
                "Threads that hold a request while it waits for a server (a pooled connection, say)"
                    + " and while it is served; further ones wait in the queue, without a timeout. 0"
                    + " for none: then all who wait are in the queue.",
            byDefault = "0",
            min = "0",
            max = "1000000")
        int threads,
    @Key(
            value = "Times in which it is slower, smaller or failing.",
            optional = true,
            min = "0",
            max = "100")
        List<SpellOptions> spells,
    @Key(value = "When the gateway asks it again, as in a gateway's file.", optional = true)
        RetryOptions retry,
    @Key(
            value = "When the gateway leaves it alone, as in a gateway's file; left out, never.",
            optional = true)
        @Nullable BreakerOptions breaker) {
  /** How service times spread around their mean. */
  public enum Shape {
    DETERMINISTIC,
    EXPONENTIAL,
    LOGNORMAL,
    BIMODAL
  }

  public BackendModelOptions {
    spells = List.copyOf(spells);
  }

  /** One without threads and breaker that notices callers leave. */
  public BackendModelOptions(
      int servers,
      int queue,
      Duration queueTimeout,
      Duration service,
      Shape shape,
      Share spread,
      Duration slow,
      Share slowShare,
      Share contention,
      Share coherency,
      Share leak,
      Duration leakFrom,
      int coldFactor,
      Duration coldFor,
      Duration pauseEvery,
      Duration pause,
      boolean workOn,
      List<SpellOptions> spells) {
    this(
        servers,
        queue,
        queueTimeout,
        service,
        shape,
        spread,
        slow,
        slowShare,
        contention,
        coherency,
        leak,
        leakFrom,
        coldFactor,
        coldFor,
        pauseEvery,
        pause,
        workOn,
        false,
        0,
        spells,
        RetryOptions.DEFAULT,
        null);
  }
}
