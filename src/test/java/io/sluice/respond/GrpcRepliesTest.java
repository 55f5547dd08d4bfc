package io.sluice.respond;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.RetryHint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What gRPC callers are told, in code and in {@code REASONS.md}. */
class GrpcRepliesTest {
  private static final Pattern ROW = Pattern.compile("^\\| (\\d+) `[A-Z_]+` \\| (.+) \\|$");
  private static final Pattern CODE = Pattern.compile("`([a-z-]+)`");

  @ParameterizedTest
  @EnumSource
  void everyFailure_isAnHttp200WithAStatusOfItsOwnLanguage(Reason reason) {
    Reply reply = GrpcReplies.failed(reason);
    Map<String, String> headers = ReplyParts.headers(reply);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).isEmpty();
    assertThat(headers)
        .containsEntry("content-type", "application/grpc")
        .containsEntry("grpc-status", Integer.toString(GrpcReplies.status(reason)))
        .containsEntry("x-sluice-reason", reason.code());
    assertThat(headers.get("grpc-message")).isEqualTo(Replies.detail(reason));
    assertThat(headers.containsKey("grpc-retry-pushback-ms"))
        .isEqualTo(reason == Reason.OUTCOME_UNKNOWN);
    assertThat(reply.closes()).isEqualTo(Replies.failed(reason).closes());
  }

  @ParameterizedTest
  @EnumSource
  void theStatus_blamesWhomTheHttpStatusBlames(Reason reason) {
    int status = GrpcReplies.status(reason);
    switch (Replies.status(reason)) {
      case 429 -> assertThat(status).isEqualTo(8);
      case 401 -> assertThat(status).isEqualTo(16);
      case 403 -> assertThat(status).isEqualTo(7);
      case 404, 405 -> assertThat(status).isEqualTo(12);
      case 409 -> assertThat(status).isEqualTo(10);
      case 422 -> assertThat(status).isEqualTo(3);
      case 499 -> assertThat(status).isEqualTo(1);
      case 503 -> assertThat(status).isEqualTo(14);
      case 504 -> assertThat(status).isIn(4, 14);
      default -> assertThat(status).isIn(8, 13, 14);
    }
  }

  @Test
  void aRefusal_saysToTheMillisecondWhenItMayBeRepeated() {
    var hint = new RetryHint(2345, 200, 30_000, 1000);
    Reply reply = GrpcReplies.refused(new Outcome.Refused(Reason.LANE_FULL, hint, 8, 8, 3));

    assertThat(ReplyParts.headers(reply))
        .containsEntry("grpc-status", "8")
        .containsEntry("grpc-retry-pushback-ms", "2345");
  }

  @Test
  void whatMustNotBeRepeated_saysSo() {
    assertThat(
            ReplyParts.headers(
                GrpcReplies.refused(new Outcome.Refused(Reason.TOO_HEAVY, null, 8, 8, 3))))
        .containsEntry("grpc-retry-pushback-ms", "-1");
    assertThat(ReplyParts.headers(GrpcReplies.failed(Reason.OUTCOME_UNKNOWN)))
        .containsEntry("grpc-retry-pushback-ms", "-1");
  }

  @Test
  void trailers_sayTheSame_butForTheType() {
    assertThat(GrpcReplies.trailers(Reason.DRAINING))
        .startsWith("grpc-status", "14", "grpc-message")
        .endsWith("x-sluice-reason", "draining")
        .doesNotContain("content-type");
  }

  @Test
  void theContentType_decides() {
    assertThat(GrpcReplies.speaks("application/grpc")).isTrue();
    assertThat(GrpcReplies.speaks("Application/gRPC+proto")).isTrue();
    assertThat(GrpcReplies.speaks("application/grpc;charset=utf-8")).isTrue();
    assertThat(GrpcReplies.speaks("application/grpc-web")).isFalse();
    assertThat(GrpcReplies.speaks("application/json")).isFalse();
    assertThat(GrpcReplies.speaks(null)).isFalse();
  }

  @Test
  void messages_arePercentEncoded() {
    assertThat(GrpcReplies.encoded("50 % ü\n")).isEqualTo("50 %25 %C3%BC%0A");
  }

  @Test
  void theDocs_haveEveryReasonOnce_withItsStatus() throws IOException {
    var documented = new HashMap<String, Integer>();
    for (String line : Files.readAllLines(Path.of("src/docs/REASONS.md"))) {
      var row = ROW.matcher(line);
      if (row.matches()) {
        CODE.matcher(row.group(2))
            .results()
            .forEach(
                code ->
                    assertThat(documented.put(code.group(1), Integer.parseInt(row.group(1))))
                        .as(code.group(1))
                        .isNull());
      }
    }
    for (Reason reason : Reason.values()) {
      assertThat(documented.remove(reason.code()))
          .as(reason.code())
          .isEqualTo(GrpcReplies.status(reason));
    }
    assertThat(documented).isEmpty();
  }
}
