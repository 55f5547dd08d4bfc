package io.sluice.edge;

import io.sluice.balance.Member;
import io.sluice.balance.Roster;
import io.sluice.observe.BackendMeters;
import io.sluice.time.NanoClock;
import io.sluice.time.Randomness;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where the instances of a backend are, as one event loop sees it. Names are looked up again and
 * again; what a name stood for stays in force while it cannot be looked up. One that has not been
 * found yet stands for nothing.
 */
final class Endpoints {
  private final List<Known> known;
  private final Names names;
  private final BackendMeters meters;
  private final Instances instances;
  private final NanoClock clock;
  private final Randomness randomness;

  /** Replaced, never changed: requests on their way go through the one they began with. */
  private Endpoint[] all = {};

  /** Of the same, in the same order. */
  private Roster roster;

  private List<Member> members = List.of();

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
  Endpoints(
      List<String> urls,
      Names names,
      BackendMeters meters,
      Instances instances,
      NanoClock clock,
      Randomness randomness) {
    this.known = urls.stream().map(url -> new Known(Origin.of(url))).toList();
    this.names = names;
    this.meters = meters;
    this.instances = instances;
    this.clock = clock;
    this.randomness = randomness;
    this.roster = new Roster(instances.fleet(), members);
    call();
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
      call();
    }
  }

  /** Has those that are known now stand for those that were. */
  private void call() {
    long nowNanos = clock.nanoTime();
    List<Member> before = members;
    all = known.stream().flatMap(each -> each.endpoints.stream()).toArray(Endpoint[]::new);
    // The new ones first, so that whoever stays is known to somebody all the time.
    members = Arrays.stream(all).map(each -> instances.join(each, nowNanos)).toList();
    roster = new Roster(instances.fleet(), members);
    before.forEach(each -> instances.leave(each, nowNanos));
  }

  /**
   * The way of the next request.
   *
   * @param keys what stays together; null for nothing
   * @return null if none may be called
   */
  @Nullable Turn turn(HttpServerRequest request, @Nullable HashKey keys, long nowNanos) {
    if (all.length <= 1) {
      return turn(0, 0, nowNanos);
    }
    double draw = randomness.draw();
    return turn(keys == null ? 0 : keys.hash(request, draw), draw, nowNanos);
  }

  /** The way of something that is no request. */
  @Nullable Turn turn(long key, double draw, long nowNanos) {
    int first = roster.pick(null, key, draw, nowNanos);
    return first == Roster.NONE ? null : new Turn(all, roster, first, key, randomness);
  }

  /** Knows none any more. */
  void close() {
    long nowNanos = clock.nanoTime();
    members.forEach(each -> instances.leave(each, nowNanos));
    members = List.of();
  }
}
