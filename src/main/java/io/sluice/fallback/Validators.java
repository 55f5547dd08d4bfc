package io.sluice.fallback;

import io.sluice.time.HttpDate;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What a client says of the copy it has (RFC 9110 §13.1.2, §13.1.3; RFC 9111 §4.3.2). */
final class Validators {
  private Validators() {}

  /** Whether the client has a copy at all, and asks whether it is still good. */
  static boolean areIn(Fields request) {
    return request.has("if-none-match") || request.has("if-modified-since");
  }

  /** Whether the client's copy is this very answer. */
  static boolean match(Fields request, CachedResponse stored) {
    String wanted = request.joined("if-none-match");
    if (wanted != null) {
      String etag = stored.etag(); // if there is one, dates do not count (RFC 9110 §13.2.2)
      return etag != null && isAmong(etag, wanted);
    }
    List<String> since = request.all("if-modified-since");
    if (since.size() != 1) {
      return false;
    }
    OptionalLong modified = stored.lastModified();
    OptionalLong has = HttpDate.epochSeconds(since.getFirst());
    return modified.isPresent() && has.isPresent() && modified.getAsLong() <= has.getAsLong();
  }

  // Weak comparison (RFC 9110 §8.8.3.2): what is kept is served whole or not at all.
  private static boolean isAmong(String etag, String wanted) {
    return wanted.strip().equals("*") || tags(wanted).contains(opaque(etag.strip()));
  }

  /** Whether two tags are of the same answer. */
  static boolean isSame(String one, @Nullable String other) {
    return other != null && opaque(one.strip()).equals(opaque(other.strip()));
  }

  private static String opaque(String tag) {
    return tag.startsWith("W/") ? tag.substring(2) : tag;
  }

  /** The opaque tags of a list; commas within quotes are part of a tag. */
  private static List<String> tags(String list) {
    var tags = new ArrayList<String>();
    int from = list.indexOf('"');
    while (from >= 0) {
      int to = list.indexOf('"', from + 1);
      if (to < 0) {
        break;
      }
      tags.add(list.substring(from, to + 1));
      from = list.indexOf('"', to + 1);
    }
    return tags;
  }
}
