package io.sluice.edge;

import io.sluice.observe.BackendMeters;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Where the instances of a backend are, as one event loop sees it. They take turns. Names are
 * looked up again and again; what a name stood for stays in force while it cannot be looked up. One
 * that has not been found yet stands for nothing.
 */
final class Endpoints {
  private final List<Known> known;
  private final Names names;
  private final BackendMeters meters;

  /** Replaced, never changed: requests on their way go through the one they began with. */
  private Endpoint[] all;

  private int next;

  /** A configured endpoint and what it stands for right now. */
  private static final class Known {
    final Origin origin;
    List<Endpoint> endpoints;
    boolean asking;

    Known(Origin origin) {
      this.origin = origin;
      this.endpoints = origin.isName() ? List.of() : List.of(origin.endpoint());
    }
  }

  /**
   * The endpoints, names not looked up yet.
   *
   * @param urls at least one
   */
  Endpoints(List<String> urls, Names names, BackendMeters meters) {
    this.known = urls.stream().map(url -> new Known(Origin.of(url))).toList();
    this.names = names;
    this.meters = meters;
    this.all = flatten();
  }

  /** Whether any of them has to be looked up. */
  boolean haveNames() {
    return known.stream().anyMatch(each -> each.origin.isName());
  }

  /** Whether all names have been found at least once. */
  boolean areAllFound() {
    return known.stream().noneMatch(each -> each.endpoints.isEmpty());
  }

  /** Whether there is none to call: no name has ever been found, and there are only names. */
  boolean isEmpty() {
    return all.length == 0;
  }

  /**
   * Looks all names up, except those whose last question is still open.
   *
   * @return succeeds when all answers are in, whatever they are
   */
  Future<?> lookUp() {
    return ask(_ -> true);
  }

  /** The same for names that have never been found. */
  void lookUpMissing() {
    ask(each -> each.endpoints.isEmpty());
  }

  private Future<?> ask(Predicate<Known> wanted) {
    var answers = new ArrayList<Future<?>>();
    for (Known each : known) {
      if (each.origin.isName() && !each.asking && wanted.test(each)) {
        each.asking = true;
        answers.add(
            names.addressesOf(each.origin.host()).onComplete(found -> answered(each, found)));
      }
    }
    return Future.join(answers).otherwiseEmpty();
  }

  private void answered(Known each, AsyncResult<List<String>> found) {
    each.asking = false;
    if (found.failed() || found.result().isEmpty()) {
      meters.lookupFailed();
      return;
    }
    // In order, so that an answer that only shuffles them changes nothing.
    List<Endpoint> endpoints =
        each.origin.endpoints(found.result().stream().distinct().sorted().toList());
    if (!endpoints.equals(each.endpoints)) {
      each.endpoints = endpoints;
      all = flatten();
      next = 0;
    }
  }

  private Endpoint[] flatten() {
    var endpoints = new ArrayList<Endpoint>();
    known.forEach(each -> endpoints.addAll(each.endpoints));
    return endpoints.toArray(Endpoint[]::new);
  }

  /** The next request's; there must be an endpoint. */
  Turn turn() {
    int first = next;
    next = first + 1 == all.length ? 0 : first + 1;
    return new Turn(all, first);
  }
}
