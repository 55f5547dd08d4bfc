package io.sluice.breaker;

import io.sluice.breaker.BreakerOptions.Counting;
import io.sluice.breaker.State.Closed;
import io.sluice.breaker.State.ForcedClosed;
import io.sluice.breaker.State.ForcedOpen;
import io.sluice.breaker.State.HalfOpen;
import io.sluice.breaker.State.Open;
import io.sluice.breaker.State.Probe;
import io.sluice.breaker.Transition.Why;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * Leaves a backend alone that has failed, and asks it again with one call at a time: CLOSED until
 * it fails too often, OPEN for a cooldown, then HALF_OPEN while one probe decides.
 *
 * <p>Its state is one immutable object, swapped by compare-and-set; whoever swaps it tells the
 * listener. Nothing moves on its own: a cooldown or a probe's time that is over is noticed by the
 * next call. Any thread; monotonic times, which may differ a little between threads.
 */
public final class CircuitBreaker {
  private static final AtomicReferenceFieldUpdater<CircuitBreaker, State> STATE =
      AtomicReferenceFieldUpdater.newUpdater(CircuitBreaker.class, State.class, "state");

  private final String backend;
  private final BreakerOptions options;
  private final Thresholds thresholds;
  private final FailingStatuses statuses;
  private final BreakerListener listener;
  private final long cooldownNanos;

  private final Tally tally = new Tally();
  private volatile State state;

  /**
   * A closed one.
   *
   * @param backend the name it is known by in log and metrics
   */
  public CircuitBreaker(
      String backend, BreakerOptions options, BreakerListener listener, long nowNanos) {
    this.backend = backend;
    this.options = options;
    this.listener = listener;
    thresholds = new Thresholds(options);
    statuses = new FailingStatuses(options.statuses());
    cooldownNanos = options.cooldown().toNanos();
    state = Closed.fresh(0, options, nowNanos);
  }

  /** Whether the backend may be called; whoever may has to {@link #end} the passage. */
  public Entry enter(long nowNanos) {
    while (true) {
      Entry entry =
          switch (state) {
            case Closed closed -> new Passage(closed.period(), false);
            case Open open -> afterCooldown(open, nowNanos);
            case HalfOpen half -> whileHalfOpen(half, nowNanos);
            case ForcedOpen forced -> refuse(forced, nowNanos);
            case ForcedClosed forced -> new Passage(forced.period(), false);
          };
      if (entry != null) {
        return entry;
      }
    }
  }

  /** Null if somebody else was faster. */
  private @Nullable Entry afterCooldown(Open open, long nowNanos) {
    if (open.openForNanos(nowNanos) > 0) {
      return refuse(open, nowNanos);
    }
    // OPEN -> HALF_OPEN: the first caller after the cooldown is the probe
    var probed = new HalfOpen(open.period() + 1, nowNanos, Probe.of(options, nowNanos));
    if (!swap(open, probed)) {
      return null;
    }
    Passage passage = probing(probed);
    try {
      tell(open, probed, Why.COOLDOWN_OVER, CallCounts.NONE, nowNanos);
    } catch (RuntimeException | Error fault) {
      end(passage, CallResult.IGNORED, 0, nowNanos); // or nobody probes until it counts as lost
      throw fault;
    }
    return passage;
  }

  /** Null if the state has been swapped meanwhile. */
  private @Nullable Entry whileHalfOpen(HalfOpen half, long nowNanos) {
    Probe out = half.probe();
    if (out == null) {
      // HALF_OPEN -> HALF_OPEN: a probe has given its slot back, and this caller takes it
      HalfOpen probed = half.probed(Probe.of(options, nowNanos));
      return swap(half, probed) ? probing(probed) : null;
    }
    if (out.leftNanos(nowNanos) > 0) {
      return refuse(half, nowNanos);
    }
    var _ = lose(half, out, nowNanos);
    return null;
  }

  private Passage probing(HalfOpen probed) {
    tally.probes.increment();
    return new Passage(probed.period(), true);
  }

  private Refused refuse(State seen, long nowNanos) {
    tally.refused.increment();
    return new Refused(seen.openForNanos(nowNanos), seen instanceof ForcedOpen);
  }

  /**
   * A call is over; once per passage. One that was begun in an earlier state changes nothing.
   *
   * @param latencyNanos how long it took, from being sent; of no interest if ignored
   */
  public void end(Passage passage, CallResult result, long latencyNanos, long nowNanos) {
    if (!passage.endOnce()) {
      tally.duplicateEnds.increment();
      return;
    }
    boolean failed = result == CallResult.FAILURE;
    boolean slow = thresholds.isSlow(latencyNanos);
    boolean learned = result != CallResult.IGNORED;
    if (learned) {
      addToWindow(passage, failed, slow, nowNanos);
    }
    boolean done = false;
    while (!done) {
      State seen = state;
      done =
          seen.period() != passage.period()
              || switch (seen) {
                case Closed closed -> !learned || count(closed, failed, slow, nowNanos);
                case HalfOpen half -> probed(half, result, slow, nowNanos);
                case Open _, ForcedOpen _, ForcedClosed _ -> true;
              };
    }
  }

  private void addToWindow(Passage passage, boolean failed, boolean slow, long nowNanos) {
    if (state instanceof Closed closed
        && closed.period() == passage.period()
        && closed.window() != null) {
      closed.window().add(failed, slow, nowNanos);
    }
  }

