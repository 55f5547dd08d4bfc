package io.sluice.observe;

import io.sluice.exchange.Reason;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/**
 * Requests that were refused before they matched a route: no route, too long, malformed, and in
 * which way.
 *
 * <p>Kinds are registered when the gateway is put together, as constants of the code that detects
 * them. A kind is never taken from a request's text: their number is bounded, and so is their
 * spelling.
 */
public final class ClientFaults {
  /** The kind of a fault whose reason says it all. */
  public static final String ANY = "any";

  static final int MOST_KINDS = 64;
  private static final Pattern KIND = Pattern.compile("[a-z0-9-]{1,40}");

  private final ConcurrentMap<Key, Fault> faults = new ConcurrentHashMap<>();

  private record Key(Reason reason, String kind) {}

  /** One kind of fault, to be counted. Any thread. */
  public static final class Fault {
    private final Reason reason;
    private final String kind;
    private final LongAdder count = new LongAdder();

    private Fault(Reason reason, String kind) {
      this.reason = reason;
      this.kind = kind;
    }

    /** One more request had it. */
    public void seen() {
      count.increment();
    }

    public Reason reason() {
      return reason;
    }

    public String kind() {
      return kind;
    }

    public long count() {
      return count.sum();
    }
  }

  ClientFaults() {}

  /** The fault whose reason says it all, such as {@link Reason#NO_ROUTE}; same reason, same one. */
  public Fault of(Reason reason) {
    return of(reason, ANY);
  }

  /**
   * The fault of that reason and kind; the same for the same. For assembly, not for every request.
   *
   * @param kind lower case, digits and dashes, for example {@code obsolete-fold}
   */
  public Fault of(Reason reason, String kind) {
    if (!KIND.matcher(kind).matches()) {
      throw new IllegalArgumentException("a kind of fault is spelled " + KIND);
    }
    var key = new Key(reason, kind);
    if (!faults.containsKey(key) && faults.size() >= MOST_KINDS) {
      throw new IllegalStateException("more than " + MOST_KINDS + " kinds of fault");
    }
    return faults.computeIfAbsent(key, k -> new Fault(k.reason, k.kind));
  }

  /** All that were registered. */
  public List<Fault> all() {
    return faults.values().stream()
        .sorted(Comparator.comparing(Fault::reason).thenComparing(Fault::kind))
        .toList();
  }
}
