package io.sluice.edge;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a header field is to a gateway, found out from its name: its length and first letter leave
 * at most a few names to compare it with. An underscore is a hyphen, and a small letter a capital
 * one. Allocates nothing.
 */
enum FieldKind {
  /** Between the two ends, and none of our business. */
  END_TO_END,
  /** {@code Connection}, which may name further fields that stay behind. */
  CONNECTION,
  /** Between us and the next hop (RFC 9110 §7.6.1). */
  HOP_BY_HOP,
  /** Frames or routes the message. */
  FRAMING,
  /** {@code Expect}, which goes on only if we can keep what it asks for. */
  EXPECT,
  /** Who we say the caller is; nobody else's claim to that gets as far as this. */
  CALLER,
  /** Anyone may say this in plain words; we extend or replace it. */
  STATED,
  /** What proxies alone may say. */
  FORWARDED;

  private static final String FORWARDED_PREFIX = "x-forwarded-";
  private static final String OWN_PREFIX = "x-sluice-";

  private record Known(String name, FieldKind kind) {}

  /** By length of the name. */
  private static final @Nullable Known[][] BY_LENGTH = new Known[31][];

  static {
    know(CONNECTION, "connection");
    know(HOP_BY_HOP, "keep-alive", "proxy-connection", "proxy-authenticate", "te", "trailer");
    know(HOP_BY_HOP, "proxy-authorization", "transfer-encoding", "upgrade");
    know(FRAMING, "host", "content-length");
    know(EXPECT, "expect");
    know(CALLER, "x-sluice-caller");
    know(STATED, "via", "x-request-id");
    know(STATED, "x-request-timeout-ms", "grpc-timeout", "x-envoy-expected-rq-timeout-ms");
    know(FORWARDED, "forwarded", "x-real-ip");
  }

  private static void know(FieldKind kind, String... names) {
    for (String name : names) {
      Known[] present = BY_LENGTH[name.length()];
      var all = new ArrayList<Known>(present == null ? List.of() : List.of(present));
      all.add(new Known(name, kind));
      BY_LENGTH[name.length()] = all.toArray(Known[]::new);
    }
  }

  /** The kind of a field of this name, in whatever spelling. */
  static FieldKind of(CharSequence name) {
    int length = name.length();
    if (length == 0) {
      return END_TO_END;
    }
    Known[] candidates = length < BY_LENGTH.length ? BY_LENGTH[length] : null;
    char first = plain(name.charAt(0));
    if (candidates != null) {
      for (Known known : candidates) {
        if (known.name.charAt(0) == first && beginsWith(known.name, name)) {
          return known.kind;
        }
      }
    }
    boolean ours =
        first == 'x' && (beginsWith(FORWARDED_PREFIX, name) || beginsWith(OWN_PREFIX, name));
    return ours ? FORWARDED : END_TO_END;
  }

  private static boolean beginsWith(String lower, CharSequence name) {
    int length = lower.length();
    if (name.length() < length) {
      return false;
    }
    // From behind, where names that begin alike differ.
    for (int i = length - 1; i > 0; i--) {
      if (plain(name.charAt(i)) != lower.charAt(i)) {
        return false;
      }
    }
    return plain(name.charAt(0)) == lower.charAt(0);
  }

  private static char plain(char c) {
    if (c == '_') {
      return '-';
    }
    return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
  }

  /**
   * To many backends {@code X_Forwarded_For} is X-Forwarded-For: with an underscore, a name that
   * means something here is never sent for an honest reason.
   */
  static boolean isDisguised(CharSequence name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) == '_') {
        return true;
      }
    }
    return false;
  }
}
