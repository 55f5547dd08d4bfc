package io.sluice.simulate.scenario;

import io.sluice.options.Key;
import java.time.Duration;

/**
 * Clients of one route, in an open loop: they come whether or not others have been answered.
 *
 * @param route where their requests go
 * @param rate new requests a second, on average while nothing special happens
 * @param arrivals how they come
 * @param peak requests a second at the height of a step, flash or diurnal wave
 * @param from when a step or flash begins
 * @param until when a step is over
 * @param period of the waves, and of the bursts
 * @param retry what they do when refused or failed
 * @param retries how often at the most
 * @param base first wait of an exponential backoff
 * @param maxWait its longest
 * @param timeout how long they wait for an answer
 * @param tellsTimeout whether they say so in the deadline header
 */
public record ClientOptions(
    @Key(value = "Where their requests go.", expected = "the name of a route") String route,
    @Key(value = "New requests a second.", byDefault = "100", min = "0", max = "1000000") int rate,
    @Key(
            value =
                "How they come: constant, poisson, burst (all of a period at once), step (to peak and"
                    + " back), flash (to peak at once, halving every period) or diurnal (waves up to"
                    + " peak).",
            byDefault = "poisson")
        Arrivals arrivals,
    @Key(
            value = "Requests a second at the height of a step, flash or wave.",
            byDefault = "0",
            min = "0",
            max = "1000000")
        int peak,
    @Key(value = "When a step or flash begins.", byDefault = "20s", min = "0ms", max = "24h")
        Duration from,
    @Key(value = "When a step is over.", byDefault = "40s", min = "0ms", max = "24h")
        Duration until,
    @Key(value = "Of waves and bursts.", byDefault = "1s", min = "1ms", max = "24h")
        Duration period,
    @Key(
            value =
                "What they do when refused or failed: none, immediate, exponential, jittered, hint"
                    + " (come back when told), seconds (likewise, but knowing Retry-After only) or"
                    + " impatient (leave after their timeout and send anew).",
            byDefault = "none")
        Retry retry,
    @Key(value = "How often at the most.", byDefault = "3", min = "0", max = "100") int retries,
    @Key(
            value = "First wait of an exponential backoff.",
            byDefault = "100ms",
            min = "1ms",
            max = "1h")
        Duration base,
    @Key(value = "Its longest.", byDefault = "10s", min = "1ms", max = "1h") Duration maxWait,
    @Key(value = "How long they wait for an answer.", byDefault = "1s", min = "1ms", max = "1h")
        Duration timeout,
    @Key(value = "Whether they say so in the deadline header.", byDefault = "true")
        boolean tellsTimeout) {
  /** How an open loop's requests come. */
  public enum Arrivals {
    CONSTANT,
    POISSON,
    BURST,
    STEP,
    FLASH,
    DIURNAL
  }

  /** What a client does that was refused, or got no good answer. */
  public enum Retry {
    NONE,
    IMMEDIATE,
    EXPONENTIAL,
    JITTERED,
    HINT,
    SECONDS,
    IMPATIENT
  }
}
