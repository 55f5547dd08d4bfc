package io.sluice.surge;

import io.sluice.client.Backoff;
import java.time.Duration;

/** What a client does when it is refused or left waiting. */
public sealed interface Retry {
  Retry NONE = new None();

  /** The word used on the command line and in reports. */
  String code();

  /** It takes the first answer, whatever it is. */
  record None() implements Retry {
    @Override
    public String code() {
      return "none";
    }
  }

  /**
   * It asks again at once whenever it has not got a 2xx, whatever the reason and the method, except
   * after an answer that can never change (a 4xx other than 429). Each attempt has the plan's whole
   * timeout.
   *
   * @param times retries beyond the first attempt, 0..100
   */
  record Naive(int times) implements Retry {
    public Naive {
      if (times < 0 || times > 100) {
        throw new IllegalArgumentException("retries: " + times + " (expected: 0..100)");
      }
    }

    @Override
    public String code() {
      return "naive";
    }
  }

  /**
   * It comes back when it was told to, with jitter, repeats only what may be repeated, and stops
   * when its patience or its budget is spent.
   *
   * @param patience how long the whole request may take, from the instant it was due
   * @param backoff its own steps and jitter, where the server says nothing
   * @param budgeted whether retries are bounded to 20 % of requests
   */
  record Cooperative(Duration patience, Backoff backoff, boolean budgeted) implements Retry {
    /** Three seconds of patience, the usual backoff, and a budget. */
    public static final Cooperative DEFAULT =
        new Cooperative(Duration.ofSeconds(3), Backoff.DEFAULT, true);

    public Cooperative {
      if (patience.compareTo(Duration.ofMillis(1)) < 0
          || patience.compareTo(Duration.ofMinutes(10)) > 0) {
        throw new IllegalArgumentException("patience: " + patience + " (expected: 1 ms..10 min)");
      }
    }

    @Override
    public String code() {
      return "cooperative";
    }
  }
}
