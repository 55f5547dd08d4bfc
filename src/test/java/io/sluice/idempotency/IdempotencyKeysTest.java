package io.sluice.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.StoredAnswer;
import io.sluice.idempotency.IdempotencyKeys.Key;
import io.sluice.options.Bytes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Which of many requests with one key goes through, and what the others are told. */
class IdempotencyKeysTest {
  private static final long LONGEST = Duration.ofSeconds(61).toNanos();
  private static final Key KEY = new Key("", "k");
  private static final String HEAD = "POST h/loans";

  private final AtomicLong now = new AtomicLong(-7_000_000_000L);
  private final IdempotencyKeys keys =
      new IdempotencyKeys(
          new IdempotencyOptions(
              Duration.ofMinutes(10), Bytes.parse("64KiB"), Bytes.parse("64KiB")),
          LONGEST,
          now::get);

  private static BodyHash hash(String body) {
    var sum = new BodyHash.Sum();
    sum.add(body.getBytes(StandardCharsets.UTF_8));
    return sum.hash();
  }

  private static StoredAnswer answer(int bytes) {
    return new StoredAnswer(201, List.of("location", "/loans/1"), new byte[bytes]);
  }

  private Claim mine(Key key) {
    return switch (keys.claim(key, HEAD)) {
      case Found.Mine(Claim claim) -> claim;
      case Found other -> throw new AssertionError(other.toString());
    };
  }

  private Found found() {
    return keys.claim(KEY, HEAD);
  }

  @Test
  void repeat_whileTheFirstIsUnderWay_isToldSo() {
    mine(KEY);
    assertThat(found()).isInstanceOf(Found.Running.class);
  }

  @Test
  void repeat_ofWhatWasDone_findsTheAnswer_andTellsBodiesApart() {
    StoredAnswer answer = answer(3);
    mine(KEY).done(hash("a"), answer);
    assertThat(found()).isInstanceOf(Found.Done.class);
    Remembered first = ((Found.Done) found()).remembered();
    assertThat(first.answer()).isSameAs(answer);
    assertThat(first.isOf(hash("a"))).isTrue();
    assertThat(first.isOf(hash("b"))).isFalse();
  }

  @Test
  void bodyInPieces_isTheSameBody() {
    var sum = new BodyHash.Sum();
    sum.add(new byte[] {'a', 'b'});
    sum.add(new byte[] {'c'});
    assertThat(sum.hash()).isEqualTo(hash("abc"));
  }

  @Test
  void keyOfAnotherMethodOrTarget_isAMismatch_runningOrDone() {
    Claim claim = mine(KEY);
    assertThat(keys.claim(KEY, "POST h/other")).isInstanceOf(Found.Mismatch.class);
    claim.done(hash(""), null);
    assertThat(keys.claim(KEY, "PUT h/loans")).isInstanceOf(Found.Mismatch.class);
  }

  @Test
  void sameKeyOfAnotherCaller_isAnotherKey() {
    mine(new Key("caller a", "k"));
    mine(new Key("caller b", "k"));
  }

  @Test
  void releasedKey_isTheNextOnes() {
    mine(KEY).release();
    mine(KEY);
  }

  @Test
  void claim_endsOnce() {
    Claim first = mine(KEY);
    first.release();
    Claim second = mine(KEY);
    first.release();
    first.done(hash("x"), answer(1));
    assertThat(found()).isInstanceOf(Found.Running.class);
    second.done(hash("a"), answer(1));
    second.release();
    second.done(hash("b"), answer(9));
    assertThat(((Found.Done) found()).remembered().isOf(hash("a"))).isTrue();
  }

  @Test
  void lostClaim_expires_howeverOftenItIsAskedFor() {
    Claim lost = mine(KEY);
    now.addAndGet(LONGEST - 1);
    assertThat(found()).isInstanceOf(Found.Running.class);
    now.addAndGet(1);
    Claim next = mine(KEY);
    lost.done(hash("x"), answer(1));
    assertThat(found()).isInstanceOf(Found.Running.class);
    next.release();
  }

  @Test
  void whatWasDone_isForgottenInTime_howeverOftenItIsAskedFor() {
    mine(KEY).done(hash("a"), answer(1));
    now.addAndGet(Duration.ofMinutes(10).toNanos() - 1);
    assertThat(found()).isInstanceOf(Found.Done.class);
    now.addAndGet(1);
    mine(KEY);
  }

  @Test
  void memory_isBounded_andTheOldestGoesFirst() {
    for (int i = 0; i < 1000; i++) {
      mine(new Key("", "k" + i)).done(hash("a"), answer(1000));
      assertThat(keys.bytes()).isBetween(0L, 64L * 1024);
    }
    assertThat(keys.claim(new Key("", "k999"), HEAD)).isInstanceOf(Found.Done.class);
    assertThat(keys.claim(new Key("", "k980"), HEAD)).isInstanceOf(Found.Done.class);
    assertThat(keys.claim(new Key("", "k0"), HEAD)).isInstanceOf(Found.Mine.class);
  }

  @Test
  void claims_areNeverForgottenForWantOfMemory() {
    mine(KEY);
    for (int i = 0; i < 1000; i++) {
      mine(new Key("", "k" + i)).done(hash("a"), answer(1000));
    }
    assertThat(found()).isInstanceOf(Found.Running.class);
  }

  @Test
  void memory_isFreeAgainWhenAllHasExpired() {
    for (int i = 0; i < 10; i++) {
      mine(new Key("", "k" + i)).done(hash("a"), answer(1000));
    }
    now.addAndGet(Duration.ofMinutes(11).toNanos());
    mine(KEY).done(hash("a"), answer(0));
    assertThat(keys.bytes()).isBetween(1L, 1000L);
    assertThat(keys.size()).isEqualTo(1);
  }

  @Test
  void ofSixtyFourThreadsWithOneKey_exactlyOneGoesThrough() throws Exception {
    for (int round = 0; round < 200; round++) {
      var key = new Key("", "round " + round);
      var mine = new AtomicInteger();
      var others = new AtomicInteger();
      var barrier = new CyclicBarrier(64);
      var threads = new Thread[64];
      for (int i = 0; i < threads.length; i++) {
        threads[i] =
            Thread.ofVirtual()
                .start(
                    () -> {
                      try {
                        barrier.await();
                      } catch (Exception e) {
                        throw new IllegalStateException(e);
                      }
                      switch (keys.claim(key, HEAD)) {
                        case Found.Mine(Claim claim) -> {
                          mine.incrementAndGet();
                          claim.done(hash("a"), answer(1));
                        }
                        case Found.Running _, Found.Done _ -> others.incrementAndGet();
                        case Found.Mismatch _ -> {}
                      }
                    });
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(mine).hasValue(1);
      assertThat(others).hasValue(63);
    }
  }
}
