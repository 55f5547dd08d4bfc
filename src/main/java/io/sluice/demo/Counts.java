package io.sluice.demo;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.exchange.Reason;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the gateway had counted at one moment, or between two.
 *
 * @param requests that matched a route
 * @param attempts at their backends
 * @param retries attempts that were not the first at their request
 * @param repeated requests that came as their client's second attempt or a later one
 * @param retriesRefused retries that no budget paid for
 * @param fallbacks requests that something else answered in the place of their backend
 * @param fallbacksForFailures those of them that did not just find the lane full
 * @param opened times that a breaker opened
 * @param closed times that one closed
 * @param breakerRefused calls that a breaker did not let through
 * @param probes let through by the breaker of each backend that has one
 */
record Counts(
    long requests,
    long attempts,
    long retries,
    long repeated,
    long retriesRefused,
    long fallbacks,
    long fallbacksForFailures,
    long opened,
    long closed,
    long breakerRefused,
    Map<String, Long> probes) {
  private static final String TRANSITIONS = "sluice_breaker_transitions_total";
  private static final String PROBES = "sluice_breaker_probes_total";
  private static final String RETRIES_REFUSED = "sluice_retries_refused_total";
  private static final String FALLBACKS = "sluice_fallbacks_total";
  private static final List<String> OPENING =
      List.of("failures", "failure-rate", "slow-rate", "probe-failed", "probe-slow");

  /**
   * Reads them.
   *
   * @param guarded the backends that have a breaker
   * @throws IOException if a gateway does not say of itself what is asked here
   */
  static Counts of(Scrape scrape, List<String> guarded) throws IOException {
    for (String name : List.of(TRANSITIONS, PROBES, RETRIES_REFUSED)) {
      if (!scrape.knows(name)) {
        throw new IOException("the gateway's metrics have no " + name);
      }
    }
    var probes = new TreeMap<String, Long>();
    for (String backend : guarded) {
      probes.put(backend, sum(scrape, PROBES, label("backend", backend)));
    }
    long opened = 0;
    for (String why : OPENING) {
      opened += sum(scrape, TRANSITIONS, label("reason", why));
    }
    return new Counts(
        sum(scrape, "sluice_requests_total"),
        sum(scrape, "sluice_attempts_total"),
        sum(scrape, "sluice_retries_total"),
        sum(scrape, "sluice_repeated_requests_total"),
        sum(scrape, RETRIES_REFUSED) + sum(scrape, "sluice_global_retries_refused_total"),
        sum(scrape, FALLBACKS),
        forFailures(scrape),
        opened,
        sum(scrape, TRANSITIONS, label("reason", "probe-succeeded")),
        sum(scrape, "sluice_breaker_refused_total"),
        probes);
  }

  /** What was counted since an earlier moment. */
  Counts since(Counts earlier) {
    var more = new TreeMap<String, Long>();
    probes.forEach(
        (backend, count) -> more.put(backend, count - earlier.probes.getOrDefault(backend, 0L)));
    return new Counts(
        requests - earlier.requests,
        attempts - earlier.attempts,
        retries - earlier.retries,
        repeated - earlier.repeated,
        retriesRefused - earlier.retriesRefused,
        fallbacks - earlier.fallbacks,
        fallbacksForFailures - earlier.fallbacksForFailures,
        opened - earlier.opened,
        closed - earlier.closed,
        breakerRefused - earlier.breakerRefused,
        more);
  }

  /**
   * Attempts for each request that was asked of a backend at all; 0 without any. Those that were
   * refused are left out: they would only make it look smaller.
   */
  @JsonProperty
  double amplification() {
    return attempts == retries ? 0 : (double) attempts / (attempts - retries);
  }

  /** Share of the requests that something else answered; 0 without requests. */
  @JsonProperty
  double fallbackShare() {
    return requests == 0 ? 0 : (double) fallbacks / requests;
  }

  /** Requests for each one that its client meant, as the gateway sees it; 0 without requests. */
  @JsonProperty
  double clientAmplification() {
    return requests == repeated ? 0 : (double) requests / (requests - repeated);
  }

  long allProbes() {
    return probes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** A breaker's refusal speaks of the backend, any other of the load. */
  private static long forFailures(Scrape scrape) {
    long sum = 0;
    for (Reason reason : Reason.values()) {
      if (reason.family() != Reason.Family.SHED || reason == Reason.BREAKER_OPEN) {
        sum += sum(scrape, FALLBACKS, label("reason", reason.code()));
      }
    }
    return sum;
  }

  private static long sum(Scrape scrape, String name, String... labels) {
    return Math.round(scrape.sum(name, labels));
  }

  private static String label(String key, String value) {
    return key + "=\"" + value + "\"";
  }
}
