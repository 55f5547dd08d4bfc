package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One request to three backends at once. */
class FanoutIT {
  private static final String OK = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";
  private static final String FAILED = "HTTP/1.1 500 No\r\nContent-Length: 4\r\n\r\noops";
  private static final String LOAN = "{\"loan\":1}";

  private final List<RawServer> servers = new CopyOnWriteArrayList<>();
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final CountDownLatch cut = new CountDownLatch(1);

  @AfterEach
  void close() throws IOException {
    for (RawServer server : servers) {
      server.close();
    }
  }

  private String answering(String answer) throws IOException {
    var server =
        new RawServer(
            connection -> {
              for (String head = connection.readHead();
                  !head.isEmpty();
                  head = connection.readHead()) {
                heads.add(head);
                bodies.add(new String(connection.read(LOAN.length()), StandardCharsets.UTF_8));
                connection.write(answer);
              }
            });
    servers.add(server);
    return server.url();
  }

  private String silent() throws IOException {
    var server =
        new RawServer(
            connection -> {
              connection.readHead();
              connection.awaitClose();
              cut.countDown();
            });
    servers.add(server);
    return server.url();
  }

  private Gateway notifying(String rule, String mail, String sms, String push) throws Exception {
    return TestGateway.start(
        """
        lanes: { main: { limit: 8 } }
        backends:
          mail: { endpoints: ['%s'] }
          sms: { endpoints: ['%s'] }
          push:
            endpoints: ['%s']
            breaker: { failures: 2, cooldown: 60s }
          notify:
            fanout:
              answer: %s
              targets:
                - { name: mail, backend: mail, path: /notifications/mail, timeout: 2s }
                - { name: sms, backend: sms, path: /notifications/sms, timeout: 800ms }
                - { name: push, backend: push, path: /notifications/push, timeout: 300ms }
        routes:
          - { name: notify, path: /notifications, methods: [POST], kind: fanout,
              lane: main, backend: notify, timeout: 3s }
        """
            .formatted(mail, sms, push, rule));
  }

  private static JsonNode target(RawClient.Answer answer, String name) throws IOException {
    for (JsonNode each : new ObjectMapper().readTree(answer.body()).path("targets")) {
      if (each.path("target").asText().equals(name)) {
        return each;
      }
    }
    throw new AssertionError(name + " is not in " + answer.body());
  }

  private static RawClient.Answer post(Gateway gateway) throws IOException {
    try (var client = new RawClient(gateway.port())) {
      return client.send("POST", "/notifications", LOAN, "X-Reader: 7").answer();
    }
  }

