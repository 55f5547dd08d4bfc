package io.sluice.edge;

import io.sluice.spi.Call;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A request as blocking code sees it, copied on the event loop so that a worker may read it: with
 * the fields that a backend elsewhere would get of the client's, and no others.
 */
@SuppressWarnings("ArrayRecordComponent") // handed over whole and never compared
record CallFacts(
    String method,
    String path,
    @Nullable String query,
    Map<String, List<String>> headers,
    byte[] body) {

  /**
   * The facts of a request.
   *
   * @param trusted whether the other end of its connection may speak for others
   */
  static CallFacts of(HttpServerRequest request, byte[] body, boolean trusted) {
    MultiMap passed = MultiMap.caseInsensitiveMultiMap();
    Forwarding.endToEnd(request.headers(), passed, trusted, false);
    var headers = new HashMap<String, List<String>>();
    passed.forEach(
        (name, value) ->
            headers
                .computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> new ArrayList<>(1))
                .add(value));
    return new CallFacts(request.method().name(), request.path(), request.query(), headers, body);
  }

  Call call(long remainingNanos, BooleanSupplier abandoned) {
    return new Call(method, path, query, headers, body, remainingNanos, abandoned);
  }
}
