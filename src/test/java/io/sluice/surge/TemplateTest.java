package io.sluice.surge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class TemplateTest {
  private final RandomGenerator random = new SplittableRandom(7);

  @Test
  void fill_isTheText_whenThereAreNoPlaces() {
    assertThat(new Template("/a/{other}").fill(random, "r")).isEqualTo("/a/{other}");
  }

  @Test
  void fill_drawsIdsFromOneToAThousand() {
    var template = new Template("/titles/{id}");
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 20_000; i++) {
      seen.add(template.fill(random, "r"));
    }
    assertThat(seen).hasSize(1000).contains("/titles/1", "/titles/1000");
  }

  @Test
  void fill_makesLoans_withThirteenDigitsAndAMember() {
    var template = new Template(Stream.LOAN);
    for (int i = 0; i < 1000; i++) {
      assertThat(template.fill(random, "r"))
          .matches("\\{\"isbn\":\"978000000(0\\d{3}|1000)\",\"memberId\":\"[1-9]\\d{0,5}\"}");
    }
  }

  @Test
  void fill_namesTheRequest_whereItIsAskedFor() {
    assertThat(new Template("{\"m\":\"{request}\",\"id\":0}").fill(random, "ab-7"))
        .isEqualTo("{\"m\":\"ab-7\",\"id\":0}");
  }
}
