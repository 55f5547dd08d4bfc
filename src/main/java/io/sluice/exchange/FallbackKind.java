package io.sluice.exchange;

import java.util.Locale;

/** What answers a request in the place of its backend. */
public enum FallbackKind {
  /** The client's own copy: 304, as what it has is what is kept here. */
  CLIENT_CACHE,
  /** The last good answer for the resource. */
  CACHED,
  /** A prepared file. */
  STATIC,
  /** It is taken on, to be done later. */
  ACCEPT;

  private final String code = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** The word used in configuration, headers, metrics and logs. */
  public String code() {
    return code;
  }
}
