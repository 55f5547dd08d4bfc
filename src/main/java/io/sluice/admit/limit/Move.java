package io.sluice.admit.limit;

import java.util.Locale;

/**
 * What a {@link Limit} made of one window.
 *
 * @param limit the limit from now on, a real number ≥ 1
 * @param why the rule or guard that decided, also where it decided to hold
 */
public record Move(double limit, Why why) {
  /** The rules and guards of all limits: the label of the metric and the word in the event. */
  public enum Why {
    /** Nobody was refused or kept waiting: nothing is known of what a higher limit would bring. */
    UNSATURATED,
    /** Too little came back in the window to say anything. */
    NO_SAMPLES,
    /** The queue in the backend is neither short nor long. */
    STEADY,
    /** The queue in the backend is short: room for more. */
    QUEUE_SHORT,
    /** The queue in the backend is long. */
    QUEUE_LONG,
    /** It would grow, but twice what was in flight is enough. */
    GROWTH_CAPPED,
    /** Latency is above what is called healthy, whatever the cause. */
    UNHEALTHY,
    /** Calls timed out or were refused by the backend. */
    DROPS,
    /** Trying what another limit would bring: it is a fifth lower or higher for a few windows. */
    TRIAL,
    /** The backend answers so differently that what was seen of it is worth nothing. */
    ANOTHER_BACKEND,
    /** More pays, or less costs: what looked like a queue is work, and the baseline follows it. */
    SLOWER_WORK,
    /** Less did as well: what looked like work was a queue, and the baseline follows that. */
    HIDDEN_QUEUE,
    /** The configured smallest limit. */
    AT_MIN,
    /** The configured largest limit. */
    AT_MAX,
    /** The limit is a fixed number. */
    FIXED;

    private final String code = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** The spelling in metrics, events and docs, for example {@code queue-short}. */
    public String code() {
      return code;
    }
  }
}
