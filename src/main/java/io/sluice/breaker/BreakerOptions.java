package io.sluice.breaker;

import io.sluice.options.Key;
import io.sluice.options.Share;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When a backend is left alone, and when it is asked again.
 *
 * @param failures in a row that open the breaker; 0 for not counting them so
 * @param failureRate share of the window's calls; null for not counting them so
 * @param slowRate share of the window's calls; null for not counting them so
 * @param slowCall from which duration a call is slow
 * @param window what the two rates are taken over; it slides in tenths
 * @param minimumCalls fewer in the window say nothing about a rate
 * @param statuses which answers are failures
 * @param counts what one call is
 * @param cooldown from opening, or from the start of a probe that was lost, to the next probe
 * @param probeTimeout how long a probe may keep others from probing
 */
public record BreakerOptions(
    @Key(
            value = "Failures in a row that open it; 0: not counted so.",
            byDefault = "5",
            min = "0",
            max = "10000")
        int failures,
    @Key(
            value =
                "Share of failures among the window's calls that opens it; left out, none does.",
            optional = true,
            min = "1%",
            max = "100%")
        @Nullable Share failureRate,
    @Key(
            value = "Share of slow calls among the window's that opens it; left out, none does.",
            optional = true,
            min = "1%",
            max = "100%")
        @Nullable Share slowRate,
    @Key(
            value = "A call that takes as long is slow, whatever becomes of it.",
            byDefault = "500ms",
            min = "1ms",
            max = "10m")
        Duration slowCall,
    @Key(
            value = "What the two rates are taken over; it slides in tenths.",
            byDefault = "10s",
            min = "100ms",
            max = "1h")
        Duration window,
    @Key(
            value = "Calls that the window needs to say anything about a rate.",
            byDefault = "20",
            min = "1",
            max = "1000000")
        int minimumCalls,
    @Key(
            value = "Statuses that are failures; with any other the backend is alive.",
            byDefault = "[500, 502, 503, 504]",
            expected = "429, or a status from 500 to 599")
        List<Integer> statuses,
    @Key(
            value =
                "What is counted: a call with what became of it after its retries, or each attempt.",
            byDefault = "call")
        Counting counts,
    @Key(
            value = "How long the backend is left alone before one call probes it.",
            byDefault = "1s",
            min = "10ms",
            max = "10m")
        Duration cooldown,
    @Key(
            value = "How long a probe may take; one that takes longer decides nothing.",
            byDefault = "1s",
            min = "10ms",
            max = "10m")
        Duration probeTimeout) {

  /** What is counted as one. */
  public enum Counting {
    /** A call of the backend for a request, with what became of it after its retries. */
    CALL,
    /** Each attempt. */
    ATTEMPT
  }

  public BreakerOptions {
    statuses = List.copyOf(statuses);
  }

  /** Whether anything at all can open it. */
  public boolean canOpen() {
    return failures > 0 || hasRates();
  }

  /** Whether it looks at a window of calls. */
  public boolean hasRates() {
    return failureRate != null || slowRate != null;
  }
}
