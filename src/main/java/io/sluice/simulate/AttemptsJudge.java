package io.sluice.simulate;

import io.sluice.journey.Action;
import org.jspecify.annotations.Nullable;

/** Holds all attempts at one request against what is promised of them together. One thread. */
final class AttemptsJudge {
  private final @Nullable Verdicts verdicts;
  private final boolean behindABreaker;
  private int attempts;
  private long toldMillis;

  /**
   * @param verdicts null if nothing is judged
   */
  AttemptsJudge(@Nullable Verdicts verdicts, boolean behindABreaker) {
    this.verdicts = verdicts;
    this.behindABreaker = behindABreaker;
  }

  void attempt(Action.Attempt attempt, boolean holdsPermit) {
    if (verdicts == null) {
      return;
    }
    if (attempts > 0) {
      long before = toldMillis;
      verdicts.judge(
          Invariant.FORWARDED_DEADLINES_DECREASE,
          attempt.forwardMillis() < before,
          () -> "%d ms, then %d".formatted(before, attempt.forwardMillis()));
      verdicts.judge(
          Invariant.ONE_PERMIT_FOR_ALL_ATTEMPTS,
          holdsPermit,
          () -> "attempt %d without a permit".formatted(attempt.number()));
    }
    attempts++;
    toldMillis = attempt.forwardMillis();
  }

  /** Its client has been answered, and none of its calls holds anything. */
  void ended(boolean holdsPermit, boolean holdsPassage) {
    if (verdicts == null || attempts == 0) {
      return;
    }
    if (attempts > 1) {
      verdicts.judge(
          Invariant.ONE_PERMIT_FOR_ALL_ATTEMPTS,
          !holdsPermit,
          () -> "a permit after %d attempts".formatted(attempts));
    }
    if (behindABreaker) {
      verdicts.judge(
          Invariant.PASSAGES_END_ONCE,
          !holdsPassage,
          () -> "a passage after %d attempts".formatted(attempts));
    }
  }
}
