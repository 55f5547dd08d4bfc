package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
  private static final List<String> KNOWN = List.of("host", "port", "maxBody", "maxHeaders");

  @Test
  void nearest_isTheWordWithTheFewestSlips() {
    assertThat(Nearest.to("prot", KNOWN)).isEqualTo("port");
    assertThat(Nearest.to("hosts", KNOWN)).isEqualTo("host");
    assertThat(Nearest.to("max-body", KNOWN)).isEqualTo("maxBody");
    assertThat(Nearest.to("MAXHEADER", KNOWN)).isEqualTo("maxHeaders");
  }

  @Test
  void nearest_isNothingWhenNoWordCanHaveBeenMeant() {
    assertThat(Nearest.to("timeout", KNOWN)).isNull();
    assertThat(Nearest.to("x", KNOWN)).isNull();
    assertThat(Nearest.to("port", List.of())).isNull();
  }
}
