package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** A gateway has a breaker for each backend with such a section, and shows it to its operator. */
class BreakersOfAGatewayIT {
  private static final String CONFIG =
      """
      lanes: { main: { limit: 24 } }
      backends:
        guarded: { endpoints: ["http://127.0.0.1:1"], breaker: { failures: 3 } }
        plain: { endpoints: ["http://127.0.0.1:1"] }
      routes:
        - { name: a, path: /a, lane: main, backend: guarded }
        - { name: b, path: /b, lane: main, backend: plain }
      """;

  private final HttpClient client = HttpClient.newHttpClient();

  private String ask(Gateway gateway, String method, String path) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.adminPort() + path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  @Test
  void breaker_isShownAndObeys_whereTheBackendHasOne() throws Exception {
    try (Gateway gateway = TestGateway.start(CONFIG)) {
      assertThat(ask(gateway, "GET", "/breakers"))
          .contains("\"guarded\"", "\"closed\"")
          .doesNotContain("\"plain\"");
      assertThat(ask(gateway, "POST", "/breakers/guarded/open")).contains("\"forced-open\"");
      assertThat(ask(gateway, "GET", "/metrics"))
          .contains("sluice_breaker_state{backend=\"guarded\",state=\"forced-open\"} 1.0")
          .doesNotContain("sluice_breaker_state{backend=\"plain\"");
      assertThat(ask(gateway, "POST", "/breakers/plain/open")).contains("404");
    } finally {
      client.close();
    }
  }
}
