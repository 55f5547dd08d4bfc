package io.sluice.surge;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/**
 * What a run found out.
 *
 * @param target where it was aimed
 * @param perSecond arrivals a second in the window
 * @param windowSeconds length of the window
 * @param retry what refused clients did
 * @param total all tiers together
 * @param tiers one row for each tier that had requests, the most important first
 * @param hints the exact hints that came with refusals
 * @param pacingLag how late the generator itself was: from the instant a request was due to the
 *     instant an event loop took it
 */
public record SurgeReport(
    String target,
    double perSecond,
    double windowSeconds,
    String retry,
    Row total,
    List<Row> tiers,
    Hints hints,
    Latency pacingLag) {
  /** A generator later than this in one of a hundred arrivals measures itself. */
  private static final double TOLERABLE_LAG_MILLIS = 10;

  /**
   * One tier, or all. Everything but {@code goodputPerSecond} is about the requests that were due
   * inside the window, whenever they ended.
   *
   * @param name the tier's code, or {@code total}
   * @param requests what users wanted
   * @param attempts tries, whether or not they could be sent
   * @param sent tries of which a byte may have left
   * @param succeeded requests that got a 2xx in time
   * @param sheds attempts answered 429 or 503
   * @param refused requests whose last attempt was shed
   * @param timeouts attempts sent and given up
   * @param unsent attempts given up, or turned away, inside the generator
   * @param errors attempts that ended otherwise, by kind: {@code status 500}, {@code connect},
   *     {@code broken}
   * @param accepted latency of the attempts that got a 2xx, from when the attempt was due
   * @param shed latency of the refusals, from when the attempt was due
   * @param untilSuccess latency of the requests that got a 2xx, retries and waits included
   * @param goodputPerSecond 2xx in time that arrived inside the window, over its length
   */
  public record Row(
      String name,
      long requests,
      long attempts,
      long sent,
      long succeeded,
      long sheds,
      long refused,
      long timeouts,
      long unsent,
      Map<String, Long> errors,
      Latency accepted,
      Latency shed,
      Latency untilSuccess,
      double goodputPerSecond) {
    /** Attempts per request; 0 without requests. */
    @JsonProperty
    public double amplification() {
      return requests == 0 ? 0 : (double) attempts / requests;
    }

    /** Share of requests that succeeded, 0..1; 0 without requests. */
    @JsonProperty
    public double successShare() {
      return requests == 0 ? 0 : (double) succeeded / requests;
    }

    /** Share of attempts that were shed, 0..1; 0 without attempts. */
    @JsonProperty
    public double shedShare() {
      return attempts == 0 ? 0 : (double) sheds / attempts;
    }
  }

  /**
   * The {@code retry-after-ms} values that came with refusals.
   *
   * @param count how many
   * @param minMillis the shortest; 0 without any
   * @param p50Millis the median
   * @param maxMillis the longest
   */
  public record Hints(long count, long minMillis, long p50Millis, long maxMillis) {}

  /** Whether the generator was too late for its numbers to be about the server. */
  @JsonProperty
  public boolean fellBehind() {
    return pacingLag.p99Millis() > TOLERABLE_LAG_MILLIS;
  }
}