  @Test
  void eachTarget_getsTheWholeRequest_atItsOwnPath_withItsOwnTime() throws Exception {
    try (var gateway = notifying("all", answering(OK), answering(OK), answering(OK))) {
      RawClient.Answer answer = post(gateway);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("content-type")).isEqualTo("application/json");
      for (String name : List.of("mail", "sms", "push")) {
        assertThat(target(answer, name).path("ok").asBoolean()).isTrue();
        assertThat(target(answer, name).path("status").asInt()).isEqualTo(202);
        assertThat(target(answer, name).path("attempts").asInt()).isEqualTo(1);
      }
      await().until(() -> gateway.state().requests() == 0);
    }
    assertThat(bodies).containsExactly(LOAN, LOAN, LOAN);
    assertThat(heads)
        .allMatch(head -> head.toLowerCase(java.util.Locale.ROOT).contains("x-reader: 7"));
    assertThat(heads).anyMatch(head -> head.startsWith("POST /notifications/mail HTTP/1.1"));
    assertThat(heads)
        .filteredOn(head -> head.startsWith("POST /notifications/push"))
        .singleElement()
        .satisfies(
            head ->
                assertThat(
                        head.lines()
                            .filter(line -> line.startsWith("x-request-timeout-ms:"))
                            .mapToInt(line -> Integer.parseInt(line.substring(21).trim()))
                            .findFirst()
                            .orElseThrow())
                    .isLessThan(300));
  }

  @ParameterizedTest
  @CsvSource({
    "all, false, false, true, 503",
    "any, false, false, true, 207",
    "any, false, false, false, 503",
    "quorum, true, false, true, 207",
    "quorum, true, false, false, 503",
    "quorum, true, true, true, 200"
  })
  void rule_saysHowManyHaveToSucceed(
      String rule, boolean mail, boolean sms, boolean push, int status) throws Exception {
    try (var gateway =
        notifying(
            rule,
            answering(mail ? OK : FAILED),
            answering(sms ? OK : FAILED),
            answering(push ? OK : FAILED))) {
      RawClient.Answer answer = post(gateway);
      assertThat(answer.status()).isEqualTo(status);
      assertThat(target(answer, "mail").path("ok").asBoolean()).isEqualTo(mail);
      assertThat(target(answer, "push").path("ok").asBoolean()).isEqualTo(push);
    }
  }

  @Test
  void silentTarget_isCutAtItsOwnTime_andThenLeftAlone_withoutFailingTheOthers() throws Exception {
    try (var gateway = notifying("any", answering(OK), answering(OK), silent())) {
      for (int i = 0; i < 2; i++) {
        RawClient.Answer answer = post(gateway);
        assertThat(answer.status()).isEqualTo(207);
        assertThat(target(answer, "push").path("reason").asText()).isEqualTo("outcome-unknown");
        assertThat(target(answer, "mail").path("ok").asBoolean()).isTrue();
      }
      cut.await();
      RawClient.Answer answer = post(gateway);
      assertThat(target(answer, "push").path("reason").asText()).isEqualTo("breaker-open");
      assertThat(target(answer, "push").path("attempts").asInt()).isZero();
      assertThat(target(answer, "mail").path("ok").asBoolean()).isTrue();
      await().until(() -> gateway.state().requests() == 0);
    }
  }

  @Test
  void silentTarget_leavesTimeForTheAnswer_whateverTheClientGives() throws Exception {
    try (var gateway = notifying("any", answering(OK), answering(OK), silent());
        var client = new RawClient(gateway.port())) {
      var answer =
          client.send("POST", "/notifications", LOAN, "x-request-timeout-ms: 250").answer();
      assertThat(answer.status()).isEqualTo(207);
      assertThat(target(answer, "mail").path("ok").asBoolean()).isTrue();
      assertThat(target(answer, "push").path("reason").asText()).isEqualTo("outcome-unknown");
    }
  }

  @Test
  void clientThatLeaves_cutsWhatIsStillUnderWay() throws Exception {
    try (var gateway = notifying("any", silent(), silent(), silent())) {
      try (var client = new RawClient(gateway.port())) {
        client.send("POST", "/notifications", LOAN);
        await().until(() -> servers.stream().allMatch(server -> server.accepted() == 1));
      }
      cut.await();
      await().until(() -> gateway.state().requests() == 0);
    }
  }

  @Test
  void targetThatCannotBeReached_saysSo() throws Exception {
    String gone;
    try (var server = new RawServer(_ -> {})) {
      gone = server.url();
    }
    try (var gateway = notifying("quorum", answering(OK), answering(OK), gone)) {
      RawClient.Answer answer = post(gateway);
      assertThat(answer.status()).isEqualTo(207);
      assertThat(target(answer, "push").path("reason").asText()).isEqualTo("connect-failed");
      assertThat(target(answer, "push").path("attempts").asInt()).isEqualTo(2);
    }
  }

  @Test
  void bodyThatIsTooLarge_reachesNobody() throws Exception {
    try (var gateway =
            TestGateway.start(
                "maxBody: 1KiB",
                """
                lanes: { main: { limit: 8 } }
                backends:
                  mail: { endpoints: ['%s'] }
                  notify: { fanout: { targets: [ { name: mail, backend: mail } ] } }
                routes:
                  - { name: notify, path: /*, kind: fanout, lane: main, backend: notify }
                """
                    .formatted(answering(OK)));
        var client = new RawClient(gateway.port())) {
      client.write("POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n");
      client.write("800\r\n" + "x".repeat(0x800) + "\r\n0\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(413);
      assertThat(heads).isEmpty();
    }
  }
}
