package io.sluice.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.websocket.Handshake.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandshakeTest {
  private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";

  @Test
  void itIsAsked_byBothFields_amongWhateverElseTheyName() {
    assertThat(Handshake.isAsked(List.of("Upgrade"), List.of("websocket"))).isTrue();
    assertThat(Handshake.isAsked(List.of("keep-alive, upgrade"), List.of("WebSocket"))).isTrue();
    assertThat(Handshake.isAsked(List.of("close", "Upgrade"), List.of("h2c,websocket"))).isTrue();
    assertThat(Handshake.isAsked(List.of("keep-alive"), List.of("websocket"))).isFalse();
    assertThat(Handshake.isAsked(List.of("Upgrade"), List.of("h2c"))).isFalse();
    assertThat(Handshake.isAsked(List.of(), List.of("websocket"))).isFalse();
    assertThat(Handshake.isAsked(List.of("Upgrade"), List.of("websockets"))).isFalse();
  }

  @Test
  void accept_isThatOfTheStandard() {
    assertThat(Handshake.accept(KEY)).isEqualTo("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  }

  @Test
  void aHandshake_isGood_asTheStandardHasIt() {
    assertThat(judge(KEY, "13")).isEqualTo(Verdict.GOOD);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "short==", "dGhlIHNhbXBsZSBub25jZ===", "dGhlIHNhbXBsZSBub25j*Q=="})
  void aKey_isSixteenBytesInBase64(String key) {
    assertThat(judge(key, "13")).isEqualTo(Verdict.MALFORMED);
  }

  @Test
  void keysAndVersions_areGivenOnce() {
    assertThat(Handshake.judge(true, false, List.of(), List.of("13"))).isEqualTo(Verdict.MALFORMED);
    assertThat(Handshake.judge(true, false, List.of(KEY, KEY), List.of("13")))
        .isEqualTo(Verdict.MALFORMED);
    assertThat(Handshake.judge(true, false, List.of(KEY), List.of())).isEqualTo(Verdict.MALFORMED);
    assertThat(Handshake.judge(true, false, List.of(KEY), List.of("13", "8")))
        .isEqualTo(Verdict.MALFORMED);
  }

  @Test
  void anotherVersion_isToldApart() {
    assertThat(judge(KEY, "8")).isEqualTo(Verdict.VERSION);
    assertThat(judge("", "14")).isEqualTo(Verdict.VERSION);
  }

  @Test
  void onlyAGetWithoutABody_isAHandshake() {
    assertThat(Handshake.judge(false, false, List.of(KEY), List.of("13")))
        .isEqualTo(Verdict.MALFORMED);
    assertThat(Handshake.judge(true, true, List.of(KEY), List.of("13")))
        .isEqualTo(Verdict.MALFORMED);
  }

  @Test
  void itIsAccepted_onlyByWhoHasUnderstoodIt() {
    List<String> upgrade = List.of("Upgrade");
    List<String> websocket = List.of("websocket");
    List<String> accept = List.of("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");

    assertThat(Handshake.isAccepted(KEY, upgrade, websocket, accept)).isTrue();
    assertThat(Handshake.isAccepted(KEY, upgrade, websocket, List.of())).isFalse();
    assertThat(Handshake.isAccepted(KEY, upgrade, websocket, List.of("x"))).isFalse();
    assertThat(Handshake.isAccepted(KEY, List.of(), websocket, accept)).isFalse();
    assertThat(Handshake.isAccepted(KEY, upgrade, List.of("h2c"), accept)).isFalse();
  }

  private static Verdict judge(String key, String version) {
    return Handshake.judge(true, false, List.of(key), List.of(version));
  }
}
