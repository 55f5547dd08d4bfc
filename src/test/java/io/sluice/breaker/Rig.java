package io.sluice.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.breaker.BreakerOptions.Counting;
import io.sluice.breaker.Transition.Why;
import io.sluice.options.Share;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A breaker under a virtual clock, and what it told. */
final class Rig {
  static final long MILLI = 1_000_000;

  final List<Transition> told = new ArrayList<>();
  final CircuitBreaker breaker;
  long nowNanos;

  Rig(BreakerOptions options, long startNanos) {
    nowNanos = startNanos;
    breaker = new CircuitBreaker("library", options, told::add, startNanos);
  }

  /** Three failures in a row, a cooldown of 200 ms, a probe's time of 100 ms. */
  static BreakerOptions reference() {
    return options(3, 200, 100);
  }

  static BreakerOptions options(int failures, long cooldownMillis, long probeMillis) {
    return new BreakerOptions(
        failures,
        null,
        null,
        Duration.ofMillis(50),
        Duration.ofSeconds(1),
        10,
        List.of(500, 502, 503, 504),
        Counting.CALL,
        Duration.ofMillis(cooldownMillis),
        Duration.ofMillis(probeMillis));
  }

  /** Rates over a second and ten calls; slow from 50 ms. */
  static BreakerOptions rates(@Nullable String failureRate, @Nullable String slowRate) {
    return new BreakerOptions(
        0,
        failureRate == null ? null : Share.parse(failureRate),
        slowRate == null ? null : Share.parse(slowRate),
        Duration.ofMillis(50),
        Duration.ofSeconds(1),
        10,
        List.of(500),
        Counting.ATTEMPT,
        Duration.ofMillis(200),
        Duration.ofMillis(100));
  }

  void pass(long millis) {
    nowNanos += millis * MILLI;
  }

  Entry enter() {
    return breaker.enter(nowNanos);
  }

  void end(Passage passage, CallResult result) {
    breaker.end(passage, result, MILLI, nowNanos);
  }

  /** One call that passes and ends at once. */
  void call(CallResult result) {
    end(let(), result);
  }

  void calls(int howMany, CallResult result) {
    for (int i = 0; i < howMany; i++) {
      call(result);
    }
  }

  void slowCall(CallResult result) {
    breaker.end(let(), result, 50 * MILLI, nowNanos);
  }

  Passage let() {
    Entry entry = enter();
    assertThat(entry).isInstanceOf(Passage.class);
    return (Passage) entry;
  }

  Refused refused() {
    Entry entry = enter();
    assertThat(entry).isInstanceOf(Refused.class);
    return (Refused) entry;
  }

  /** Opens it by failures in a row, and waits until the next call is the probe. */
  Passage probe() {
    calls(3, CallResult.FAILURE);
    pass(200);
    Passage probe = let();
    assertThat(probe.isProbe()).isTrue();
    return probe;
  }

  BreakerState state() {
    return seen().state();
  }

  BreakerSnapshot seen() {
    return breaker.snapshot(nowNanos);
  }

  List<Why> reasons() {
    return told.stream().map(Transition::why).toList();
  }
}
