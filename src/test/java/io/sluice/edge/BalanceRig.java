package io.sluice.edge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.io.IOException;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A gateway in front of replicas, and what its operator sees. */
final class BalanceRig implements AutoCloseable {
  final Gateway gateway;
  private final RawClient client;

  /**
   * @param keys of the backend, in flow style
   */
  BalanceRig(String keys, Replica... replicas) throws Exception {
    gateway =
        TestGateway.start(
            """
            lanes: { main: { limit: 16, waiters: 64 } }
            backends: { main: { endpoints: [%s], connectTimeout: 200ms, %s } }
            routes:
              - { name: all, path: /*, kind: read, tier: p0, lane: main, backend: main, timeout: 2s }
            """
                .formatted(
                    Arrays.stream(replicas)
                        .map(replica -> "'" + replica.url() + "'")
                        .collect(Collectors.joining(", ")),
                    keys));
    client = new RawClient(gateway.port());
  }

  /** Sends one, on a connection that stays. */
  int get(String... headers) throws Exception {
    return client.send("GET", "/", "", headers).answer().status();
  }

  /** Sends so many, one after the other; how many were answered 200. */
  int send(int requests) throws Exception {
    int good = 0;
    for (int i = 0; i < requests; i++) {
      good += get() == 200 ? 1 : 0;
    }
    return good;
  }

  /** How the operator sees an endpoint. */
  JsonNode endpoint(Replica replica) throws Exception {
    String page = RawClient.get(gateway.adminPort(), "/backends").body();
    for (JsonNode endpoint :
        new ObjectMapper().readTree(page).path("backends").path(0).path("endpoints")) {
      if (endpoint.path("endpoint").asText().equals(replica.address())) {
        return endpoint;
      }
    }
    throw new AssertionError(replica.address() + " is not in " + page);
  }

  String state(Replica replica) throws Exception {
    return endpoint(replica).path("state").asText();
  }

  /** The value of a series that has these labels. */
  double metric(String name, String labels) throws Exception {
    String all = RawClient.get(gateway.adminPort(), "/metrics").body();
    var series =
        Pattern.compile("(?m)^" + name + "\\{[^}]*" + Pattern.quote(labels) + "[^}]*} (\\S+)$")
            .matcher(all);
    return series.find() ? Double.parseDouble(series.group(1)) : Double.NaN;
  }

  @Override
  public void close() throws IOException {
    client.close();
    gateway.close();
  }
}
