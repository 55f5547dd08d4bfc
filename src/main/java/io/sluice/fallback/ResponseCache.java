package io.sluice.fallback;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Weigher;
import io.sluice.exchange.StoredAnswer;
import io.sluice.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The last good answers of a route, by resource and by what they vary on. Bounded by the memory
 * they take; shared by all event loops. Any thread.
 */
public final class ResponseCache {
  /** Variants of one resource have keys that hold its generation; this one is where they begin. */
  private static final long ROOT = 0;

  /** What stands for {@code Vary} values that a request does not have: no field can hold it. */
  private static final String MISSING = "\0";

  private static final int KEY_OVERHEAD_BYTES = 64;
  private static final int OK = 200;
  private static final int NOT_MODIFIED = 304;

  private final Cache<Key, Entry> entries;
  private final AtomicLong generations = new AtomicLong(ROOT);
  private final long maxAgeSeconds;

  private record Key(String resource, long generation, String variant) {}

  private sealed interface Entry {
    int bytes();
  }

  private record Whole(CachedResponse response) implements Entry {
    @Override
    public int bytes() {
      return response.answer().bytes();
    }
  }

  /** Where to look further: answers of one generation varied on the same fields. */
  private record Varying(List<String> on, long generation) implements Entry {
    @Override
    public int bytes() {
      return KEY_OVERHEAD_BYTES;
    }
  }

  /**
   * An empty cache.
   *
   * @param clock by which what is older than the options allow is let go of
   */
  public ResponseCache(FallbackOptions.Cached options, NanoClock clock) {
    Weigher<Key, Entry> weigher =
        (key, entry) ->
            KEY_OVERHEAD_BYTES + key.resource.length() + key.variant.length() + entry.bytes();
    maxAgeSeconds = options.maxAge().toSeconds();
    entries =
        Caffeine.newBuilder()
            .maximumWeight(options.maxBytes().count())
            .weigher(weigher)
            .expireAfterWrite(options.maxAge().plus(Duration.ofSeconds(1)))
            .ticker(clock::nanoTime)
            .executor(Runnable::run)
            .build();
  }

  /** The answer for that resource and a request with those fields; null if there is none. */
  @Nullable CachedResponse find(String resource, Fields request) {
    Entry found = entries.getIfPresent(new Key(resource, ROOT, ""));
    if (found instanceof Varying(List<String> on, long generation)) {
      found = entries.getIfPresent(new Key(resource, generation, variant(on, request)));
    }
    return found instanceof Whole(CachedResponse response) ? response : null;
  }

  /**
   * Whether an answer may be kept for others (RFC 9111 §3).
   *
   * @param known whether its caller was known by a key or token of ours, which the request may not
   *     show any more
   */
  public boolean takes(String method, Fields request, boolean known, int status, Fields response) {
    return Storing.of(method, request, known, status, response) == Storing.YES;
  }

  /** Keeps an answer that it {@link #takes}; what was kept for the same is gone. */
  public void store(String resource, Fields request, CachedResponse response) {
    List<String> on = response.varyOn();
    var root = new Key(resource, ROOT, "");
    if (on.isEmpty()) {
      entries.put(root, new Whole(response));
      return;
    }
    Entry present =
        entries
            .asMap()
            .compute(
                root,
                (_, before) ->
                    before instanceof Varying varying && varying.on.equals(on)
                        ? new Varying(on, varying.generation)
                        : new Varying(on, generations.incrementAndGet()));
    if (present instanceof Varying(List<String> _, long generation)) {
      entries.put(new Key(resource, generation, variant(on, request)), new Whole(response));
    }
  }

  /**
   * Its backend has said of a copy that it is good; if that is the one kept here it is as new as if
   * it had come just now (RFC 9111 §4.3.4).
   *
   * @param head of the 304, name and value by turns
   * @param tookNanos from request to answer
   * @param epochSeconds the time of day
   */
  public void freshen(
      String resource,
      Fields request,
      List<String> head,
      long tookNanos,
      long epochSeconds,
      long nowNanos) {
    CachedResponse stored = find(resource, request);
    StoredAnswer said = new StoredAnswer(NOT_MODIFIED, head, new byte[0]);
    String etag = said.header("etag");
    // Without a tag of both it cannot be told whose copy it was.
    if (stored != null && etag != null && Validators.isSame(etag, stored.etag())) {
      CachedResponse fresh =
          CachedResponse.of(merged(stored.answer(), said), tookNanos, epochSeconds, nowNanos);
      // Who asked does not matter: it is the same answer, which was kept for all.
      if (takes("GET", _ -> List.of(), false, OK, fresh::fields)) {
        store(resource, request, fresh);
      } else {
        forget(resource);
      }
    }
  }

  /** What the newer head says counts, and what it does not say stays (RFC 9111 §3.2). */
  private static StoredAnswer merged(StoredAnswer stored, StoredAnswer said) {
    var headers = new ArrayList<String>(said.headers());
    List<String> before = stored.headers();
    for (int i = 0; i < before.size(); i += 2) {
      String name = before.get(i);
      if (said.header(name) == null && !name.equals("age")) {
        headers.add(name);
        headers.add(before.get(i + 1));
      }
    }
    return new StoredAnswer(stored.status(), headers, stored.body());
  }

  /** Nothing of the resource is good any more: it has been changed, or is gone (RFC 9111 §4.4). */
  public void forget(String resource) {
    // What varied is out of reach without its root, and leaves with its age.
    entries.invalidate(new Key(resource, ROOT, ""));
  }

  private static String variant(List<String> on, Fields request) {
    var variant = new StringBuilder();
    for (String name : on) {
      String value = request.joined(name);
      variant.append(value == null ? MISSING : value.strip()).append('\n');
    }
    return variant.toString();
  }

  long maxAgeSeconds() {
    return maxAgeSeconds;
  }

  /** How many answers are kept, about. */
  public long size() {
    return entries.estimatedSize();
  }
}
