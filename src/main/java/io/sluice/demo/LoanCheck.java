package io.sluice.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.demo.Sightings.Part;
import io.sluice.surge.Watcher.Seen;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Asks the library's database whether it has what the clients were told. Each wish for a loan has a
 * member of its own, named as the request is, so that a loan made twice is seen even if its
 * idempotency key got lost on the way.
 */
final class LoanCheck {
  /** So many names fit into one request. */
  private static final int AT_ONCE = 1000;

  private final Probe probe;
  private final String library;

  LoanCheck(Probe probe, String library) {
    this.probe = probe;
    this.library = library;
  }

  /** Loans that a client has a 2xx for and the library does not have. */
  long lost(Part loans) throws IOException, InterruptedException {
    return ask(loans.requestIds(Seen::isSuccess), "without");
  }

  /** Wishes for one loan that the library has several for, whatever was answered. */
  long doubled(Part loans) throws IOException, InterruptedException {
    return ask(loans.requestIds(_ -> true), "several");
  }

  private long ask(Set<String> members, String what) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(members);
    long sum = 0;
    for (int from = 0; from < all.size(); from += AT_ONCE) {
      List<String> some = all.subList(from, Math.min(all.size(), from + AT_ONCE));
      JsonNode answer =
          probe.post(
              library + "/ledger/members",
              "{\"members\":[\"%s\"]}".formatted(String.join("\",\"", some)));
      sum += answer.path(what).asLong();
    }
    return sum;
  }
}
