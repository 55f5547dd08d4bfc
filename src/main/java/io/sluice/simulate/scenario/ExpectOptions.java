package io.sluice.simulate.scenario;

import io.sluice.options.Key;
import io.sluice.options.Share;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What must hold at the end of a scenario; what is left out is not asked.
 *
 * @param goodput least share of what a perfect gateway would have got out of the backends
 * @param goodputAtMost most of it, where the scenario shows a collapse
 * @param p0Success least share of P0 requests answered in time
 * @param p1Success likewise of P1
 * @param p2Success likewise of P2
 * @param shed most of all requests that may be refused
 * @param amplification most attempts per request, in hundredths
 * @param p99 longest 99th percentile from attempt to good answer
 * @param limitAtMost largest limit any lane may reach
 * @param zombies most work begun for clients that had left, of all work
 * @param backendAmplification most attempts at a backend per request it gets, in hundredths
 * @param retryShare most retries of any ten seconds, of their requests
 * @param budgetRefusals least retries that a budget refuses
 * @param breakerOpens least times that a closed breaker opens
 * @param probesPerCooldown most probes that begin within any cooldown
 * @param recovery longest time from the end of a spell until the breaker is closed
 */
public record ExpectOptions(
    @Key(value = "Least share of what a perfect gateway would have got.", optional = true)
        @Nullable Share goodput,
    @Key(value = "Most of it: for scenarios that show how something goes under.", optional = true)
        @Nullable Share goodputAtMost,
    @Key(value = "Least share of P0 requests answered in time.", optional = true)
        @Nullable Share p0Success,
    @Key(value = "Likewise of P1.", optional = true) @Nullable Share p1Success,
    @Key(value = "Likewise of P2.", optional = true) @Nullable Share p2Success,
    @Key(value = "Most of all attempts that may be refused.", optional = true) @Nullable Share shed,
    @Key(
            value = "Most attempts per request, in hundredths: 120 for 1.2.",
            optional = true,
            min = "100",
            max = "10000")
        int amplification,
    @Key(
            value = "Longest 99th percentile from attempt to good answer.",
            optional = true,
            min = "1ms",
            max = "1h")
        @Nullable Duration p99,
    @Key(
            value = "Largest limit that any lane may reach after the warm-up.",
            optional = true,
            min = "1",
            max = "100000")
        int limitAtMost,
    @Key(value = "Most work done for clients that had left, of all work.", optional = true)
        @Nullable Share zombies,
    @Key(
            value = "Most attempts at a backend per request it gets, in hundredths: 120 for 1.2.",
            optional = true,
            min = "100",
            max = "1000")
        int backendAmplification,
    @Key(
            value =
                "Most retries of any ten seconds, as a share of their requests; up to the budget's"
                    + " minimum they are not looked at.",
            optional = true)
        @Nullable Share retryShare,
    @Key(
            value = "Least retries that a budget refuses: it is to be seen running out.",
            optional = true,
            min = "1",
            max = "1000000000")
        int budgetRefusals,
    @Key(
            value = "Least times that a closed breaker opens.",
            optional = true,
            min = "1",
            max = "1000000")
        int breakerOpens,
    @Key(
            value = "Most probes that begin within any cooldown.",
            optional = true,
            min = "1",
            max = "1000")
        int probesPerCooldown,
    @Key(
            value = "Longest time from the end of a backend's spell until its breaker is closed.",
            optional = true,
            min = "1ms",
            max = "1h")
        @Nullable Duration recovery) {
  public static final ExpectOptions NOTHING =
      new ExpectOptions(
          null,
          null,
          null,
          null,
          null,
          null,
          Key.LEFT_OUT,
          null,
          Key.LEFT_OUT,
          null,
          Key.LEFT_OUT,
          null,
          Key.LEFT_OUT,
          Key.LEFT_OUT,
          Key.LEFT_OUT,
          null);
}