  /** Whether that was possible: false if the state has been swapped meanwhile. */
  private boolean count(Closed closed, boolean failed, boolean slow, long nowNanos) {
    if (!failed && !slow && closed.inARow() == 0) {
      return true; // as nearly always
    }
    // CLOSED -> CLOSED: a success clears the failures in a row, a failure is one more
    Closed next = closed.after(failed ? closed.inARow() + 1 : 0);
    if (failed || slow) {
      CallCounts counts = next.counts(nowNanos);
      Why why = thresholds.reached(counts, failed, slow);
      if (why != null) {
        // CLOSED -> OPEN: too many failures in a row, or too large a share failed or slow
        var open = new Open(closed.period() + 1, nowNanos, nowNanos + cooldownNanos);
        return move(closed, open, why, counts, nowNanos);
      }
    }
    return next.inARow() == closed.inARow() || swap(closed, next);
  }

  private boolean probed(HalfOpen half, CallResult result, boolean slow, long nowNanos) {
    Probe out = half.probe();
    if (out == null) {
      return true; // its slot has been given back already
    }
    if (out.leftNanos(nowNanos) <= 0) {
      return lose(half, out, nowNanos);
    }
    return switch (result) {
      // HALF_OPEN -> HALF_OPEN: the probe has not decided, and its slot is free for the next call
      case IGNORED -> swap(half, half.free());
      // HALF_OPEN -> OPEN: the probe failed, and the cooldown begins anew
      case FAILURE -> reopen(half, nowNanos, Why.PROBE_FAILED, nowNanos);
      case SUCCESS ->
          slow
              // HALF_OPEN -> OPEN: it was answered, but as slowly as what opens the breaker
              ? reopen(half, nowNanos, Why.PROBE_SLOW, nowNanos)
              // HALF_OPEN -> CLOSED: the probe was answered, and everything is forgotten
              : move(
                  half,
                  Closed.fresh(half.period() + 1, options, nowNanos),
                  Why.PROBE_SUCCEEDED,
                  CallCounts.NONE,
                  nowNanos);
    };
  }

  // HALF_OPEN -> OPEN: the probe's time is over. It cost the backend something, so the next one
  // comes a cooldown after it began, which is at once where probes may take longer than that.
  private boolean lose(HalfOpen half, Probe out, long nowNanos) {
    return reopen(half, out.sinceNanos(), Why.PROBE_LOST, nowNanos);
  }

  private boolean reopen(HalfOpen half, long fromNanos, Why why, long nowNanos) {
    var open = new Open(half.period() + 1, nowNanos, fromNanos + cooldownNanos);
    return move(half, open, why, CallCounts.NONE, nowNanos);
  }

  /** Refuses everybody until an operator says otherwise. */
  public void forceOpen(long nowNanos) {
    force(BreakerState.FORCED_OPEN, nowNanos);
  }

  /** Lets everybody pass until an operator says otherwise, and counts nothing. */
  public void forceClose(long nowNanos) {
    force(BreakerState.FORCED_CLOSED, nowNanos);
  }

  private void force(BreakerState word, long nowNanos) {
    boolean done = false;
    while (!done) {
      State seen = state;
      long period = seen.period() + 1;
      // any -> FORCED_OPEN, any -> FORCED_CLOSED: an operator's word
      State next =
          word == BreakerState.FORCED_OPEN
              ? new ForcedOpen(period, nowNanos, cooldownNanos)
              : new ForcedClosed(period, nowNanos);
      done = seen.name() == word || move(seen, next, Why.FORCED, seen.counts(nowNanos), nowNanos);
    }
  }

  /** Takes an operator's word back; without one, nothing. */
  public void release(long nowNanos) {
    boolean done = false;
    while (!done) {
      done =
          switch (state) {
            // FORCED_OPEN -> HALF_OPEN: nobody knows how the backend is; the next call probes it
            case ForcedOpen forced ->
                release(forced, new HalfOpen(forced.period() + 1, nowNanos, null));
            // FORCED_CLOSED -> CLOSED: it was being called anyway
            case ForcedClosed forced ->
                release(forced, Closed.fresh(forced.period() + 1, options, nowNanos));
            case Closed _, Open _, HalfOpen _ -> true;
          };
    }
  }

  private boolean release(State forced, State next) {
    return move(forced, next, Why.RELEASED, CallCounts.NONE, next.sinceNanos());
  }

  private boolean move(State from, State to, Why why, CallCounts counts, long nowNanos) {
    boolean moved = swap(from, to);
    if (moved) {
      tell(from, to, why, counts, nowNanos);
    }
    return moved;
  }

  private boolean swap(State from, State to) {
    return STATE.compareAndSet(this, from, to);
  }

  private void tell(State from, State to, Why why, CallCounts counts, long nowNanos) {
    tally.moved(why);
    listener.moved(new Transition(backend, from.name(), to.name(), why, counts, nowNanos));
  }

  /** The backend it stands in front of. */
  public String backend() {
    return backend;
  }

  /** Whether it is told of calls, with what became of them after their retries, or of attempts. */
  public boolean countsCalls() {
    return options.counts() == Counting.CALL;
  }

  /** Whether an answer with this status is a failure. */
  public boolean isFailure(int status) {
    return statuses.contain(status);
  }

  /** Where it stands. */
  public BreakerState state() {
    return state.name();
  }

  /** What a call would be told that enters now; null if it might pass, which it does not yet. */
  public @Nullable Refused refusal(long nowNanos) {
    State now = state;
    return now.openForNanos(nowNanos) > 0 ? refuse(now, nowNanos) : null;
  }

  /** What it looks like now. */
  public BreakerSnapshot snapshot(long nowNanos) {
    State now = state;
    return new BreakerSnapshot(
        backend,
        now.name(),
        now.sinceNanos(),
        now.counts(nowNanos),
        Math.max(0, now.openForNanos(nowNanos)),
        now instanceof HalfOpen half && half.probe() != null,
        tally.transitions(),
        tally.refused.sum(),
        tally.probes.sum(),
        tally.duplicateEnds.sum());
  }
}
