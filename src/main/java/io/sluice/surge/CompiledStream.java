package io.sluice.surge;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A stream with everything prepared that all its requests share.
 *
 * @param stream what it was made of
 * @param method looked up once
 * @param path with the target's prefix
 * @param body null for none
 */
record CompiledStream(Stream stream, HttpMethod method, Template path, @Nullable Template body) {
  /** The streams of a plan, in the order of its mix. */
  static List<CompiledStream> all(SurgePlan plan) {
    return plan.mix().streams().stream().map(stream -> of(stream, plan.pathPrefix())).toList();
  }

  private static CompiledStream of(Stream stream, String pathPrefix) {
    return new CompiledStream(
        stream,
        HttpMethod.valueOf(stream.method()),
        new Template(pathPrefix + stream.path()),
        stream.body() == null ? null : new Template(stream.body()));
  }

  Call call(
      String id,
      long intendedNanos,
      long patienceEndNanos,
      boolean measured,
      RandomGenerator random) {
    return new Call(
        this,
        id,
        path.fill(random, id),
        body == null ? null : Buffer.buffer(body.fill(random, id)),
        intendedNanos,
        patienceEndNanos,
        measured);
  }
}
