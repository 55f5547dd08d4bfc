package io.sluice.balance;

import java.util.Locale;

/** What a call says of the endpoint it went to. */
public enum Result {
  /** It answered, whole. */
  SUCCESS,
  /** Nothing: the client left, or the fault is its own or ours. */
  NEUTRAL,
  /** No connection could be made. */
  CONNECT_FAILED,
  /** It broke off, or what it sent is no answer. */
  BROKEN,
  /** It answered that it cannot. */
  STATUS,
  /** The call ran out of time; a failure only if the endpoint was silent all along. */
  TIMEOUT;

  private final String code = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** The word used as metric label and in logs. */
  public String code() {
    return code;
  }

  /** Whether it may be held against the endpoint. */
  public boolean isFailure() {
    return this != SUCCESS && this != NEUTRAL;
  }

  /** Whether an answer with this status is a {@link #STATUS}. */
  public static boolean isFailing(int status) {
    return status == 500 || (status >= 502 && status <= 504);
  }
}
