package io.sluice.edge;

import io.sluice.time.DeadlineHeader;
import io.vertx.core.http.HttpHeaders;

/**
 * A deadline's header among others.
 *
 * @param header its format
 * @param name hashed once, for it is looked for in every request
 */
record DeadlineField(DeadlineHeader header, CharSequence name) {
  static DeadlineField of(String headerName) {
    return new DeadlineField(
        DeadlineHeader.required(headerName), HttpHeaders.createOptimized(headerName));
  }
}
