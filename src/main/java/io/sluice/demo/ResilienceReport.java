package io.sluice.demo;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * What the resilience demonstration showed, for programs and for people.
 *
 * @param phases in the order in which they came
 * @param bars what had to be shown
 */
public record ResilienceReport(List<PhaseResult> phases, List<Bar> bars) {
  /** Whether all of it was shown. */
  @JsonProperty
  public boolean met() {
    return bars.stream().allMatch(Bar::met);
  }
}
