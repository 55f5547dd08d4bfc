package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.StartFailure;
import io.sluice.TestGateway;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gateway leaves behind in its process: nothing, whether it ever ran or not. */
class LeftoversIT {
  @TempDir private Path folder;
  private Path jwks;

  @BeforeEach
  void writeKeys() throws Exception {
    jwks = folder.resolve("jwks.json");
    Files.writeString(jwks, SigningKey.set(new SigningKey("one").jwk()));
  }

  private String config() {
    return """
        jwt: { jwks: "%s", issuer: idp }
        accessLog: { file: "%s" }
        lanes: { leftover: { limit: 4, waiters: 2, workers: 2, backlog: 2 } }
        backends: { main: { inProcess: scripted } }
        routes:
          - { name: token, path: /token, auth: jwt, lane: leftover, backend: main }
        """
        .formatted(jwks, folder.resolve("access.log"));
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(
            name ->
                name.startsWith("sluice-leftover-worker")
                    || name.startsWith("sluice-jwt-worker")
                    || name.equals("sluice-access-log"))
        .toList();
  }

  @Test
  void closedGateway_hasNoThreads() throws Exception {
    try (var _ = TestGateway.start(config())) {
      assertThat(threads())
          .contains("sluice-leftover-worker-1", "sluice-jwt-worker-1", "sluice-access-log");
    }
    await().until(() -> threads().isEmpty());
  }

  @Test
  void startThatFailsForItsKeys_leavesNoThreads() throws Exception {
    Files.writeString(jwks, "{\"keys\":[{\"kty\":\"RSA\"}]}");
    assertThatThrownBy(() -> TestGateway.start(config())).isInstanceOf(StartFailure.class);
    await().until(() -> threads().isEmpty());
  }

  @Test
  void startThatFailsForItsBackend_leavesNoThreads() throws Exception {
    assertThatThrownBy(() -> TestGateway.start(config().replace("scripted", "unheard-of")))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("unheard-of");
    await().until(() -> threads().isEmpty());
  }
}
