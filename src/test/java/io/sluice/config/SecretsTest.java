package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must never be printed is not. */
class SecretsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*s3cret",
        "!s3cret",
        "!s3cret x",
        "!!s3cret x",
        "!s3cret!x y",
        "&s3cret",
        "%s3cret",
        "@s3cret",
        "[s3cret]",
        "[s3cret",
        "{ s3cret: 1 }",
        "\"s3cret",
        "'s3cret' s3cret",
        "s3cret: s3cret",
        "s3cret${",
        "s3cret${NOT_SET}",
        "|s3cret",
        "\"\\s3cret\"",
        "\ts3cret: x",
      })
  void unreadableToken_isRefusedWithoutBeingShown(String token) {
    var faults = Sample.of(folder, "admin:\n  token: " + token + "\n" + Sample.REST).faults();
    assertThat(faults).isNotEmpty().noneMatch(m -> m.contains("s3cret"));
  }

  @Test
  void keysThatAreNoToken_areNamedButNotTheirValues() {
    var faults = Sample.of(folder, "admin: { tokn: s3cret }\n" + Sample.REST).faults();
    assertThat(faults)
        .containsExactly("c.yaml:1:10: admin.tokn: unknown key (did you mean \"token\"?)");
  }

  @Test
  void contentOfAFile_isNeverShownWhereverItWasPut() throws IOException {
    Files.writeString(folder.resolve("x"), "s3cret value");
    var faults =
        Sample.of(
                folder,
                """
                server: { host: "${file:x}", port: "${file:x}", maxDeadline: "${file:x}" }
                lanes: { main: { limit: 24 } }
                backends: { app: { endpoints: ["${file:x}"] } }
                routes:
                  - { name: "${file:x}", path: /a, lane: "${file:x}", backend: "${file:x}" }
                  - { name: b, path: /b, lane: main, backend: app, kind: "${file:x}" }
                """)
            .faults();
    assertThat(faults)
        .noneMatch(m -> m.contains("s3cret"))
        .containsExactly(
            "c.yaml:1:17: server.host: *** (expected: an address or host name)",
            "c.yaml:1:36: server.port: *** (expected: 0..65535)",
            "c.yaml:1:62: server.maxDeadline: *** (expected: 10ms..1h, written like 250ms, 1s, 5m or"
                + " 1h)",
            "c.yaml:3:32: backends.app.endpoints[0]: *** (expected: a base URL such as"
                + " http://127.0.0.1:8081, or unix:/path)",
            "c.yaml:5:13: routes[0].name: *** (expected: up to 63 lower-case letters, digits and"
                + " dashes)",
            "c.yaml:5:42: routes[0].lane: no lane is called *** (known: main)",
            "c.yaml:5:64: routes[0].backend: no backend is called *** (known: app)",
            "c.yaml:6:58: routes[1].kind: *** (expected: one of write, read, patient, refresh,"
                + " fanout, async, batch)");
  }

  @Test
  void contentOfAFile_isNotShownByOtherKeysEither() throws IOException {
    Files.writeString(folder.resolve("long"), "47m");
    Files.writeString(folder.resolve("path"), "/s3cret");
    var faults =
        Sample.of(
                folder,
                """
                server: { maxDeadline: "${file:long}", idleTimeout: 1m }
                lanes: { main: { limit: 24 } }
                backends: { app: { endpoints: [http://a] } }
                routes:
                  - { name: a, path: "${file:path}", lane: main, backend: app }
                  - { name: b, path: "${file:path}", lane: main, backend: app }
                """)
            .faults();
    assertThat(faults)
        .containsExactly(
            "c.yaml:1:53: server.idleTimeout: 1m (expected: more than maxDeadline, ***)",
            "c.yaml:6:22: routes[1].path: *** is never reached: routes[0] (***) before it takes every"
                + " request");
  }

  @Test
  void effectiveYaml_showsStarsForSecretsAndContentOfFiles() throws IOException {
    Files.writeString(folder.resolve("h"), "10.9.8.7");
    var valid =
        Sample.of(
                folder,
                "admin: { token: \"${TOKEN}\" }\nserver: { host: \"${file:h}\" }\n" + Sample.REST,
                Map.of("TOKEN", "s3cret"))
            .valid();
    assertThat(valid.options().admin().token()).isEqualTo("s3cret");
    assertThat(valid.options().server().host()).isEqualTo("10.9.8.7");
    assertThat(valid.effectiveYaml())
        .contains("token: '***'", "host: '***'")
        .doesNotContain("s3cret", "10.9.8.7");
  }

  @Test
  void optionsAsText_doNotShowTheToken() {
    var options = Sample.of(folder, "admin: { token: s3cret }\n" + Sample.REST).options();
    assertThat(options.toString()).doesNotContain("s3cret");
  }
}
