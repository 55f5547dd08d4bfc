package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who counts as one client. */
class ClientNetworkTest {
  @Test
  void eachIpv4Address_isAClient() {
    assertThat(ClientNetwork.of("10.0.0.1"))
        .isEqualTo(ClientNetwork.of("10.0.0.1"))
        .isEqualTo(ClientNetwork.of("::ffff:10.0.0.1"))
        .isNotEqualTo(ClientNetwork.of("10.0.0.2"));
  }

  @Test
  void eachHalfOfAnIpv6Address_isAClient() {
    assertThat(ClientNetwork.of("2001:db8:1:2::1"))
        .isEqualTo(ClientNetwork.of("2001:db8:1:2:ffff:ffff:ffff:ffff"))
        .isNotEqualTo(ClientNetwork.of("2001:db8:1:3::1"));
  }

  @Test
  void whatIsNoAddress_isOneClientTogether() {
    assertThat(ClientNetwork.of(null))
        .isEqualTo(ClientNetwork.of(""))
        .isEqualTo(ClientNetwork.of("/run/app.sock"))
        .isNotEqualTo(ClientNetwork.of("0.0.0.0"))
        .isNotEqualTo(ClientNetwork.of("::"));
  }

  @Test
  void placesOfAClient_comeBack_andAreItsAlone() {
    var state = new DoorState(100, 2);
    ClientNetwork one = ClientNetwork.of("10.0.0.1");
    assertThat(state.mayConnect(one)).isTrue();
    assertThat(state.mayConnect(one)).isTrue();
    assertThat(state.mayConnect(one)).isFalse();
    assertThat(state.mayConnect(ClientNetwork.of("10.0.0.2"))).isTrue();
    state.left(one);
    assertThat(state.mayConnect(one)).isTrue();
    state.left(one);
    state.left(one);
    state.left(ClientNetwork.of("10.0.0.2"));
    assertThat(state.clients()).isZero();
  }
}
