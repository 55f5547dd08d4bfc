package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.StartFailure;
import io.sluice.TestGateway;
import io.sluice.trust.ApiKeys;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is let in, and what they are believed: keys and tokens, over real sockets. */
class AuthIT {
  private static final long FAR = 4_000_000_000L;
  private static final String GOOD = "{\"sub\":\"ann\",\"exp\":" + FAR + ",\"iss\":\"idp\"}";

  @TempDir private Path folder;
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private SigningKey key;
  private Path jwks;
  private RawServer backend;
  private Gateway gateway;

  @BeforeEach
  void start() throws Exception {
    key = new SigningKey("one");
    jwks = folder.resolve("jwks.json");
    Files.writeString(jwks, SigningKey.set(key.jwk()));
    backend =
        new RawServer(
            connection -> {
              for (String head = connection.readHead();
                  !head.isEmpty();
                  head = connection.readHead()) {
                heads.add(head);
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
              }
            });
    gateway = TestGateway.start(config());
  }

  private String config() {
    return """
        callers:
          shop: { apiKeySha256: ["%s"], trust: [tier, request-id] }
          batch: { apiKeySha256: ["%s"], tier: p2 }
        jwt: { jwks: "%s", issuer: idp, leeway: 0ms, refresh: 100ms, tierClaim: tier }
        lanes: { main: { limit: 4, waiters: 2, tiers: { p0: { lend: 100%% }, p1: { lend: 100%% } } } }
        backends: { main: { endpoints: ["%s"] } }
        routes:
          - { name: key, path: /key, auth: api-key, kind: read, lane: main, backend: main }
          - { name: shop, path: /shop, auth: api-key, callers: [shop], lane: main, backend: main }
          - { name: token, path: /token, auth: jwt, lane: main, backend: main }
          - { name: scope, path: /scope, auth: jwt, scopes: [loans, pay], lane: main, backend: main }
          - { name: any, path: /any, auth: any, lane: main, backend: main }
          - { name: open, path: /open, lane: main, backend: main }
        """
        .formatted(ApiKeys.hash("shop-key"), ApiKeys.hash("batch-key"), jwks, backend.url());
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    backend.close();
  }

  private RawClient.Answer get(String path, String... headers) throws Exception {
    return RawClient.get(gateway.port(), path, headers);
  }

  private static String bearer(String token) {
    return "Authorization: Bearer " + token;
  }

