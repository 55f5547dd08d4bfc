package io.sluice.edge;

import io.vertx.core.buffer.Buffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A copy of an answer's body, made as it goes out, up to a bound. */
final class AnswerCopy {
  private final long maxBytes;
  private final Consumer<@Nullable Buffer> whole;
  private @Nullable Buffer body = Buffer.buffer();

  /**
   * Nothing yet.
   *
   * @param whole told when all of it has come, and never if it does not: with the body, or null if
   *     it is too large
   */
  AnswerCopy(long maxBytes, Consumer<@Nullable Buffer> whole) {
    this.maxBytes = maxBytes;
    this.whole = whole;
  }

  void add(Buffer piece) {
    if (body == null) {
      return;
    }
    if (body.length() + (long) piece.length() > maxBytes) {
      body = null;
    } else {
      body.appendBuffer(piece);
    }
  }

  void whole() {
    whole.accept(body);
  }
}
