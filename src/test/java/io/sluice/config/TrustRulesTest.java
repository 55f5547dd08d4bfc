package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every rule about who is calling, with its message and place. */
class TrustRulesTest {
  private static final String HASH = "a".repeat(64);
  private static final String LANES =
      """
      lanes: { main: { limit: 8 } }
      backends: { app: { endpoints: [http://a] } }
      routes:
      """;

  @TempDir private Path folder;

  private void assertRefused(String yaml, String... messages) {
    assertThat(Sample.of(folder, yaml).faults()).containsExactly(messages);
  }

  private static String route(String keys) {
    return LANES + "  - { name: a, path: /a, lane: main, backend: app, " + keys + " }\n";
  }

  private static String callers(String name) {
    return "callers: { " + name + ": { apiKeySha256: [" + HASH + "] } }\n";
  }

  @Test
  void routeThatAsksForWhatNobodyHas_isRefused() {
    assertRefused(
        route("auth: api-key"),
        "c.yaml:4:58: routes[0].auth: api-key (expected: callers with keys; there are none)");
    assertRefused(
        route("auth: jwt"),
        "c.yaml:4:58: routes[0].auth: jwt (expected: keys for tokens; there is no jwt.jwks)");
    assertRefused(
        route("auth: password"),
        "c.yaml:4:58: routes[0].auth: password (expected: one of none, api-key, jwt, any)");
  }

  @Test
  void callersAndScopesThatNobodyCanShow_areRefused() {
    assertRefused(
        callers("shop") + route("callers: [shop]"),
        "c.yaml:5:52: routes[0].callers: nobody shows a key here (expected: auth: api-key)");
    assertRefused(
        route("scopes: [loans]"),
        "c.yaml:4:52: routes[0].scopes: nobody shows a token here (expected: auth: jwt)");
  }

  @Test
  void callerThatDoesNotExist_isRefusedWithTheNearestName() {
    assertRefused(
        callers("shop") + route("auth: api-key, callers: [shp]"),
        "c.yaml:5:77: routes[0].callers[0]: no caller is called shp (did you mean \"shop\"?)");
  }

  @Test
  void keyOfTwoCallers_isRefused() {
    assertRefused(
        "callers: { one: { apiKeySha256: [%s] }, two: { apiKeySha256: [%s] } }\n"
                .formatted(HASH, HASH)
            + route("auth: api-key"),
        "c.yaml:1:125: callers.two.apiKeySha256[0]: this key is callers.one's already (expected: a"
            + " key of its own)");
  }

  @Test
  void keyThatIsNoHash_isRefused_asOneMightBeTheKeyItself() {
    assertRefused(
        "callers: { one: { apiKeySha256: [secret] } }\n" + route("auth: api-key"),
        "c.yaml:1:34: callers.one.apiKeySha256[0]: secret (expected: 64 lower-case hex digits, as"
            + " printed by: printf %s KEY | sha256sum)");
  }

  @Test
  void keysThatNoRouteTakes_areWarnedOf() {
    assertThat(Sample.of(folder, callers("shop") + route("weight: 1")).warnings())
        .containsExactly("c.yaml:1:1: warning: callers: no route takes keys");
  }

  @Test
  void jwksFileThatIsNone_isRefused() throws Exception {
    Path file = folder.resolve("keys.json");
    String yaml = "jwt: { jwks: '" + file + "' }\n" + route("auth: jwt");
    String expected = "c.yaml:1:14: jwt.jwks: keys.json (expected: a readable JWKS file; this one ";
    assertRefused(yaml, expected + "cannot be read)");
    Files.writeString(file, "{");
    assertRefused(yaml, expected + "is not JSON)");
    Files.writeString(file, "{\"keys\":[]}");
    assertRefused(yaml, expected + "has no keys)");
    Files.writeString(file, "{\"keys\":[{}]}"); // whether it can be used shows at the start
    assertRefused(yaml);
  }

  @Test
  void rulesForTokensWithoutKeys_areRefused() {
    assertRefused(
        "jwt: { issuer: idp }\n" + route("weight: 1"),
        "c.yaml:1:1: jwt.jwks: missing (expected: the path of a JWKS file)");
  }

  @Test
  void proxyProtocolOnAPublicAddress_needsProxiesThatAreTrusted() {
    assertRefused(
        "server: { proxyProtocol: true }\n" + Sample.REST,
        "c.yaml:1:26: server.proxyProtocol: true (expected: trustedProxies that may send it, as"
            + " 0.0.0.0 is not private)");
    assertRefused(
        "server: { host: 8.8.8.8, proxyProtocol: true }\n" + Sample.REST,
        "c.yaml:1:41: server.proxyProtocol: true (expected: trustedProxies that may send it, as"
            + " 8.8.8.8 is not private)");
    assertRefused("server: { proxyProtocol: true, trustedProxies: [8.8.8.8] }\n" + Sample.REST);
    for (String host : new String[] {"127.0.0.1", "10.1.1.1", "192.168.0.1", "'fd00::1'"}) {
      assertRefused("server: { host: " + host + ", proxyProtocol: true }\n" + Sample.REST);
    }
  }

  @Test
  void socketWhosePathFitsNoAddress_isRefused() {
    String path = "unix:/" + "x".repeat(103);
    assertThat(Sample.of(folder, Sample.REST.replace("http://127.0.0.1:8081", path)).faults())
        .singleElement()
        .asString()
        .startsWith("c.yaml:4:22: backends.app.endpoints[0]: unix:/xxx")
        .endsWith("(expected: unix: and a path of at most 103 bytes)");
    assertRefused(Sample.REST.replace("http://127.0.0.1:8081", "unix:/run/app.sock"));
  }
}
