package io.sluice.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.surge.SurgePlan;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatewayLoadTest {
  private static final URI FRONT = URI.create("http://127.0.0.1:8080");

  @Test
  void theSameLoad_isSentTwice_withAndWithoutRetries() {
    List<SurgePlan> plans =
        GatewayLoad.plans(FRONT, RejectionOptions.REFERENCE, Duration.ofSeconds(20));
    assertThat(plans).extracting(plan -> plan.retry().code()).containsExactly("none", "naive");
    for (SurgePlan plan : plans) {
      assertThat(plan.load().perSecond()).isEqualTo(2000);
      assertThat(plan.load().warmUp()).isEqualTo(Duration.ofSeconds(3));
      assertThat(plan.load().window()).isEqualTo(Duration.ofSeconds(5));
      assertThat(plan.mix().streams().getFirst().path()).isEqualTo("/orders?us=6000");
      assertThat(plan.timeout()).isEqualTo(Duration.ofMillis(500));
    }
  }

  @Test
  void heating_climbs_andCanBeLeftOut() {
    var reference = RejectionOptions.REFERENCE;
    assertThat(GatewayLoad.heating(FRONT, reference, Duration.ofSeconds(20)))
        .extracting(plan -> plan.load().perSecond())
        .containsExactly(1000.0, 2000.0);
    assertThat(GatewayLoad.heating(FRONT, reference, Duration.ZERO)).isEmpty();
    assertThat(GatewayLoad.plans(FRONT, reference, Duration.ZERO))
        .allMatch(plan -> plan.load().warmUp().isZero());
  }

  @Test
  void theGateway_hasAsManyWorkers_andTheQueueAsWaiters() {
    assertThat(GatewayLoad.environment(RejectionOptions.REFERENCE))
        .containsEntry("SLUICE_WORKERS", "8")
        .containsEntry("SLUICE_WAITERS", "64")
        .containsEntry("SLUICE_TIMEOUT", "500ms")
        .containsEntry("SLUICE_OFFER_TIMEOUT", "100ms");
  }

  @Test
  void longTasks_haveLongTimeouts() {
    var slow = new RejectionOptions(20, 5, 8, 100_000, 100, 3);
    assertThat(GatewayLoad.environment(slow))
        .containsEntry("SLUICE_TIMEOUT", "2000ms")
        .containsEntry("SLUICE_WAITERS", "10000");
  }
}
