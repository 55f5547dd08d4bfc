package io.sluice.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.exchange.Tier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TierBacklogTest {
  private final TierBacklog backlog = new TierBacklog(8);

  @Test
  void poll_givesHigherTiersFirst_andOldestFirstWithinOne() {
    Piece p2 = Piece.of(Tier.P2, 1);
    Piece p1 = Piece.of(Tier.P1, 2);
    Piece p0 = Piece.of(Tier.P0, 3);
    Piece p1Later = Piece.of(Tier.P1, 4);
    Piece p0Later = Piece.of(Tier.P0, 5);
    List.of(p2, p1, p0, p1Later, p0Later).forEach(backlog::add);

    assertThat(backlog.peek()).isEqualTo(p0);
    assertThat(drained()).containsExactly(p0, p0Later, p1, p1Later, p2);
    assertThat(backlog.poll()).isNull();
  }

  @Test
  void poll_servesInTheOrderOfASortByTier_forRandomArrivals() {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    TierBacklog large = new TierBacklog(1000);
    List<Piece> arrivals = new ArrayList<>();
    for (int id = 0; id < 1000; id++) {
      Piece piece = Piece.of(List.of(Tier.P0, Tier.P1, Tier.P2).get(random.nextInt(3)), id);
      arrivals.add(piece);
      large.add(piece);
    }
    Set<Piece> removed = new HashSet<>();
    for (int i = 0; i < 300; i++) {
      Piece piece = arrivals.get(random.nextInt(arrivals.size()));
      assertThat(large.remove(piece)).isEqualTo(removed.add(piece));
    }

    List<Runnable> served = new ArrayList<>();
    large.drainTo(served);

    assertThat(served)
        .isEqualTo(
            arrivals.stream()
                .filter(piece -> !removed.contains(piece))
                .sorted((a, b) -> a.tier().compareTo(b.tier())) // stable: arrival breaks ties
                .toList());
  }

  @Test
  void offer_isRefused_whenEveryPlaceIsTaken() {
    for (int id = 0; id < 8; id++) {
      assertThat(backlog.offer(Piece.of(Tier.P2, id))).isTrue();
    }

    assertThat(backlog.offer(Piece.of(Tier.P0, 8))).isFalse();
    assertThat(backlog.remainingCapacity()).isZero();
    assertThat(backlog).hasSize(8);
  }

  @Test
  void offer_isRefused_byABacklogOfNone() {
    assertThat(new TierBacklog(0).offer(Piece.of(Tier.P0, 1))).isFalse();
  }

  @Test
  void offer_faultsTheSecondTime_forTheSameItem() {
    backlog.add(Piece.of(Tier.P1, 1));

    assertThatThrownBy(() -> backlog.offer(Piece.of(Tier.P1, 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(backlog).hasSize(1);
  }

  @Test
  void remove_takesTheItemOut_once() {
    backlog.add(Piece.of(Tier.P1, 1));
    backlog.add(Piece.of(Tier.P1, 2));

    assertThat(backlog.contains(Piece.of(Tier.P1, 1))).isTrue();
    assertThat(backlog.remove(Piece.of(Tier.P1, 1))).isTrue();
    assertThat(backlog.remove(Piece.of(Tier.P1, 1))).isFalse();
    assertThat(backlog.remove((Runnable) () -> {})).isFalse();
    assertThat(backlog.contains(Piece.of(Tier.P1, 1))).isFalse();
    assertThat(drained()).containsExactly(Piece.of(Tier.P1, 2));
  }

  @Test
  void iterator_showsAndRemovesInOrderOfService() {
    backlog.add(Piece.of(Tier.P2, 1));
    backlog.add(Piece.of(Tier.P0, 2));
    backlog.add(Piece.of(Tier.P1, 3));

    Iterator<Runnable> iterator = backlog.iterator();
    assertThat(iterator.next()).isEqualTo(Piece.of(Tier.P0, 2));
    assertThat(iterator.next()).isEqualTo(Piece.of(Tier.P1, 3));
    iterator.remove();
    assertThatThrownBy(iterator::remove).isInstanceOf(IllegalStateException.class);
    assertThat(iterator.next()).isEqualTo(Piece.of(Tier.P2, 1));
    assertThat(iterator.hasNext()).isFalse();

    assertThat(drained()).containsExactly(Piece.of(Tier.P0, 2), Piece.of(Tier.P2, 1));
  }

  @Test
  void drainTo_takesTheFirstFew_andLeavesTheRest() {
    backlog.add(Piece.of(Tier.P2, 1));
    backlog.add(Piece.of(Tier.P0, 2));
    backlog.add(Piece.of(Tier.P1, 3));
    List<Runnable> target = new ArrayList<>();

    assertThat(backlog.drainTo(target, 2)).isEqualTo(2);

    assertThat(target).containsExactly(Piece.of(Tier.P0, 2), Piece.of(Tier.P1, 3));
    assertThat(drained()).containsExactly(Piece.of(Tier.P2, 1));
    assertThatThrownBy(() -> backlog.drainTo(backlog)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void pollDiscardable_picksTheOldestOfTheLowestTier_thatAgreedToIt() {
    backlog.add(Piece.discardable(Tier.P1, 1));
    backlog.add(Piece.of(Tier.P2, 2));
    backlog.add(Piece.discardable(Tier.P2, 3));
    backlog.add(Piece.discardable(Tier.P2, 4));

    assertThat(backlog.pollDiscardable(Tier.P0)).isEqualTo(Piece.discardable(Tier.P2, 3));
    assertThat(backlog.pollDiscardable(Tier.P0)).isEqualTo(Piece.discardable(Tier.P2, 4));
    assertThat(backlog.pollDiscardable(Tier.P0)).isEqualTo(Piece.discardable(Tier.P1, 1));
    assertThat(backlog.pollDiscardable(Tier.P0)).isNull();
    assertThat(drained()).containsExactly(Piece.of(Tier.P2, 2));
  }

  @Test
  void pollDiscardable_sparesTiersAboveTheNewcomer() {
    backlog.add(Piece.discardable(Tier.P0, 1));
    backlog.add(Piece.discardable(Tier.P1, 2));

    assertThat(backlog.pollDiscardable(Tier.P2)).isNull();
    assertThat(backlog.pollDiscardable(Tier.P1)).isEqualTo(Piece.discardable(Tier.P1, 2));
  }

  @Test
  void pollDiscardable_forgetsWhatHasLeftOtherwise() {
    backlog.add(Piece.discardable(Tier.P2, 1));
    backlog.add(Piece.discardable(Tier.P2, 2));
    backlog.remove(Piece.discardable(Tier.P2, 1));
    backlog.poll();

    assertThat(backlog.pollDiscardable(Tier.P0)).isNull();
  }

  @Test
  void take_waitsForAnOffer() throws Exception {
    FutureTask<Runnable> taken = new FutureTask<>(backlog::take);
    Thread taker = Thread.ofPlatform().start(taken);
    awaitState(taker, Thread.State.WAITING);

    backlog.offer(Piece.of(Tier.P1, 1));

    assertThat(taken.get(60, TimeUnit.SECONDS)).isEqualTo(Piece.of(Tier.P1, 1));
  }

  @Test
  void take_ends_whenInterrupted() throws Exception {
    FutureTask<Runnable> taken = new FutureTask<>(backlog::take);
    Thread taker = Thread.ofPlatform().start(taken);
    awaitState(taker, Thread.State.WAITING);

    taker.interrupt();

    assertThatThrownBy(() -> taken.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void poll_givesNothing_whenItsTimeIsUp() throws Exception {
    assertThat(backlog.poll(0, TimeUnit.MILLISECONDS)).isNull();
    assertThat(backlog.poll(1, TimeUnit.NANOSECONDS)).isNull();

    backlog.add(Piece.of(Tier.P1, 1));

    assertThat(backlog.poll(0, TimeUnit.MILLISECONDS)).isEqualTo(Piece.of(Tier.P1, 1));
  }

  @Test
  void producers_cannotWait() {
    assertThatThrownBy(() -> backlog.put(Piece.of(Tier.P0, 1)))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> backlog.offer(Piece.of(Tier.P0, 1), 1, TimeUnit.SECONDS))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void everyItem_comesOutOnce_andCapacityHolds_underConcurrency() throws Exception {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    int producers = 3;
    int each = 4000;
    Set<Runnable> out = ConcurrentHashMap.newKeySet();
    AtomicInteger refused = new AtomicInteger();
    AtomicInteger outTwice = new AtomicInteger();
    AtomicInteger overfull = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int producer = 0; producer < producers; producer++) {
      Random random = new Random(seed + producer);
      int first = producer * each;
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int id = first; id < first + each; id++) {
                      Tier tier = List.of(Tier.P0, Tier.P1, Tier.P2).get(random.nextInt(3));
                      Piece piece = new Piece(tier, id, random.nextBoolean());
                      if (!backlog.offer(piece)) {
                        refused.incrementAndGet();
                      } else if (random.nextInt(4) == 0 && backlog.remove(piece)) {
                        note(out, piece, outTwice);
                      }
                      overfull.addAndGet(backlog.size() > 8 ? 1 : 0);
                    }
                  }));
    }
    List<Thread> consumers = new ArrayList<>();
    for (int consumer = 0; consumer < 2; consumer++) {
      consumers.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      while (true) {
                        note(out, backlog.take(), outTwice);
                      }
                    } catch (InterruptedException finished) {
                      // told to go home
                    }
                  }));
    }
    for (Thread thread : threads) {
      assertThat(thread.join(Duration.ofSeconds(60))).isTrue();
    }
    while (!backlog.isEmpty()) {
      Thread.onSpinWait();
    }
    for (Thread consumer : consumers) {
      awaitState(consumer, Thread.State.WAITING);
      consumer.interrupt();
      assertThat(consumer.join(Duration.ofSeconds(60))).isTrue();
    }

    assertThat(out.size() + refused.get()).isEqualTo(producers * each);
    assertThat(outTwice).hasValue(0);
    assertThat(overfull).hasValue(0);
  }

  private static void note(Set<Runnable> out, Runnable piece, AtomicInteger outTwice) {
    if (!out.add(piece)) {
      outTwice.incrementAndGet();
    }
  }

  private List<Runnable> drained() {
    List<Runnable> drained = new ArrayList<>();
    backlog.drainTo(drained);
    return drained;
  }

  private static void awaitState(Thread thread, Thread.State state) {
    while (thread.getState() != state) {
      Thread.onSpinWait();
    }
  }
}
