package io.sluice.fallback;

import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * Whether a backend's answer may be kept for others, and if not, why (RFC 9111 §3). Stricter than
 * the RFC where that costs little: only whole answers to GET with 200, none that sets a cookie.
 */
enum Storing {
  YES,
  /** Only GET asks for the resource as it is. */
  NOT_A_GET,
  /** Only 200 is the resource as it is; 206 is a part of it (§3.3). */
  NOT_OK,
  /** Either side said {@code no-store} (§5.2.1.5, §5.2.2.5). */
  NO_STORE,
  /** It is for one client (§5.2.2.7). */
  PRIVATE,
  /** It was made for someone who said who they are, and nobody said that others may have it. */
  CREDENTIALS,
  /** It depends on what no request can show again (§4.1). */
  VARIES_ON_ALL,
  /** It sets a cookie: a session, most likely, which is nobody else's. */
  SETS_COOKIE,
  /** It is a part of the resource. */
  PARTIAL;

  /**
   * What is to be done with an answer.
   *
   * @param known whether its caller was known by a key or token of ours, which the request may not
   *     show any more
   */
  static Storing of(String method, Fields request, boolean known, int status, Fields response) {
    if (!method.equals("GET")) {
      return NOT_A_GET;
    }
    if (status != 200) {
      return NOT_OK;
    }
    CacheControl said = CacheControl.of(response);
    if (said.has("no-store") || CacheControl.of(request).has("no-store")) {
      return NO_STORE;
    }
    if (said.has("private")) {
      return PRIVATE;
    }
    if (response.has("set-cookie")) {
      return SETS_COOKIE;
    }
    if (response.has("content-range")) {
      return PARTIAL;
    }
    if (varyOn(response).contains("*")) {
      return VARIES_ON_ALL;
    }
    return isPersonal(request, known) && !isForAll(said) ? CREDENTIALS : YES;
  }

  // RFC 9111 §3.5 asks that of Authorization; a cookie, or a key of ours, says who somebody is too.
  private static boolean isPersonal(Fields request, boolean known) {
    return known || request.has("authorization") || request.has("cookie");
  }

  private static boolean isForAll(CacheControl said) {
    return said.has("public") || said.has("s-maxage") || said.has("must-revalidate");
  }

  /** The fields it depends on, in lower case and in order. */
  static List<String> varyOn(Fields response) {
    var names = new TreeSet<String>();
    for (String line : response.all("vary")) {
      for (String name : line.split(",", -1)) {
        if (!name.isBlank()) {
          names.add(name.strip().toLowerCase(Locale.ROOT));
        }
      }
    }
    return List.copyOf(names);
  }
}
