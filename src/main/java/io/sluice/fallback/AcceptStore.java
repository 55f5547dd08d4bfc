package io.sluice.fallback;

import java.util.concurrent.CompletionStage;

/**
 * Where requests are written down that are to be done later: durably, before their clients hear of
 * it. No store is shipped yet, so the configuration may not name the kind {@code accept}.
 */
public interface AcceptStore {
  /**
   * Takes a request on.
   *
   * @param body the whole body
   * @return completes with where its progress is shown, once the store has acknowledged it; fails
   *     if it has not
   */
  CompletionStage<String> accept(FallbackFacts facts, byte[] body);
}
