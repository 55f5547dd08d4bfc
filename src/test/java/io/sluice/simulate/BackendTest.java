package io.sluice.simulate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.retry.RetryAdvice;
import io.sluice.simulate.scenario.BackendModelOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BackendTest {
  private static final long START = 42;
  private static final long MILLI = 1_000_000;

  private final VirtualTime time = new VirtualTime(START);
  private final List<String> heads = new ArrayList<>();

  private Backend backend(String inside) {
    BackendModelOptions options =
        requireNonNull(
            Scenarios.of("lasts: 100s", "limit: 4", inside, "read", "rate: 1")
                .backends()
                .get("app"));
    return new Backend(time, options, new SplittableRandom(1));
  }

  private Upstream.Call call(Backend backend, String name) {
    return backend.call(
        (status, _) -> heads.add(name + " " + status + "@" + (time.nowNanos() - START) / MILLI));
  }

  @Test
  void failuresOfASpell_carryWhatItSaysAboutComingBack_inWholeSeconds() {
    Backend backend =
        backend("spells: [{ from: 0ms, until: 1s, failing: 100%, retryAfter: 1500ms }]");
    var advice = new ArrayList<RetryAdvice>();
    backend.call((_, said) -> advice.add(said));
    time.runDry();
    assertThat(advice).containsExactly(RetryAdvice.ofHeaders(null, "2", null));
  }

  private void at(long millis, Runnable what) {
    time.at(START + millis * MILLI, what);
  }

  @Test
  void whoFindsNoServer_waitsItsTurn() {
    Backend backend = backend("servers: 1, service: 10ms");
    for (String name : List.of("a", "b", "c")) {
      call(backend, name);
    }
    assertThat(backend.load()).isEqualTo(3);
    time.runDry();
    assertThat(heads).containsExactly("a 200@10", "b 200@20", "c 200@30");
  }

  @Test
  void whoFindsNoPlace_isAnswered503() {
    Backend backend = backend("servers: 1, queue: 1, service: 10ms");
    for (String name : List.of("a", "b", "c")) {
      call(backend, name);
    }
    time.runDry();
    assertThat(heads).containsExactly("c 503@0", "a 200@10", "b 200@20");
  }

  @Test
  void whoWaitsTooLong_isAnswered500_andLeavesItsPlace() {
    Backend backend = backend("servers: 1, queue: 1, service: 100ms, queueTimeout: 30ms");
    call(backend, "a");
    call(backend, "b");
    at(40, () -> call(backend, "c"));
    time.runDry();
    assertThat(heads).containsExactly("b 500@30", "c 500@70", "a 200@100");
    assertThat(backend.begun()).isEqualTo(1);
  }

  @Test
  void whoLeavesInService_isWorkedOn_andIsAZombie() {
    Backend backend = backend("servers: 1, service: 10ms");
    Upstream.Call left = call(backend, "a");
    call(backend, "b");
    at(5, () -> left.cancel());
    time.runDry();
    assertThat(heads).containsExactly("b 200@20");
    assertThat(backend.zombies()).isEqualTo(1);
  }

  @Test
  void whoLeavesInService_freesTheServer_whereThatIsNoticed() {
    Backend backend = backend("servers: 1, service: 10ms, workOn: false");
    Upstream.Call left = call(backend, "a");
    call(backend, "b");
    at(5, () -> left.cancel());
    time.runDry();
    assertThat(heads).containsExactly("b 200@15");
    assertThat(backend.zombies()).isZero();
  }

  @Test
  void whoLeavesWaiting_isNotWorkedOn() {
    Backend backend = backend("servers: 1, service: 10ms");
    call(backend, "a");
    Upstream.Call left = call(backend, "b");
    call(backend, "c");
    left.cancel();
    left.cancel();
    time.runDry();
    assertThat(heads).containsExactly("a 200@10", "c 200@20");
    assertThat(backend.begun()).isEqualTo(2);
  }

  @Test
  void deafBackend_worksOnWhoeverLeftWhileWaiting() {
    Backend backend = backend("servers: 1, service: 10ms, deaf: true");
    call(backend, "a");
    Upstream.Call left = call(backend, "b");
    call(backend, "c");
    left.cancel();
    time.runDry();
    assertThat(heads).containsExactly("a 200@10", "c 200@30");
    assertThat(backend.zombies()).isEqualTo(1);
  }

  @Test
  void threads_holdWhoWaitsForAServer_andTheQueueWhoWaitsForAThread() {
    Backend backend =
        backend("servers: 1, threads: 2, queue: 1, service: 100ms, queueTimeout: 30ms");
    for (String name : List.of("served", "parked", "queued", "refused")) {
      call(backend, name);
    }
    time.runDry();
    // The timeout runs from when it has a thread: 30 ms after the one before gave its up.
    assertThat(heads)
        .containsExactly("refused 503@0", "parked 500@30", "queued 500@60", "served 200@100");
  }

  @Test
  void serverThatIsFree_goesToTheThreadThatWaitedLongest() {
    Backend backend = backend("servers: 1, threads: 2, queue: 5, service: 10ms");
    for (String name : List.of("a", "b", "c", "d")) {
      call(backend, name);
    }
    time.runDry();
    assertThat(heads).containsExactly("a 200@10", "b 200@20", "c 200@30", "d 200@40");
  }

  @Test
  void failingSpell_answersWithoutAServer() {
    Backend backend =
        backend(
            "servers: 1, service: 10ms, spells: [{ from: 0ms, until: 1s, failing: 100%, failsIn:"
                + " 2ms }]");
    call(backend, "a");
    call(backend, "b");
    at(1000, () -> call(backend, "c"));
    time.runDry();
    assertThat(heads).containsExactly("a 500@2", "b 500@2", "c 200@1010");
    assertThat(backend.begun()).isEqualTo(1);
  }

  @Test
  void serversThatComeBack_takeWhoWaits() {
    Backend backend =
        backend("servers: 3, service: 100ms, spells: [{ from: 0ms, until: 50ms, servers: 1 }]");
    for (String name : List.of("a", "b", "c")) {
      call(backend, name);
    }
    time.runDry();
    assertThat(heads).containsExactly("a 200@100", "b 200@150", "c 200@150");
  }
}
