package io.sluice.time;

import java.util.concurrent.TimeUnit;

/** The header formats in which callers say how much time is left, and in which we pass it on. */
public enum DeadlineHeader {
  /** Whole milliseconds. */
  REQUEST_TIMEOUT_MS("x-request-timeout-ms") {
    @Override
    public long parseNanos(String value) {
      return toNanos(digits(value, value.length()), TimeUnit.MILLISECONDS);
    }

    @Override
    public String format(long millis) {
      return Long.toString(millis);
    }
  },
  /** gRPC: one to eight digits and a unit out of H, M, S, m, u, n. */
  GRPC_TIMEOUT("grpc-timeout") {
    @Override
    public long parseNanos(String value) {
      int last = value.length() - 1;
      if (last < 1 || last > 8) {
        return JUNK;
      }
      TimeUnit unit =
          switch (value.charAt(last)) {
            case 'H' -> TimeUnit.HOURS;
            case 'M' -> TimeUnit.MINUTES;
            case 'S' -> TimeUnit.SECONDS;
            case 'm' -> TimeUnit.MILLISECONDS;
            case 'u' -> TimeUnit.MICROSECONDS;
            case 'n' -> TimeUnit.NANOSECONDS;
            default -> null;
          };
      return unit == null ? JUNK : toNanos(digits(value, last), unit);
    }

    @Override
    public String format(long millis) {
      return millis <= MAX_GRPC_AMOUNT
          ? millis + "m"
          : Math.min(millis / 1000, MAX_GRPC_AMOUNT) + "S";
    }
  },
  /** Envoy: whole milliseconds. */
  ENVOY_EXPECTED_RQ_TIMEOUT_MS("x-envoy-expected-rq-timeout-ms") {
    @Override
    public long parseNanos(String value) {
      return REQUEST_TIMEOUT_MS.parseNanos(value);
    }

    @Override
    public String format(long millis) {
      return Long.toString(millis);
    }
  };

  /**
   * What {@link #parseNanos} answers to anything that is not a time left: negative, empty, text,
   * more digits than the format has.
   */
  public static final long JUNK = -1;

  /** Eight digits: three years in seconds, the largest time this header can carry from us. */
  private static final long MAX_GRPC_AMOUNT = 99_999_999;

  /** Thirty years in milliseconds; a longer number is no time left but, say, a time of day. */
  private static final int MAX_DIGITS = 12;

  private final String headerName;

  DeadlineHeader(String headerName) {
    this.headerName = headerName;
  }

  /** Lower case. */
  public String headerName() {
    return headerName;
  }

  /**
   * The header of this name.
   *
   * @throws IllegalArgumentException if it is none of ours
   */
  public static DeadlineHeader required(String name) {
    for (DeadlineHeader header : values()) {
      if (header.headerName.equals(name)) {
        return header;
      }
    }
    throw new IllegalArgumentException(name + " does not carry a deadline");
  }

  /** The time left in nanoseconds, ≥ 0 and saturating, or {@link #JUNK}. Never throws. */
  public abstract long parseNanos(String value);

  /** The header value for a time left in whole milliseconds, ≥ 0; never says more than that. */
  public abstract String format(long millis);

  private static long toNanos(long amount, TimeUnit unit) {
    return amount < 0 ? JUNK : unit.toNanos(amount);
  }

  private static long digits(String value, int end) {
    if (end < 1 || end > MAX_DIGITS) {
      return JUNK;
    }
    long number = 0;
    for (int i = 0; i < end; i++) {
      int digit = value.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return JUNK;
      }
      number = number * 10 + digit;
    }
    return number;
  }
}
