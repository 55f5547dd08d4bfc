package io.sluice.idempotency;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.sluice.exchange.StoredAnswer;
import io.sluice.time.NanoClock;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The idempotency keys of a route: which are under way, and which have been done and with what
 * answer.
 *
 * <pre>
 * nothing -> RUNNING            the first request with the key
 * RUNNING -> DONE               it has been answered
 * RUNNING -> nothing            it was not done, or nobody knows; or its claim was lost, and expires
 * DONE    -> nothing            its time is up, or its memory is needed
 * </pre>
 *
 * Shared by all event loops; of any number of threads that come with one key, one has it.
 */
public final class IdempotencyKeys {
  private static final int OVERHEAD_BYTES = 192;

  private final Cache<Key, Entry> entries;

  /**
   * What has been done, in that order: when memory runs out the oldest is forgotten. Caffeine's own
   * choice would be the newest, of which the repeats are yet to come.
   */
  private final Queue<Place> order = new ConcurrentLinkedQueue<>();

  private final AtomicLong bytes = new AtomicLong();
  private final long maxBytes;

  private record Place(Key key, Remembered done) {}

  /**
   * Whose key it is: two callers may well think of the same one.
   *
   * @param caller what tells callers apart
   * @param key as it stands in the request
   */
  public record Key(String caller, String key) {}

  sealed interface Entry permits Running, Remembered {}

  /** One request's; told from others by identity, as a key may be claimed again and again. */
  static final class Running implements Entry {
    private final String head;

    Running(String head) {
      this.head = head;
    }

    String head() {
      return head;
    }
  }

  /**
   * No keys yet.
   *
   * @param longestNanos after which a claim is taken to be lost: no request may live longer
   * @param clock by which claims and memories expire
   */
  public IdempotencyKeys(IdempotencyOptions options, long longestNanos, NanoClock clock) {
    Duration longest = Duration.ofNanos(longestNanos);
    maxBytes = options.maxBytes().count();
    entries =
        Caffeine.newBuilder()
            .expireAfter(
                Expiry.<Key, Entry>writing(
                    (_, entry) -> entry instanceof Running ? longest : options.remember()))
            .ticker(clock::nanoTime)
            .executor(Runnable::run)
            .<Key, Entry>removalListener((key, entry, _) -> left(key, entry))
            .build();
  }

  private void left(@Nullable Key key, @Nullable Entry entry) {
    if (key != null && entry instanceof Remembered remembered) {
      bytes.addAndGet(-bytes(key, remembered));
    }
  }

  private static int bytes(Key key, Remembered done) {
    StoredAnswer answer = done.answer();
    int texts = key.caller.length() + key.key.length() + done.head().length();
    return OVERHEAD_BYTES + texts + (answer == null ? 0 : answer.bytes());
  }

  /**
   * Comes with a key. Who gets {@link Found.Mine} does the work, and ends its claim.
   *
   * @param head method and target, part of what tells requests apart
   */
  public Found claim(Key key, String head) {
    var mine = new Running(head);
    Entry present = entries.asMap().putIfAbsent(key, mine);
    return switch (present) {
      case null -> new Found.Mine(new Claim(this, key, mine));
      case Running running ->
          running.head.equals(head) ? new Found.Running() : new Found.Mismatch();
      case Remembered done ->
          done.head().equals(head) ? new Found.Done(done) : new Found.Mismatch();
    };
  }

  // RUNNING -> DONE
  void done(Key key, Running running, Remembered done) {
    bytes.addAndGet(bytes(key, done));
    if (entries.asMap().replace(key, running, done)) {
      order.add(new Place(key, done));
      forgetOldest();
    } else {
      bytes.addAndGet(-bytes(key, done));
    }
  }

  // RUNNING -> nothing
  void release(Key key, Running running) {
    entries.asMap().remove(key, running);
  }

  // All are remembered equally long, so that the first of the order is the next to expire as well.
  private void forgetOldest() {
    Place oldest = order.peek();
    while (oldest != null && (bytes.get() > maxBytes || isGone(oldest))) {
      if (order.remove(oldest)) {
        entries.asMap().remove(oldest.key, oldest.done);
      }
      oldest = order.peek();
    }
  }

  private boolean isGone(Place place) {
    return !place.done.equals(entries.policy().getIfPresentQuietly(place.key));
  }

  /** How many keys are known, about. */
  public long size() {
    return entries.estimatedSize();
  }

  /** The memory that what has been done takes. */
  long bytes() {
    return bytes.get();
  }
}
