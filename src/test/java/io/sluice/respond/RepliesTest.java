package io.sluice.respond;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.RetryHint;
import io.sluice.exchange.Tier;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RepliesTest {
  private static final long NOON = 1_767_268_800;
  private static final RetryHint HINT = new RetryHint(2345, 200, 30_000, 1000);

  @ParameterizedTest
  @EnumSource
  void failed_isAValidProblem_forEveryReason(Reason reason) {
    Reply reply = Replies.failed(reason);

    assertIsProblemOf(reason, reply);
    Map<String, String> headers = ReplyParts.headers(reply);
    if (reason == Reason.WEBSOCKET_VERSION) {
      headers.keySet().removeAll(Set.of("upgrade", "sec-websocket-version"));
    }
    assertThat(headers)
        .containsOnlyKeys("content-type", "x-sluice-reason")
        .containsEntry("content-type", "application/problem+json")
        .containsEntry("x-sluice-reason", reason.code());
  }

  @ParameterizedTest
  @EnumSource
  void refused_isAValidProblemWithLaneTierAndNumbers_forEveryReasonAndTier(Reason reason) {
    for (Tier tier : Tier.values()) {
      Reply reply =
          Replies.refused(new Outcome.Refused(reason, HINT, 9, 8, 64), "loans", tier, NOON);

      JsonNode body = assertIsProblemOf(reason, reply);
      assertThat(body.path("lane").textValue()).isEqualTo("loans");
      assertThat(body.path("tier").textValue()).isEqualTo(tier.code());
      boolean ofTheLane = reason != Reason.BREAKER_OPEN;
      assertThat(body.path("inFlight").asInt(-1)).isEqualTo(ofTheLane ? 9 : -1);
      assertThat(body.path("limit").asInt(-1)).isEqualTo(ofTheLane ? 8 : -1);
      assertThat(body.path("waiting").asInt(-1)).isEqualTo(ofTheLane ? 64 : -1);
      assertThat(reply.closes()).isFalse();
    }
  }

  @Test
  void refused_tellsWhenToComeBack_inEveryHeaderAClientMayKnow() {
    Reply reply =
        Replies.refused(
            new Outcome.Refused(Reason.LANE_FULL, HINT, 8, 8, 0), "loans", Tier.P1, NOON);

    assertThat(reply.status()).isEqualTo(429);
    assertThat(ReplyParts.headers(reply))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "content-type", "application/problem+json",
                "x-sluice-reason", "lane-full",
                "retry-after", "3",
                "retry-after-ms", "2345",
                "x-ratelimit-reset", Long.toString(NOON + 3),
                "ratelimit-policy", "\"loans\";q=8;qu=\"concurrent-requests\"",
                "ratelimit", "\"loans\";r=0;t=3"));
  }

  @Test
  void refused_tellsWhenToComeBack_inTheBody() {
    Reply reply =
        Replies.refused(
            new Outcome.Refused(Reason.WATERMARK, HINT, 8, 8, 0), "loans", Tier.P2, NOON);

    JsonNode hints = ReplyParts.body(reply).path("hints");
    assertThat(hints.path("retryAfterMs").longValue()).isEqualTo(2345);
    assertThat(hints.path("baseMs").longValue()).isEqualTo(200);
    assertThat(hints.path("maxMs").longValue()).isEqualTo(30_000);
    assertThat(hints.path("jitterMs").longValue()).isEqualTo(1000);
    assertThat(hints).hasSize(4);
  }

  @Test
  void retryAfter_isWholeSecondsFromNow_neverZeroAndNeverATimeOfDay() {
    for (long millis : new long[] {1, 999, 1000, 1001, 59_001, 1_200_000}) {
      var hint = new RetryHint(millis, 1, 600_000, 0);
      Map<String, String> headers =
          ReplyParts.headers(
              Replies.refused(
                  new Outcome.Refused(Reason.WAIT_EXPIRED, hint, 8, 8, 3), "a", Tier.P0, NOON));

      assertThat(headers.get("retry-after")).matches("[1-9]\\d{0,4}");
      long seconds = Long.parseLong(headers.get("retry-after"));
      assertThat(seconds * 1000).isBetween(millis, millis + 999);
      assertThat(headers).containsEntry("retry-after-ms", Long.toString(millis));
      assertThat(headers).containsEntry("x-ratelimit-reset", Long.toString(NOON + seconds));
    }
  }

  @Test
  void refused_promisesNothing_whenComingBackCannotHelp() {
    Reply reply =
        Replies.refused(
            new Outcome.Refused(Reason.TOO_HEAVY, null, 0, 8, 0), "loans", Tier.P2, NOON);

    assertIsProblemOf(Reason.TOO_HEAVY, reply);
    assertThat(ReplyParts.headers(reply)).containsOnlyKeys("content-type", "x-sluice-reason");
    assertThat(ReplyParts.body(reply).has("hints")).isFalse();
  }

  @Test
  void everyRefusalByALane_saysSlowDown_andNothingElseDoes() {
    Set<Reason> notTheLanes = EnumSet.of(Reason.DRAINING, Reason.BREAKER_OPEN);
    for (Reason reason : Reason.values()) {
      boolean slowDown = reason.family() == Reason.Family.SHED && !notTheLanes.contains(reason);
      assertThat(Replies.status(reason) == 429).as(reason.code()).isEqualTo(slowDown);
    }
    for (Reason reason : notTheLanes) {
      assertThat(Replies.status(reason)).isEqualTo(503);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theStatus_blamesWhoHasToChange(Reason reason) {
    int status = Replies.status(reason);
    switch (reason.family()) {
      case SHED -> assertThat(status).isIn(429, 503);
      case CLIENT ->
          // 505 is the one status of its class that blames the request
          assertThat(status == 505 || (status >= 400 && status <= 499 && status != 429)).isTrue();
      case TIME -> assertThat(status).isEqualTo(504);
      case UPSTREAM -> assertThat(status).isIn(502, 503);
      case GATEWAY -> assertThat(status).isIn(500, 503);
    }
  }

  @Test
  void theConnection_isClosed_whereTheRestOfTheRequestWasNotRead() {
    Set<Reason> closing = EnumSet.noneOf(Reason.class);
    for (Reason reason : Reason.values()) {
      if (Replies.failed(reason).closes()) {
        closing.add(reason);
      }
    }
    assertThat(closing)
        .containsExactlyInAnyOrder(
            Reason.BAD_REQUEST,
            Reason.BODY_TOO_LARGE,
            Reason.URI_TOO_LONG,
            Reason.HEADERS_TOO_LARGE,
            Reason.HEAD_TIMEOUT,
            Reason.BODY_TIMEOUT,
            Reason.VERSION_NOT_SUPPORTED,
            Reason.WEBSOCKET_VERSION);
  }

  @Test
  void aForeignVersionOfWebSocket_isToldTheOneThatIsSpoken() {
    assertThat(ReplyParts.headers(Replies.failed(Reason.WEBSOCKET_VERSION)))
        .containsEntry("upgrade", "websocket")
        .containsEntry("sec-websocket-version", "13");
  }

  @Test
  void aStreamTooMany_isToldOfAQuotaOfStreams() {
    Reply reply =
        Replies.refused(
            new Outcome.Refused(Reason.STREAMS_FULL, HINT, 20, 20, 0), "loans", Tier.P1, NOON);

    assertThat(ReplyParts.headers(reply))
        .containsEntry("ratelimit-policy", "\"streams\";q=20;qu=\"concurrent-streams\"")
        .containsEntry("ratelimit", "\"streams\";r=0;t=3");
  }

  @Test
  void taken_isAcceptedWithoutABody() {
    assertThat(Replies.taken().status()).isEqualTo(202);
    assertThat(Replies.taken().body()).isEmpty();
    assertThat(Replies.taken().closes()).isFalse();
  }

  private static JsonNode assertIsProblemOf(Reason reason, Reply reply) {
    int status = Replies.status(reason);
    JsonNode body = ReplyParts.body(reply);
    assertThat(reply.status()).isEqualTo(status).isBetween(400, 599);
    assertThat(body.path("type").textValue()).isEqualTo("urn:sluice:problem:" + reason.code());
    assertThat(body.path("title").textValue()).isEqualTo(ReplyParts.phrase(status));
    assertThat(body.path("status").intValue()).isEqualTo(status);
    assertThat(body.path("detail").textValue()).endsWith(".").hasSizeGreaterThan(15);
    assertThat(body.path("reason").textValue()).isEqualTo(reason.code());
    return body;
  }
}
