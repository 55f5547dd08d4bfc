package io.sluice.respond;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Takes a reply apart, as strictly as the strictest client might. */
final class ReplyParts {
  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** Reason phrases as registered (RFC 9110, RFC 6585), and nginx's for 499. */
  private static final Map<Integer, String> PHRASES =
      Map.ofEntries(
          Map.entry(400, "Bad Request"),
          Map.entry(401, "Unauthorized"),
          Map.entry(403, "Forbidden"),
          Map.entry(404, "Not Found"),
          Map.entry(405, "Method Not Allowed"),
          Map.entry(408, "Request Timeout"),
          Map.entry(409, "Conflict"),
          Map.entry(413, "Content Too Large"),
          Map.entry(414, "URI Too Long"),
          Map.entry(422, "Unprocessable Content"),
          Map.entry(426, "Upgrade Required"),
          Map.entry(429, "Too Many Requests"),
          Map.entry(431, "Request Header Fields Too Large"),
          Map.entry(499, "Client Closed Request"),
          Map.entry(500, "Internal Server Error"),
          Map.entry(502, "Bad Gateway"),
          Map.entry(503, "Service Unavailable"),
          Map.entry(504, "Gateway Timeout"),
          Map.entry(505, "HTTP Version Not Supported"));

  private ReplyParts() {}

  /** The headers by name; a name that is not lower case, or comes twice, is an error. */
  static Map<String, String> headers(Reply reply) {
    List<String> flat = reply.headers();
    assertThat(flat.size() % 2).isZero();
    var headers = new LinkedHashMap<String, String>();
    for (int i = 0; i < flat.size(); i += 2) {
      assertThat(flat.get(i)).matches("[a-z0-9-]+");
      assertThat(flat.get(i + 1)).matches("[\\x21-\\x7e]+( [\\x21-\\x7e]+)*");
      assertThat(headers.put(flat.get(i), flat.get(i + 1))).as(flat.get(i)).isNull();
    }
    return headers;
  }

  static JsonNode body(Reply reply) {
    try {
      return STRICT.readTree(reply.body());
    } catch (JsonProcessingException e) {
      throw new AssertionError(reply.body(), e);
    }
  }

  static String phrase(int status) {
    return PHRASES.getOrDefault(status, "no phrase for " + status);
  }
}
