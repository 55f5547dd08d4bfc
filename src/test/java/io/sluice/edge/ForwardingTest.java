package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which header fields go on, by name and by who sent them. */
class ForwardingTest {
  private static MultiMap fields(String... fields) {
    MultiMap headers = HttpHeaders.headers();
    for (String field : fields) {
      int colon = field.indexOf(':');
      headers.add(field.substring(0, colon), field.substring(colon + 1).trim());
    }
    return headers;
  }

  private static List<String> passed(boolean trusted, String... fields) {
    MultiMap out = HttpHeaders.headers();
    out.add("stale", "gone");
    Forwarding.endToEnd(fields(fields), out, trusted, false);
    return out.entries().stream().map(e -> e.getKey() + ": " + e.getValue()).toList();
  }

  @Test
  void endToEndFields_passInOrder_asTheyAre() {
    String[] fields = {
      "Host: a",
      "X-Own: 1",
      "Accept: */*",
      "x_own: 2",
      "X-Own: 3",
      "Cookie: c=d",
      "Content-Length: 2"
    };
    assertThat(passed(false, fields)).containsExactly(fields);
    assertThat(passed(true, fields)).containsExactly(fields);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Connection: close",
        "Keep-Alive: timeout=5",
        "Proxy-Connection: keep-alive",
        "Proxy-Authenticate: Basic",
        "Proxy-Authorization: Basic x",
        "TE: trailers",
        "Trailer: x",
        "Transfer-Encoding: chunked",
        "UPGRADE: h2c",
        "Expect: 100-continue",
        "Content_Length: 7",
        "Transfer_Encoding: chunked",
        "X_Sluice_Caller: root",
        "X-Sluice_Caller: root",
      })
  void fieldsOfTheConnection_andDisguisedOnes_neverPass(String field) {
    assertThat(passed(false, field)).isEmpty();
    assertThat(passed(true, field)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Forwarded: for=6.6.6.6",
        "X-Real-IP: 6.6.6.6",
        "X_Real_IP: 6.6.6.6",
        "X-Forwarded-For: 6.6.6.6",
        "X-Forwarded_For: 6.6.6.6",
        "X-Forwarded-Prefix: /admin",
        "X-Forwarded-Ssl: on",
        "x-forwarded-anything: x",
        "X-Sluice-Tier: p0",
        "X-Sluice-Anything: x",
      })
  void whatProxiesSay_isDroppedForAStranger_andPassesForATrustedPeer(String field) {
    assertThat(passed(false, field)).isEmpty();
    assertThat(passed(true, field)).containsExactly(field);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x-sluice-caller",
        "X-Forwarded-For",
        "x-forwarded-proto",
        "Forwarded",
        "X-Real-IP",
        "X-Request-Id",
        "x-request-timeout-ms",
        "grpc-timeout",
        "x-envoy-expected-rq-timeout-ms",
        "via",
        "Host",
        "content-length",
      })
  void namingAFieldInConnection_doesNotTakeAwayWhatIsNotTheClientsToTakeAway(String name) {
    String field = name + ": 1";
    assertThat(passed(true, "Connection: x-a, " + name, field, "X-A: 2")).containsExactly(field);
    assertThat(passed(true, field, "Connection: close", "Connection: " + name))
        .containsExactly(field);
  }

  @Test
  void otherFieldsNamedInConnection_stayBehind_whereverItStands() {
    assertThat(
            passed(
                false,
                "X-A: 1",
                "Connection: X-A ,, x-b",
                "X-B: 2",
                "Connection: x-c",
                "X-C: 3",
                "X-D: 4"))
        .containsExactly("X-D: 4");
  }

  @Test
  void response_losesTheConnectionsFields_andWhatWasThereBefore() {
    MultiMap out = fields("X-Before: 1");
    Forwarding.response(
        HttpVersion.HTTP_1_1,
        fields(
            "Connection: x-internal",
            "X-Internal: 1",
            "Keep-Alive: 5",
            "Set-Cookie: a=1",
            "Set-Cookie: b=2",
            "Date: today",
            "Via: 1.1 other"),
        out);
    assertThat(out.names()).containsExactlyInAnyOrder("Set-Cookie", "Date", "via");
    assertThat(out.getAll("set-cookie")).containsExactly("a=1", "b=2");
    assertThat(out.get("date")).isEqualTo("today");
    assertThat(out.getAll("via")).containsExactly("1.1 other, 1.1 sluice");
  }

  @Test
  void trailers_areOnlyThoseThatFrameAndRouteNothing() {
    MultiMap out = HttpHeaders.headers();
    Forwarding.trailers(
        fields("grpc-status: 0", "Content-Length: 1", "TE: x", "Authorization: y", "Host: z"), out);
    assertThat(out.names()).containsExactly("grpc-status");
  }
}
