package io.sluice.simulate;

import io.sluice.exchange.Outcome;
import io.sluice.exchange.RetryHint;
import io.sluice.retry.Doubling;
import io.sluice.simulate.scenario.ClientOptions;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The clients of one route: they send, wait, leave, and come again. */
final class Clients {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long MILLIS_PER_SECOND = 1000;

  private final ClientOptions options;
  private final SimulatedRoute route;
  private final VirtualTime time;
  private final RandomGenerator random;
  private final ArrivalModel arrivals;
  private final Recorder recorder;
  private final Possible.Demand demand;
  private final long endNanos;

  /** What one of them wants, over all its attempts. */
  static final class Request {
    private final long bornNanos;
    private int attempts;

    private Request(long bornNanos) {
      this.bornNanos = bornNanos;
    }

    long bornNanos() {
      return bornNanos;
    }

    int attempts() {
      return attempts;
    }
  }

  Clients(
      ClientOptions options,
      SimulatedRoute route,
      VirtualTime time,
      RandomGenerator random,
      Recorder recorder,
      Possible.Demand demand,
      long endNanos) {
    this.options = options;
    this.route = route;
    this.time = time;
    this.random = random;
    this.recorder = recorder;
    this.demand = demand;
    this.endNanos = endNanos;
    demand.patience(longestNanos());
    this.arrivals = new ArrivalModel(options, time.nowNanos(), random);
  }

  /** How long one of them may keep trying: all its attempts and the waits between them. */
  private long longestNanos() {
    long nanos = options.timeout().toNanos();
    int again = options.retry() == ClientOptions.Retry.NONE ? 0 : options.retries();
    for (int attempts = 1; attempts <= again; attempts++) {
      nanos += options.timeout().toNanos();
      nanos +=
          switch (options.retry()) {
            case NONE, IMMEDIATE -> 0;
            case IMPATIENT -> options.base().toNanos();
            case EXPONENTIAL, JITTERED -> stepNanos(attempts);
            case HINT, SECONDS -> options.maxWait().toNanos();
          };
    }
    return nanos;
  }

  /** The wait after so many attempts of whoever doubles it every time. */
  private long stepNanos(int attempts) {
    return Doubling.step(options.base().toNanos(), options.maxWait().toNanos(), attempts - 1);
  }

  void start() {
    scheduleNext();
  }

  private void scheduleNext() {
    long atNanos = time.nowNanos() + arrivals.nextNanos(time.nowNanos());
    if (atNanos - endNanos < 0) {
      time.at(atNanos, this::arrive);
    }
  }

  private void arrive() {
    var request = new Request(time.nowNanos());
    recorder.request(route.tier(), request);
    demand.arrived(time.nowNanos());
    attempt(request);
    scheduleNext();
  }

  private void attempt(Request request) {
    request.attempts++;
    recorder.attempt(route.tier(), request);
    long timeoutNanos = options.timeout().toNanos();
    long told = options.tellsTimeout() ? timeoutNanos : Long.MAX_VALUE;
    new Attempt(request, timeoutNanos).begin(told);
  }

  /** One of its attempts: answered, or left after the timeout. */
  private final class Attempt implements Visit.Client {
    private final Request request;
    private final long sentNanos = time.nowNanos();
    private final long timeoutNanos;
    private @Nullable Visit visit;
    private VirtualTime.@Nullable Event patience;
    private boolean over;

    Attempt(Request request, long timeoutNanos) {
      this.request = request;
      this.timeoutNanos = timeoutNanos;
    }

    void begin(long toldNanos) {
      Visit begun = route.visit(this, toldNanos);
      visit = begun;
      if (!over) {
        patience = time.in(timeoutNanos, this::leave);
      }
    }

    private void leave() {
      if (!over) {
        over = true;
        recorder.left(route.tier(), request);
        if (visit != null) {
          visit.leave();
        }
        comeAgain(null);
      }
    }

    @Override
    public void ended(Outcome outcome) {
      if (over) {
        return;
      }
      over = true;
      if (patience != null) {
        patience.cancel();
      }
      long nanos = time.nowNanos() - sentNanos;
      boolean good = outcome instanceof Outcome.Answered(int status) && status < 300;
      if (good) {
        recorder.succeeded(route.tier(), request, nanos);
      } else {
        recorder.refusedOrFailed(route.tier(), request, outcome, nanos);
        comeAgain(outcome);
      }
    }

    /**
     * @param outcome null when it left by itself
     */
    private void comeAgain(@Nullable Outcome outcome) {
      boolean patient = options.retry() == ClientOptions.Retry.NONE;
      if (patient || request.attempts > options.retries()) {
        return;
      }
      long waitNanos = waitNanos(outcome);
      if (waitNanos >= 0) {
        time.in(waitNanos, () -> attempt(request));
      }
    }

    private long waitNanos(@Nullable Outcome outcome) {
      return switch (options.retry()) {
        case NONE -> -1;
        case IMMEDIATE -> 0;
        case IMPATIENT -> outcome == null ? 0 : options.base().toNanos();
        case EXPONENTIAL -> stepNanos();
        case JITTERED -> (long) (random.nextDouble() * stepNanos());
        case HINT, SECONDS -> hintNanos(outcome);
      };
    }

    private long stepNanos() {
      return Clients.this.stepNanos(request.attempts);
    }

    /** As co-operating clients do: never before the hint; refused without one, not at all. */
    private long hintNanos(@Nullable Outcome outcome) {
      if (!(outcome instanceof Outcome.Refused refused)) {
        return stepNanos() + (long) (random.nextDouble() * stepNanos());
      }
      RetryHint hint = refused.hint();
      if (hint == null) {
        return -1;
      }
      double jitter = random.nextDouble() * hint.jitterMillis();
      boolean exact = options.retry() == ClientOptions.Retry.HINT;
      long afterMillis = exact ? hint.afterMillis() : hint.afterSeconds() * MILLIS_PER_SECOND;
      return (long) ((afterMillis + jitter) * NANOS_PER_MILLI);
    }
  }

  ArrivalModel arrivals() {
    return arrivals;
  }
}
