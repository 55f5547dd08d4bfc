package io.sluice.edge;

import io.netty.util.internal.StringUtil;

/**
 * A request target brought into the one form that is both routed and forwarded (RFC 3986 §6.2.2): a
 * path without dot segments and without needlessly encoded characters, and the query as it came.
 *
 * <p>{@code %5c} stays encoded, for it is no separator; so does {@code %2f}, and double slashes
 * stay, for to some backends they mean something, unless the {@link PathOptions} say otherwise. The
 * query is the backend's own business. The forms other than a path are Host's: see {@link Hygiene}.
 */
final class Target {
  private Target() {}

  /**
   * The normal form of a path and query.
   *
   * @param target begins with a slash
   * @param options what is done about slashes
   * @throws Flaw.Malformed if the path holds what no path may hold
   */
  static String normalise(String target, PathOptions options) {
    boolean merges = options.doubleSlashes() == PathOptions.DoubleSlash.MERGE;
    int end = target.length();
    boolean plain = true;
    for (int i = 0; i < end; i++) {
      switch (target.charAt(i)) {
        case '?' -> end = i;
        case '\\' -> throw Flaw.PATH_CHARACTER.malformed();
        case '%' -> plain = false;
        case '.' -> plain &= target.charAt(i - 1) != '/';
        case '/' -> plain &= !merges || i == 0 || target.charAt(i - 1) != '/';
        default -> {}
      }
    }
    if (target.indexOf('#') >= 0) {
      throw Flaw.PATH_CHARACTER.malformed();
    }
    if (plain) {
      return target;
    }
    String decoded = decodeUnreserved(target, end, options.encodedSlashes());
    return withoutDots(decoded, merges) + target.substring(end);
  }

  private static String decodeUnreserved(String path, int end, PathOptions.EncodedSlash slashes) {
    var decoded = new StringBuilder(end);
    for (int i = 0; i < end; i++) {
      char c = path.charAt(i);
      if (c != '%') {
        decoded.append(c);
        continue;
      }
      int octet = i + 2 < end ? octet(path.charAt(i + 1), path.charAt(i + 2)) : -1;
      boolean isSlash = octet == '/';
      if (octet <= 0 || (isSlash && slashes == PathOptions.EncodedSlash.REJECT)) {
        throw Flaw.PATH_ENCODING.malformed();
      }
      if (isUnreserved(octet) || (isSlash && slashes == PathOptions.EncodedSlash.DECODE)) {
        decoded.append((char) octet);
      } else {
        decoded.append(path, i, i + 3);
      }
      i += 2;
    }
    return decoded.toString();
  }

  private static int octet(char high, char low) {
    int h = StringUtil.decodeHexNibble(high);
    int l = StringUtil.decodeHexNibble(low);
    return h < 0 || l < 0 ? -1 : (h << 4) | l;
  }

  private static boolean isUnreserved(int c) {
    return (c >= '0' && c <= '9')
        || (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || c == '-'
        || c == '.'
        || c == '_'
        || c == '~';
  }

  // RFC 3986 §5.2.4, by segments; an empty segment counts as one
  private static String withoutDots(String path, boolean merges) {
    var kept = new StringBuilder(path.length());
    int from = 1;
    while (from <= path.length()) {
      int slash = path.indexOf('/', from);
      int to = slash < 0 ? path.length() : slash;
      boolean last = slash < 0;
      String segment = path.substring(from, to);
      if (segment.equals("..")) {
        kept.setLength(Math.max(0, kept.lastIndexOf("/")));
      }
      boolean merged = merges && segment.isEmpty() && !last;
      if (!segment.equals(".") && !segment.equals("..") && !merged) {
        kept.append('/').append(segment);
      } else if (last) {
        kept.append('/');
      }
      from = to + 1;
    }
    return kept.isEmpty() ? "/" : kept.toString();
  }
}
