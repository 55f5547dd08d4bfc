package io.sluice.fallback;

import io.sluice.exchange.FallbackKind;
import io.sluice.exchange.StoredAnswer;
import java.util.List;

/** What the chain has for a request. */
public sealed interface Fallback {
  /** The header that names the kind. */
  String LABEL = "x-sluice-fallback";

  /** The header that tells a client that it may use the copy it has, and by what right. */
  String USE_YOUR_COPY = "x-sluice-use-your-copy";

  /**
   * An answer in the place of the refusal or failure.
   *
   * @param answer with all its headers, the label among them; of 304 without a body
   */
  record Given(FallbackKind kind, StoredAnswer answer) implements Fallback {}

  /**
   * Nothing that could be given; but the client has a copy of its own, or asked as if it had one.
   *
   * @param headers name and value by turns, to be told with the refusal or failure
   */
  record Advised(List<String> headers) implements Fallback {}
}
