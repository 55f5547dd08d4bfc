package io.sluice.breaker;

import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * A backend that is ill for a while, called by users who arrive at random, through a breaker and
 * under a virtual clock. Times are milliseconds since the start.
 */
final class Outage {
  static final int PER_SECOND = 500;

  /** What a call meets that is sent at some time. */
  interface Backend {
    Answer answer(long atMillis);
  }

  record Answer(CallResult result, long latencyMillis) {}

  private record Event(long atNanos, long order, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      long difference = atNanos - other.atNanos;
      return Long.signum(difference == 0 ? order - other.order : difference);
    }
  }

  final Rig rig;
  private final Backend backend;
  private final SplittableRandom random;
  private final long startNanos;
  private final PriorityQueue<Event> agenda = new PriorityQueue<>();
  private long entered;

  /** Per millisecond. */
  private final int[] sent;

  private final int[] refused;
  private final int[] failed;

  Outage(BreakerOptions options, Backend backend, long seed, int millis) {
    random = new SplittableRandom(seed);
    startNanos = random.nextLong();
    rig = new Rig(options, startNanos);
    this.backend = backend;
    sent = new int[millis];
    refused = new int[millis];
    failed = new int[millis];
    arriveNext();
    while (!agenda.isEmpty()) {
      Event next = agenda.remove();
      rig.nowNanos = next.atNanos();
      next.action().run();
    }
  }

  private long nowMillis() {
    return (rig.nowNanos - startNanos) / Rig.MILLI;
  }

  private void after(long nanos, Runnable action) {
    agenda.add(new Event(rig.nowNanos + nanos, entered++, action));
  }

  private void arriveNext() {
    long gap = (long) (-Math.log(1 - random.nextDouble()) * 1e9 / PER_SECOND);
    after(gap, this::arrive);
  }

  private void arrive() {
    int now = (int) nowMillis();
    if (now >= sent.length) {
      return;
    }
    arriveNext();
    switch (rig.enter()) {
      case Refused _ -> refused[now]++;
      case Passage passage -> {
        sent[now]++;
        Answer answer = backend.answer(now);
        long latencyNanos = answer.latencyMillis() * Rig.MILLI;
        failed[now] += answer.result() == CallResult.FAILURE ? 1 : 0;
        after(
            latencyNanos,
            () -> rig.breaker.end(passage, answer.result(), latencyNanos, rig.nowNanos));
      }
    }
  }

  int sent(int fromMillis, int toMillis) {
    return sum(sent, fromMillis, toMillis);
  }

  int refused(int fromMillis, int toMillis) {
    return sum(refused, fromMillis, toMillis);
  }

  int failed(int fromMillis, int toMillis) {
    return sum(failed, fromMillis, toMillis);
  }

  private static int sum(int[] counts, int from, int to) {
    int sum = 0;
    for (int i = from; i < to; i++) {
      sum += counts[i];
    }
    return sum;
  }

  /** Transitions for this reason that happened within these times. */
  long steps(Transition.Why why, int fromMillis, int toMillis) {
    return rig.told.stream()
        .filter(told -> told.why() == why)
        .mapToLong(told -> (told.atNanos() - startNanos) / Rig.MILLI)
        .filter(at -> at >= fromMillis && at < toMillis)
        .count();
  }
}
