package io.sluice.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ReasonTest {
  @Test
  void codes_areDistinctAndFitALabelAHeaderAndAUrn() {
    var codes = Arrays.stream(Reason.values()).map(Reason::code).toList();

    assertThat(codes).doesNotHaveDuplicates().allMatch(code -> code.matches("[a-z]+(-[a-z0-9]+)*"));
  }

  @Test
  void outcomes_nameTheirReason_exceptWhereTheBackendAnswered() {
    assertThat(new Outcome.Answered(500).reason()).isNull();
    assertThat(new Outcome.Taken().reason()).isNull();
    assertThat(new Outcome.Refused(Reason.LANE_FULL, null, 8, 8, 0).reason())
        .isEqualTo(Reason.LANE_FULL);
    assertThat(new Outcome.Failed(Reason.UPSTREAM_RESET).reason()).isEqualTo(Reason.UPSTREAM_RESET);
  }
}
