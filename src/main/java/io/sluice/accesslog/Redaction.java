package io.sluice.accesslog;

/** What of a request is written as {@code ***}. */
public enum Redaction {
  /** Everything behind the question mark, of the path and of the referer. */
  QUERY,
  CLIENT,
  USER_AGENT,
  REFERER
}
