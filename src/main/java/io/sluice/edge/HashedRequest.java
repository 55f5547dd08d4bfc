package io.sluice.edge;

import io.sluice.idempotency.BodyHash;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.http.HttpServerRequestInternal;
import io.vertx.core.internal.http.HttpServerRequestWrapper;
import org.jspecify.annotations.Nullable;

/** A request whose body is hashed as it is read, by whoever reads it. */
final class HashedRequest extends HttpServerRequestWrapper {
  private final BodyHash.Sum sum = new BodyHash.Sum();
  private boolean whole;
  private @Nullable BodyHash hash;

  HashedRequest(HttpServerRequest request) {
    super((HttpServerRequestInternal) request);
    whole = !RequestBody.isAnnounced(request);
  }

  @Override
  public HttpServerRequest handler(@Nullable Handler<Buffer> handler) {
    super.handler(
        handler == null
            ? null
            : piece -> {
              sum.add(piece.getBytes());
              handler.handle(piece);
            });
    return this;
  }

  @Override
  public HttpServerRequest endHandler(@Nullable Handler<Void> handler) {
    super.endHandler(
        handler == null
            ? null
            : _ -> {
              whole = true;
              handler.handle(null);
            });
    return this;
  }

  /** What tells its body from others; null as long as not all of it has been read. */
  @Nullable BodyHash bodyHash() {
    if (hash == null && whole) {
      hash = sum.hash();
    }
    return hash;
  }
}