  private void assertRefused(int status, String reason, String challenge, RawClient.Answer answer) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header("x-sluice-reason")).isEqualTo(reason);
    assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
    assertThat(answer.header("www-authenticate")).contains(challenge);
    assertThat(answer.header("x-request-id")).isNotEmpty();
    assertThat(heads).isEmpty();
  }

  private String metrics() throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      var uri = URI.create("http://127.0.0.1:" + gateway.adminPort() + "/metrics");
      return client
          .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  // ---- keys

  @Test
  void key_isLetIn_staysBehind_andIsNamedToTheBackend() throws Exception {
    assertThat(get("/key", "X-Api-Key: shop-key", "X-Sluice-Caller: root").status()).isEqualTo(200);
    assertThat(heads.getFirst())
        .containsIgnoringCase("x-sluice-caller: shop\r\n")
        .doesNotContain("root")
        .doesNotContain("shop-key");
  }

  @Test
  void callerThatNamesTheGatewaysFieldInConnection_isStillNamedToTheBackend() throws Exception {
    get("/key", "X-Api-Key: shop-key", "Connection: x-sluice-caller, x-forwarded-for");
    assertThat(heads.getFirst())
        .containsIgnoringCase("x-sluice-caller: shop\r\n")
        .containsIgnoringCase("x-forwarded-for: 127.0.0.1\r\n");
  }

  @Test
  void noKey_isRefused_andCounted_withoutAskingTheLane() throws Exception {
    assertRefused(401, "credentials-missing", "ApiKey realm=\"sluice\"", get("/key"));
    assertThat(metrics())
        .containsPattern("sluice_failures_total\\{.*credentials-missing.*route=\"key\".*} 1")
        .containsPattern("sluice_lane_arrivals_total\\{.*tier=\"p1\"} 0");
  }

  @Test
  void keysThatAreNobodys_areRefused() throws Exception {
    for (String wrong : List.of("", "shop-key2", "SHOP-KEY", ApiKeys.hash("shop-key"))) {
      assertRefused(401, "credentials-invalid", "ApiKey", get("/key", "X-Api-Key: " + wrong));
    }
    assertRefused(
        401,
        "credentials-invalid",
        "ApiKey",
        get("/key", "X-Api-Key: shop-key", "X-Api-Key: shop-key"));
    assertRefused(401, "credentials-missing", "ApiKey", get("/key", "X_Api_Key: shop-key"));
  }

  @Test
  void callerThatMayNot_isForbidden() throws Exception {
    assertRefused(403, "caller-not-allowed", "ApiKey", get("/shop", "X-Api-Key: batch-key"));
    assertThat(get("/shop", "X-Api-Key: shop-key").status()).isEqualTo(200);
  }

  @Test
  void refusedRequestWithABody_keepsItsConnection() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      assertThat(client.send("POST", "/key", "hello").answer().status()).isEqualTo(401);
      assertThat(client.send("POST", "/key", "hello", "X-Api-Key: shop-key").answer().status())
          .isEqualTo(200);
    }
  }

  @Test
  void openRoute_passesOnTheBackendsOwnKey_butNobodysClaimToBeACaller() throws Exception {
    get(
        "/open",
        "X-Api-Key: theirs",
        "X-Sluice-Caller: shop",
        "X_Sluice_Caller: shop",
        "Authorization: Basic eDp5");
    assertThat(heads.getFirst())
        .containsIgnoringCase("x-api-key: theirs")
        .containsIgnoringCase("authorization: Basic eDp5")
        .doesNotContainIgnoringCase("x-sluice-caller")
        .doesNotContainIgnoringCase("x_sluice_caller");
  }

  // ---- what they are believed

  @Test
  void priorityThatAClientSets_isNotTrusted_unlessItsKeyIs() throws Exception {
    get("/key", "X-Api-Key: shop-key", "X-Sluice-Tier: p0", "X-Request-Id: mine");
    get("/open", "X-Sluice-Tier: p0", "X-Request-Id: forged");
    get("/open", "X-Sluice-Tier: p2");
    get("/key", "X-Api-Key: batch-key", "X-Sluice-Tier: p0");

    assertThat(heads.get(0)).containsIgnoringCase("x-request-id: mine");
    assertThat(heads.get(1)).doesNotContain("forged");
    assertThat(metrics())
        .containsPattern("sluice_requests_total\\{.*route=\"key\",tier=\"p0\"} 1")
        .containsPattern("sluice_requests_total\\{.*route=\"open\",tier=\"p1\"} 1")
        .containsPattern("sluice_requests_total\\{.*route=\"open\",tier=\"p2\"} 1")
        .containsPattern("sluice_requests_total\\{.*route=\"key\",tier=\"p2\"} 1");
  }

  // ---- tokens

  @Test
  void goodToken_isLetIn_andPassedOn_alsoWhenItIsKnown() throws Exception {
    String token = key.token(GOOD);
    for (int i = 0; i < 3; i++) {
      assertThat(get("/token", bearer(token)).status()).isEqualTo(200);
    }
    assertThat(get("/token", "authorization: bearer " + token).status()).isEqualTo(200);
    assertThat(heads)
        .allSatisfy(
            head -> assertThat(head).contains(token).containsIgnoringCase("x-sluice-caller: ann"));
  }

  @Test
  void requestsWithoutAToken_areAskedForOne() throws Exception {
    String good = key.token(GOOD);
    assertRefused(401, "credentials-missing", "Bearer realm=\"sluice\"", get("/token"));
    for (String header :
        List.of(
            "Authorization: Basic " + good,
            "Authorization: " + good,
            "Authorization:",
            bearer(""))) {
      assertRefused(401, "credentials-missing", "Bearer", get("/token", header));
    }
    assertRefused(401, "credentials-missing", "Bearer", get("/token", bearer(good), bearer(good)));
    assertRefused(401, "credentials-missing", "Bearer", get("/token", "X-Api-Key: shop-key"));
  }

  @Test
  void tokensThatAreNotGood_areRefused() throws Exception {
    String good = key.token(GOOD);
    String[] parts = good.split("\\.");
    String hmacWithThePublicKey = SigningKey.encode("{\"alg\":\"HS256\",\"kid\":\"one\"}");
    for (String bad :
        List.of(
            "x",
            "..",
            "a.b.c",
            parts[0] + "." + parts[1],
            parts[0] + "." + parts[1] + ".",
            parts[0] + "." + SigningKey.encode(GOOD.replace("ann", "bob")) + "." + parts[2],
            SigningKey.encode("{\"alg\":\"none\"}") + "." + parts[1] + ".",
            SigningKey.encode("{}") + "." + parts[1] + "." + parts[2],
            hmacWithThePublicKey + "." + parts[1] + "." + parts[2],
            new SigningKey("one").token(GOOD),
            new SigningKey("two").token(GOOD),
            key.token("{\"alg\":\"RS256\",\"kid\":\"two\"}", GOOD),
            key.token("[]"),
            key.token("{\"sub\":\"ann\",\"iss\":\"idp\"}"),
            key.token("{\"sub\":\"ann\",\"iss\":\"idp\",\"exp\":1000}"),
            key.token("{\"sub\":\"ann\",\"iss\":\"idp\",\"exp\":\"x\"}"),
            key.token("{\"sub\":\"ann\",\"iss\":\"idp\",\"exp\":4000000000,\"nbf\":3000000000}"),
            key.token("{\"sub\":\"ann\",\"iss\":\"other\",\"exp\":4000000000}"),
            key.token("{\"sub\":7,\"iss\":\"idp\",\"exp\":4000000000}"),
            key.token("{\"sub\":\"a\\r\\nx: y\",\"iss\":\"idp\",\"exp\":4000000000}"))) {
      assertRefused(
          401, "credentials-invalid", "error=\"invalid_token\"", get("/token", bearer(bad)));
    }
  }

  @Test
  void tokenWithoutTheScopes_isForbidden() throws Exception {
    String some = GOOD.replace("}", ",\"scope\":\"loans\"}");
    assertRefused(
        403,
        "caller-not-allowed",
        "error=\"insufficient_scope\", scope=\"loans pay\"",
        get("/scope", bearer(key.token(some))));
    String all = GOOD.replace("}", ",\"scope\":\"pay loans\"}");
    assertThat(get("/scope", bearer(key.token(all))).status()).isEqualTo(200);
  }

  @Test
  void tierClaim_isTheTierOfTheRequest() throws Exception {
    get("/token", bearer(key.token(GOOD.replace("}", ",\"tier\":\"p0\"}"))));
    get("/token", bearer(key.token(GOOD)), "X-Sluice-Tier: p0");
    assertThat(metrics())
        .containsPattern("sluice_requests_total\\{.*route=\"token\",tier=\"p0\"} 1")
        .containsPattern("sluice_requests_total\\{.*route=\"token\",tier=\"p1\"} 1");
  }

  @Test
  void anyRoute_takesEither_andAKeyGoesBeforeAToken() throws Exception {
    assertThat(get("/any", "X-Api-Key: batch-key").status()).isEqualTo(200);
    assertThat(get("/any", bearer(key.token(GOOD))).status()).isEqualTo(200);
    heads.clear();
    assertRefused(401, "credentials-missing", "Bearer", get("/any"));
    assertRefused(
        401,
        "credentials-invalid",
        "ApiKey",
        get("/any", "X-Api-Key: wrong", bearer(key.token(GOOD))));
  }

  @Test
  void clientThatLeavesWhileItsTokenIsVerified_leavesNothingBehind() throws Exception {
    for (int i = 0; i < 20; i++) {
      String token = key.token(GOOD.replace("ann", "ann" + i));
      try (var client = new RawClient(gateway.port())) {
        client.send("GET", "/token", "", bearer(token));
      }
    }
    await().until(() -> gateway.state().requests() == 0 && gateway.state().connections() == 0);
    assertThat(get("/token", bearer(key.token(GOOD))).status()).isEqualTo(200);
  }

  @Test
  void moreTokensThanCanBeVerified_areTurnedAway_andNobodyElseWaits() throws Exception {
    try (var slow =
        TestGateway.start(
            "idleTimeout: 60s",
            config().replace(jwks.toString(), SlowKey.write(folder).toString()))) {
      var clients = new ArrayList<RawClient>();
      for (int i = 0; i < 700; i++) {
        clients.add(new RawClient(slow.port()));
      }
      for (RawClient client : clients) {
        client.send("GET", "/token", "", bearer(SlowKey.BAD_TOKEN));
      }
      assertThat(RawClient.get(slow.port(), "/open").status()).isEqualTo(200);
      var reasons = new TreeSet<String>();
      for (RawClient client : clients) {
        reasons.add(client.answer().header("x-sluice-reason"));
        client.close();
      }
      assertThat(reasons)
          .contains("credentials-invalid", "verifier-busy")
          .isSubsetOf("credentials-invalid", "verifier-busy", "deadline-past");
      await().until(() -> slow.state().requests() == 0);
    }
  }

  @Test
  void requestThatWaitsForTheVerifier_isInFlight_andEndsWithItsTimeOrItsClient() throws Exception {
    try (var slow =
        TestGateway.start(
            "idleTimeout: 60s",
            config().replace(jwks.toString(), SlowKey.write(folder).toString()))) {
      var clients = new ArrayList<RawClient>();
      for (int i = 0; i < 400; i++) {
        clients.add(new RawClient(slow.port()));
      }
      for (RawClient client : clients) {
        client.send("GET", "/token", "", bearer(SlowKey.BAD_TOKEN));
      }
      var late =
          RawClient.get(
              slow.port(), "/token", bearer(SlowKey.BAD_TOKEN), "x-request-timeout-ms: 5");
      assertThat(late.status()).isEqualTo(504);
      assertThat(late.header("x-sluice-reason")).isEqualTo("deadline-past");
      assertThat(slow.state().requests()).isPositive();
      for (RawClient client : clients) {
        client.close();
      }
      await().until(() -> slow.state().requests() == 0);
      assertThat(RawClient.get(slow.adminPort(), "/metrics").body())
          .containsPattern("sluice_failures_total\\{.*client-gone.*route=\"token\".*} [1-9]");
    }
  }

  // ---- the file of keys

  @Test
  void keysThatChange_areReadAgain_andWhatTheOldOnesVerifiedIsForgotten() throws Exception {
    String old = key.token(GOOD);
    assertThat(get("/token", bearer(old)).status()).isEqualTo(200);
    var next = new SigningKey("two");
    Files.writeString(jwks, SigningKey.set(next.jwk()));
    await().until(() -> get("/token", bearer(old)).status() == 401);
    assertThat(get("/token", bearer(next.token(GOOD))).status()).isEqualTo(200);
  }

  @Test
  void fileThatBreaksOrVanishes_changesNothing_andIsCounted() throws Exception {
    String token = key.token(GOOD);
    for (String broken : List.of("{", "{\"keys\":[]}", SigningKey.set(key.jwk("enc")), "", "[]")) {
      long before = unreadable();
      Files.writeString(jwks, broken);
      await().until(() -> unreadable() > before);
      assertThat(get("/token", bearer(token)).status()).as(broken).isEqualTo(200);
    }
    long before = unreadable();
    Files.delete(jwks);
    await().until(() -> unreadable() > before);
    assertThat(get("/token", bearer(key.token(GOOD.replace("ann", "eve")))).status())
        .isEqualTo(200);
  }

  private long unreadable() throws Exception {
    return metrics()
        .lines()
        .filter(line -> line.startsWith("sluice_jwks_unreadable_total "))
        .mapToLong(line -> (long) Double.parseDouble(line.split(" ")[1]))
        .sum();
  }

  @Test
  void fileWithoutAUsableKey_stopsTheStart() throws Exception {
    Files.writeString(jwks, "{\"keys\":[{\"kty\":\"RSA\"}]}");
    assertThatThrownBy(() -> TestGateway.start(config()))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("jwt.jwks")
        .hasMessageContaining("jwks.json");
  }
}
