package io.sluice.edge;

import io.sluice.observe.BackendMeters;
import io.vertx.core.AsyncResult;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the instances of a backend are, as one event loop sees it. They take turns. Names are
 * looked up again and again; what a name stood for stays in force while it cannot be looked up.
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
      this.endpoints = List.of(origin.endpoint());
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

  /** Looks all names up, except those whose last question is still open. */
  void lookUp() {
    for (Known each : known) {
      if (each.origin.isName() && !each.asking) {
        each.asking = true;
        names.addressesOf(each.origin.host()).onComplete(found -> answered(each, found));
      }
    }
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

  /** The next request's. */
  Turn turn() {
    int first = next;
    next = first + 1 == all.length ? 0 : first + 1;
    return new Turn(all, first);
  }
}
