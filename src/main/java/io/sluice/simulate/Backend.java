package io.sluice.simulate;

import io.sluice.retry.RetryAdvice;
import io.sluice.simulate.scenario.BackendModelOptions;
import io.sluice.simulate.scenario.SpellOptions;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A modelled backend: a queue, perhaps threads that take from it, servers, and what befalls them.
 */
final class Backend implements Upstream {
  private static final int OVERLOADED = 503;
  private static final int FAILED = 500;
  private static final int OK = 200;

  private final VirtualTime time;
  private final BackendModelOptions options;
  private final ServiceModel service;
  private final RandomGenerator random;
  private final LinkedHashSet<Call> forServers = new LinkedHashSet<>();
  private final LinkedHashSet<Call> forThreads = new LinkedHashSet<>();
  private int busy;
  private long begun;
  private long zombies;

  /** One request to the backend. */
  final class Call implements Upstream.Call {
    private final Caller caller;
    private boolean gone;
    private boolean inService;
    private VirtualTime.@Nullable Event next;

    private Call(Caller caller) {
      this.caller = caller;
    }

    @Override
    public void cancel() {
      Backend.this.cancel(this);
    }
  }

  Backend(VirtualTime time, BackendModelOptions options, RandomGenerator random) {
    this.time = time;
    this.options = options;
    this.random = random;
    this.service = new ServiceModel(options, time.nowNanos(), random);
    for (SpellOptions spell : options.spells()) {
      time.in(spell.until().toNanos(), this::serveNext); // servers come back
    }
  }

  @Override
  public Call call(Caller caller) {
    var call = new Call(caller);
    SpellOptions spell = service.spell(time.nowNanos());
    if (spell != null && random.nextDouble() < spell.failing().fraction()) {
      call.next = time.in(spell.failsIn().toNanos(), () -> fail(call, spell));
    } else if (busy < service.servers(time.nowNanos())) {
      serve(call);
    } else if (forServers.size() < placesForServers()) {
      waitForServer(call);
    } else if (options.threads() > 0 && forThreads.size() < options.queue()) {
      forThreads.add(call);
    } else {
      answerIn(call, 0, OVERLOADED);
    }
    return call;
  }

  private int placesForServers() {
    return options.threads() == 0 ? options.queue() : options.threads() - busy;
  }

  private void waitForServer(Call call) {
    forServers.add(call);
    call.next = time.in(options.queueTimeout().toNanos(), () -> waitedTooLong(call));
  }

  private void answerIn(Call call, long nanos, int status) {
    call.next = time.in(nanos, () -> answer(call, status));
  }

  private void waitedTooLong(Call call) {
    forServers.remove(call);
    answer(call, FAILED);
    threadIsFree();
  }

  private void fail(Call call, SpellOptions spell) {
    answer(
        call, FAILED, spell.retryAfter() == null ? RetryAdvice.NONE : advice(spell.retryAfter()));
  }

  /** As the header has it: whole seconds. */
  private static RetryAdvice advice(Duration after) {
    return RetryAdvice.ofHeaders(null, String.valueOf(after.plusMillis(999).toSeconds()), null);
  }

  private void answer(Call call, int status) {
    answer(call, status, RetryAdvice.NONE);
  }

  private void answer(Call call, int status, RetryAdvice advice) {
    if (!call.gone) {
      call.caller.head(status, advice);
    }
  }

  /** Whoever waits for a thread gets it, and waits for a server from there on. */
  private void threadIsFree() {
    while (options.threads() > 0 && forServers.size() < placesForServers()) {
      Call next = first(forThreads);
      if (next == null) {
        return;
      }
      waitForServer(next);
    }
  }

  private void serve(Call call) {
    busy++;
    begun++;
    call.inService = true;
    long nanos = service.nanos(busy, time.nowNanos());
    call.next = time.in(nanos, () -> served(call));
  }

  private void served(Call call) {
    call.inService = false;
    busy--;
    zombies += call.gone ? 1 : 0;
    answer(call, OK);
    serveNext();
    threadIsFree();
  }

  private void serveNext() {
    while (busy < service.servers(time.nowNanos())) {
      Call next = first(forServers);
      if (next == null) {
        break;
      }
      if (next.next != null) {
        next.next.cancel();
      }
      serve(next);
      threadIsFree();
    }
  }

  /** Its caller has left; who notices lets it leave, unless it is in service and worked on. */
  private void cancel(Call call) {
    if (call.gone) {
      return;
    }
    call.gone = true;
    if (options.deaf() || (call.inService && options.workOn())) {
      return;
    }
    if (call.next != null) {
      call.next.cancel();
    }
    if (call.inService) {
      call.inService = false;
      busy--;
      serveNext();
    } else if (forServers.remove(call)) {
      threadIsFree();
    } else {
      forThreads.remove(call);
    }
  }

  private static @Nullable Call first(SequencedSet<Call> waiting) {
    return waiting.isEmpty() ? null : waiting.removeFirst();
  }

  ServiceModel service() {
    return service;
  }

  /** Requests in service and waiting for it. */
  int load() {
    return busy + forServers.size() + forThreads.size();
  }

  /** Services begun. */
  long begun() {
    return begun;
  }

  /** Services that ended when their callers had left. */
  long zombies() {
    return zombies;
  }
}
