package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class BearerTokenTest {
  private final BearerToken token = new BearerToken("s3cret");

  @ParameterizedTest
  @ValueSource(strings = {"Bearer s3cret", "bearer s3cret", "BEARER s3cret"})
  void accepts_theToken_howeverItsSchemeIsWritten(String authorization) {
    assertThat(token.accepts(authorization)).isTrue();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "Bearer",
        "Bearer ",
        "Bearer s3cre",
        "Bearer s3cret1",
        "Bearer S3CRET",
        "Bearer  s3cret",
        "Bearer s3cret ",
        "Basic s3cret",
        "s3cret",
        "Bearers3cret"
      })
  void refuses_everythingElse(String authorization) {
    assertThat(token.accepts(authorization)).isFalse();
  }

  @Test
  void accepts_everyone_whenThereIsNoToken() {
    var open = new BearerToken("");

    assertThat(open.accepts(null)).isTrue();
    assertThat(open.accepts("Bearer anything")).isTrue();
  }
}
