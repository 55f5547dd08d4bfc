package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.TestGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What gRPC callers get that do not get the backend's own answer. */
class GrpcAnswersIT {
  private static final String GRPC = "Content-Type: application/grpc+proto";

  private final List<String> heads = new CopyOnWriteArrayList<>();

  @Test
  void ourAnswers_areInTheirLanguage() throws Exception {
    try (var backend =
            new RawServer(
                connection -> {
                  heads.add(connection.readHead());
                  connection.awaitClose();
                });
        var gateway =
            TestGateway.start(
                """
                lanes: { main: { limit: 4, waiters: 4 } }
                backends: { main: { endpoints: ["%s"] } }
                routes:
                  - { name: light, path: /light, kind: refresh, lane: main, backend: main }
                  - { name: slow, path: /slow, kind: write, methods: [GET], lane: main, backend: main,
                      timeout: 20s }
                """
                    .formatted(backend.url()))) {
      var late = RawClient.get(gateway.port(), "/slow", GRPC, "grpc-timeout: 200m");
      assertThat(late.header("grpc-status")).isEqualTo("4");
      assertThat(heads.getFirst()).containsPattern("(?i)grpc-timeout: (1[0-7])?\\d{1,2}m\r\n");

      var holding = new ArrayList<RawClient>();
      for (int i = 0; i < 4; i++) {
        holding.add(new RawClient(gateway.port()).send("GET", "/slow", ""));
      }
      await().until(() -> heads.size() == 5);
      var refused = RawClient.get(gateway.port(), "/light", GRPC);
      assertThat(refused.status()).isEqualTo(200);
      assertThat(refused.header("content-type")).isEqualTo("application/grpc");
      assertThat(refused.header("grpc-status")).isEqualTo("8");
      assertThat(Long.parseLong(refused.header("grpc-retry-pushback-ms"))).isPositive();
      assertThat(refused.header("grpc-message")).isNotEmpty();
      assertThat(refused.header("x-sluice-reason")).isEqualTo("watermark");
      assertThat(refused.body()).isEmpty();
      for (RawClient client : holding) {
        client.leave();
      }

      assertThat(RawClient.get(gateway.port(), "/none", GRPC).header("grpc-status"))
          .isEqualTo("12");
    }
  }
}
