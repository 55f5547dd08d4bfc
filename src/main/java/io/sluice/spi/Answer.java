package io.sluice.spi;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What a {@link BlockingBackend} answers.
 *
 * @param status 200 to 599
 * @param headers end-to-end headers; length and connection headers are set by the gateway
 * @param body the whole body
 */
@SuppressWarnings("ArrayRecordComponent") // a body is handed over whole and never compared
public record Answer(int status, Map<String, String> headers, byte[] body) {
  /** A JSON document. */
  public static Answer json(int status, String document) {
    return new Answer(
        status,
        Map.of("content-type", "application/json"),
        document.getBytes(StandardCharsets.UTF_8));
  }
}
