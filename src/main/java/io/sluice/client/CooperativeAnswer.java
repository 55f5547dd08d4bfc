package io.sluice.client;

import io.sluice.retry.Why;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/**
 * The last answer there was: of any status, so also the refusal after which no attempt followed.
 *
 * @param status of it
 * @param headers of it
 * @param body of it, whole
 * @param attempts how many were made
 * @param why no other followed: {@link Why#ANSWERED} unless it is a refusal
 */
public record CooperativeAnswer(int status, MultiMap headers, Buffer body, int attempts, Why why) {
  public boolean succeeded() {
    return status >= 200 && status < 300;
  }
}
