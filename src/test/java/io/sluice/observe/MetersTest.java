package io.sluice.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.exchange.Reason;
import org.junit.jupiter.api.Test;

class MetersTest {
  private final Meters meters = new Meters();

  @Test
  void route_givesTheSameMeters_forTheSameName() {
    RouteMeters first = meters.route("loans", "core", "library");

    assertThat(meters.route("loans", "core", "library")).isSameAs(first);
    assertThat(meters.routes()).containsExactly(first);
  }

  @Test
  void route_startsANewSeries_whenItMovesToAnotherLane() {
    RouteMeters before = meters.route("loans", "core", "library");
    RouteMeters after = meters.route("loans", "writes", "library");

    assertThat(after).isNotSameAs(before);
    assertThat(meters.routes()).containsExactlyInAnyOrder(before, after);
  }

  @Test
  void loopLags_areListedByNumber_onceEach() {
    meters.loopLag(1);
    meters.loopLag(0);
    assertThat(meters.loopLag(1)).isSameAs(meters.loopLag(1));

    assertThat(meters.loopLags()).extracting(LoopLag::loop).containsExactly(0, 1);
  }

  @Test
  void faults_areCountedByReasonAndKind() {
    ClientFaults faults = meters.faults();
    ClientFaults.Fault fold = faults.of(Reason.BAD_REQUEST, "obsolete-fold");
    fold.seen();
    faults.of(Reason.BAD_REQUEST, "obsolete-fold").seen();
    faults.of(Reason.NO_ROUTE).seen();

    assertThat(fold.count()).isEqualTo(2);
    assertThat(faults.all())
        .extracting(fault -> fault.reason().code() + "/" + fault.kind() + "=" + fault.count())
        .containsExactly("bad-request/obsolete-fold=2", "no-route/any=1");
  }

  @Test
  void faults_refuseKindsThatLookLikeClientText_andTooMany() {
    ClientFaults faults = meters.faults();

    assertThatThrownBy(() -> faults.of(Reason.BAD_REQUEST, "GET /\n"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i <= ClientFaults.MOST_KINDS; i++) {
                faults.of(Reason.BAD_REQUEST, "kind-" + i);
              }
            })
        .isInstanceOf(IllegalStateException.class);
    assertThat(faults.all()).hasSize(ClientFaults.MOST_KINDS);
    assertThat(faults.of(Reason.BAD_REQUEST, "kind-0").count()).isZero();
  }

  @Test
  void connections_areOpenUntilClosed_andRefusedOnesNeverWere() {
    Connections connections = meters.connections();
    connections.opened();
    connections.opened();
    connections.refused();
    connections.closed();

    assertThat(connections.openCount()).isEqualTo(1);
    assertThat(connections.openedCount()).isEqualTo(2);
    assertThat(connections.refusedCount()).isEqualTo(1);
  }

  @Test
  void junkDeadlineHeaders_areCounted() {
    meters.junkDeadlineHeader();
    meters.junkDeadlineHeader();

    assertThat(meters.junkDeadlineHeaders()).isEqualTo(2);
  }
}
