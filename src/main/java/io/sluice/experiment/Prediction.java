package io.sluice.experiment;

import io.sluice.simulate.AmplificationModel;
import io.sluice.simulate.AmplificationModel.Round;

/**
 * What the models say of one mode, given the capacity that was measured.
 *
 * <p>In overload the pool is full all the time: it does C·T in the T seconds of the load and what
 * it holds afterwards, and a task stays places / C in it (Little). The attempts are those of the
 * {@link AmplificationModel}.
 *
 * @param amplification attempts per request
 * @param attempts in all
 * @param refused share of the attempts
 * @param done tasks
 * @param dropped accepted tasks that are never run
 * @param offeringSeconds how long the submitter needs for its load
 * @param windowSeconds and until the last task is done
 * @param submitP99Millis how long one attempt keeps the submitter
 * @param stayMillis from submission to done
 */
public record Prediction(
    double amplification,
    double attempts,
    double refused,
    double done,
    double dropped,
    double offeringSeconds,
    double windowSeconds,
    double submitP99Millis,
    double stayMillis) {
  private static final double MILLIS = 1000;

  /** The prediction for a mode of that load, where so many tasks a second can be done. */
  public static Prediction of(Mode mode, RejectionOptions options, double capacity) {
    return switch (mode) {
      case ABORT, BOUNDED_EXECUTOR -> refusing(options, capacity, 0);
      case ABORT_AND_RETRY -> refusing(options, capacity, options.retries());
      case CALLER_RUNS -> callerRuns(options, capacity);
      case DISCARD -> discarding(options, capacity);
    };
  }

  private static Prediction refusing(RejectionOptions options, double capacity, int retries) {
    Round point = new AmplificationModel(capacity, options.rate(), retries).fixedPoint();
    return whole(
        options, capacity, point.amplification(), point.refused(), done(options, capacity), 0);
  }

  private static Prediction discarding(RejectionOptions options, double capacity) {
    double done = done(options, capacity);
    return whole(options, capacity, 1, 0, done, options.requests() - done);
  }

  private static Prediction whole(
      RejectionOptions options,
      double capacity,
      double amplification,
      double refused,
      double done,
      double dropped) {
    return new Prediction(
        amplification,
        amplification * options.requests(),
        refused,
        done,
        dropped,
        options.seconds(),
        options.seconds() + stayMillis(options, capacity) / MILLIS,
        0,
        stayMillis(options, capacity));
  }

  /**
   * The submitter is one more worker, and submits nothing meanwhile: workers + 1 tasks in each
   * service time, one of which keeps it for all of that.
   */
  private static Prediction callerRuns(RejectionOptions options, double capacity) {
    double serviceMillis = options.workers() * MILLIS / capacity;
    double most = (options.workers() + 1) * MILLIS / serviceMillis;
    boolean overloaded = options.rate() > capacity;
    double offering = Math.max(options.seconds(), options.requests() / most);
    return new Prediction(
        1,
        options.requests(),
        0,
        options.requests(),
        0,
        offering,
        offering + stayMillis(options, capacity) / MILLIS,
        overloaded ? serviceMillis : 0,
        stayMillis(options, capacity));
  }

  private static double done(RejectionOptions options, double capacity) {
    return Math.min(options.requests(), capacity * options.seconds() + options.places());
  }

  private static double stayMillis(RejectionOptions options, double capacity) {
    double inside = options.rate() > capacity ? options.places() : options.workers();
    return inside * MILLIS / capacity;
  }
}
