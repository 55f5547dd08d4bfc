package io.sluice.simulate;

import io.sluice.simulate.scenario.BackendModelOptions;
import io.sluice.simulate.scenario.SpellOptions;
import java.util.ArrayDeque;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A modelled backend: a queue, servers, and what befalls them. */
final class Backend {
  private static final int OVERLOADED = 503;
  private static final int FAILED = 500;
  private static final int OK = 200;

  private final VirtualTime time;
  private final BackendModelOptions options;
  private final ServiceModel service;
  private final RandomGenerator random;
  private final ArrayDeque<Call> queue = new ArrayDeque<>();
  private int queued;
  private int busy;
  private long begun;
  private long zombies;

  /** Who is told of a call's answer. */
  interface Caller {
    void head(int status);
  }

  /** One request to the backend. */
  static final class Call {
    private final Caller caller;
    private boolean gone;
    private boolean waiting;
    private boolean inService;
    private VirtualTime.@Nullable Event next;

    private Call(Caller caller) {
      this.caller = caller;
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

  Call call(Caller caller) {
    var call = new Call(caller);
    SpellOptions spell = service.spell(time.nowNanos());
    if (spell != null && random.nextDouble() < spell.failing().fraction()) {
      answerIn(call, spell.failsIn().toNanos(), FAILED);
    } else if (busy < service.servers(time.nowNanos())) {
      serve(call);
    } else if (queued < options.queue()) {
      call.waiting = true;
      queued++;
      queue.add(call);
      call.next = time.in(options.queueTimeout().toNanos(), () -> waitedTooLong(call));
    } else {
      answerIn(call, 0, OVERLOADED);
    }
    return call;
  }

  private void answerIn(Call call, long nanos, int status) {
    call.next =
        time.in(
            nanos,
            () -> {
              if (!call.gone) {
                call.caller.head(status);
              }
            });
  }

  private void waitedTooLong(Call call) {
    leaveQueue(call);
    call.caller.head(FAILED);
  }

  private void leaveQueue(Call call) {
    call.waiting = false;
    queued--;
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
    if (call.gone) {
      zombies++;
    } else {
      call.caller.head(OK);
    }
    serveNext();
  }

  private void serveNext() {
    while (queued > 0 && busy < service.servers(time.nowNanos())) {
      Call next = queue.remove();
      if (next.waiting) {
        leaveQueue(next);
        if (next.next != null) {
          next.next.cancel();
        }
        serve(next);
      }
    }
    if (queued == 0) {
      queue.clear();
    }
  }

  /** Its caller has left: it leaves the queue, and is worked on to its end if it is in service. */
  void cancel(Call call) {
    if (call.gone) {
      return;
    }
    call.gone = true;
    if (call.inService && options.workOn()) {
      return;
    }
    if (call.next != null) {
      call.next.cancel();
    }
    if (call.waiting) {
      leaveQueue(call);
    } else if (call.inService) {
      call.inService = false;
      busy--;
      serveNext();
    }
  }

  ServiceModel service() {
    return service;
  }

  /** Requests in service and waiting for it. */
  int load() {
    return busy + queued;
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
