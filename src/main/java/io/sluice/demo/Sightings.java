package io.sluice.demo;

import io.sluice.surge.Watcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** All that the clients of the resilience demonstration saw. Safe from any thread. */
final class Sightings implements Watcher {
  private final List<Seen> all = new ArrayList<>(); // guarded by this

  @Override
  public synchronized void ended(Seen attempt) {
    all.add(attempt);
  }

  private synchronized List<Seen> which(Predicate<Seen> wanted) {
    return all.stream().filter(wanted).toList();
  }

  /** What was due from one instant until before another. */
  Part between(long fromNanos, long toNanos) {
    return new Part(
        which(seen -> seen.begunNanos() - fromNanos >= 0 && seen.begunNanos() - toNanos < 0));
  }

  /**
   * A part of it.
   *
   * @param attempts in the order in which they ended
   */
  record Part(List<Seen> attempts) {
    Part of(String stream) {
      return new Part(
          attempts.stream().filter(attempt -> attempt.stream().equals(stream)).toList());
    }

    int count() {
      return attempts.size();
    }

    /** Requests that got what they wanted in the end or gave up, by their first attempts. */
    long requests() {
      return attempts.stream().filter(attempt -> attempt.number() == 1).count();
    }

    long failures() {
      return attempts.stream().filter(attempt -> !attempt.isSuccess()).count();
    }

    /** Share of the attempts that got a 2xx in time, 0..1; 1 without attempts. */
    double successShare() {
      return count() == 0 ? 1 : 1 - (double) failures() / count();
    }

    /** Attempts for each request; 0 without requests. */
    double amplification() {
      return requests() == 0 ? 0 : (double) count() / requests();
    }

    /** Names of requests, each once. */
    Set<String> requestIds(Predicate<Seen> wanted) {
      var ids = new TreeSet<String>();
      attempts.stream().filter(wanted).forEach(attempt -> ids.add(attempt.requestId()));
      return ids;
    }

    /** When the last of the attempts that failed was due; the default where none did. */
    long lastFailureNanos(long byDefault) {
      long last = byDefault;
      for (Seen attempt : attempts) {
        if (!attempt.isSuccess() && attempt.begunNanos() - last > 0) {
          last = attempt.begunNanos();
        }
      }
      return last;
    }

    /** The percentile of the latency of those that succeeded, nearest rank; 0 without any. */
    double successMillis(double percentile) {
      long[] nanos =
          attempts.stream()
              .filter(Seen::isSuccess)
              .mapToLong(attempt -> attempt.endedNanos() - attempt.begunNanos())
              .toArray();
      if (nanos.length == 0) {
        return 0;
      }
      Arrays.sort(nanos);
      int rank = (int) Math.ceil(percentile / 100 * nanos.length);
      return nanos[Math.max(0, rank - 1)] / 1e6;
    }
  }
}
