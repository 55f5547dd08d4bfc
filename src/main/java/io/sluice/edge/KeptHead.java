package io.sluice.edge;

import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What of an answer's head is kept with it: what is the answer's own, and of this request only. */
final class KeptHead {
  private static final String OURS = "x-sluice-";

  private KeptHead() {}

  /** Name and value by turns, of a head that is filled and may not have been written. */
  static List<String> of(HttpServerResponse response) {
    var kept = new ArrayList<String>(2 * response.headers().size());
    for (Map.Entry<String, String> field : response.headers()) {
      String name = field.getKey().toLowerCase(Locale.ROOT);
      if (isKept(name)) {
        kept.add(name);
        kept.add(field.getValue());
      }
    }
    return kept;
  }

  private static boolean isKept(String name) {
    return switch (FieldKind.of(name)) {
      case CONNECTION, HOP_BY_HOP, FRAMING -> false;
      default ->
          !name.startsWith(OURS)
              && !name.startsWith(":")
              && !name.contentEquals(ProxyCall.REQUEST_ID);
    };
  }
}
