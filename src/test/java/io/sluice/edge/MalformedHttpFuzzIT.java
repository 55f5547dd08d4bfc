package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Mutated requests over real sockets, each connection half-closed behind its request. Whatever
 * comes: only answers that blame the sender, no hang, nothing kept, and a backend that reads by the
 * letter finds nothing to object to.
 */
class MalformedHttpFuzzIT {
  private static final int REQUESTS = Integer.getInteger("fuzz.requests", 100_000);
  private static final int SENDERS = 8;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3}) ");
  private static final String ROUTES =
      """
      lanes: { main: { limit: 64, waiters: 64 } }
      backends: { main: { endpoints: ["%s"] } }
      routes:
        - { name: all, path: /*, lane: main, backend: main, timeout: 2s }
      """;

  private final Map<Integer, AtomicInteger> statuses = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<String> complaints = new ConcurrentLinkedQueue<>();

  @Test
  void mutatedRequests_areRefusedOrPassedOnWellFormed_andLeaveNothingBehind() throws Exception {
    long seed = Long.getLong("fuzz.seed", new Random().nextLong());
    System.out.println("fuzz.seed=" + seed + " fuzz.requests=" + REQUESTS);
    var strict = new StrictBackend();
    try (var backend = new RawServer(strict::serve);
        var gateway =
            TestGateway.start("headerTimeout: 1s, maxBody: 4KiB", ROUTES.formatted(backend.url()));
        var senders = Executors.newFixedThreadPool(SENDERS)) {
      var running = new ArrayList<Future<?>>();
      for (int i = 0; i < SENDERS; i++) {
        var random = new Random(seed + i);
        running.add(senders.submit(() -> send(gateway, random)));
      }
      for (Future<?> each : running) {
        each.get();
      }
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> gateway.state().requests() == 0 && gateway.state().connections() == 0);
      System.out.println(
          "answers " + new TreeMap<>(statuses) + ", at the backend " + strict.requests());

      assertThat(complaints).isEmpty();
      assertThat(strict.faults()).isEmpty();
      assertThat(strict.requests()).isPositive();
      assertThat(statuses).containsKey(400);
      assertThat(inFlight(gateway)).as("permits that nobody gave back").isZero();
      assertThat(RawClient.get(gateway.port(), "/after").status()).isEqualTo(200);
    }
  }

  private static double inFlight(Gateway gateway) throws Exception {
    return RawClient.get(gateway.adminPort(), "/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("sluice_lane_in_flight{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private Void send(Gateway gateway, Random random) throws IOException {
    for (int i = 0; i < REQUESTS / SENDERS && complaints.size() < 5; i++) {
      byte[] request = MutatedRequest.next(random).getBytes(StandardCharsets.ISO_8859_1);
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
        socket.setSoTimeout(10_000);
        socket.getOutputStream().write(request);
        socket.shutdownOutput();
        judge(
            request,
            new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1));
      } catch (java.net.SocketTimeoutException hang) {
        complaints.add("no end after " + quoted(request));
      } catch (java.net.SocketException reset) {
        count(0);
      }
    }
    return null;
  }

  private void judge(byte[] request, String answers) {
    Matcher status = STATUS.matcher(answers);
    if (!status.lookingAt()) {
      count(0);
      return;
    }
    status.reset();
    while (status.find()) {
      int code = Integer.parseInt(status.group(1));
      count(code);
      if (code >= 500 && code != 501 && code != 505) {
        complaints.add(code + " after " + quoted(request));
      }
    }
  }

  private void count(int status) {
    statuses.computeIfAbsent(status, _ -> new AtomicInteger()).incrementAndGet();
  }

  private static String quoted(byte[] request) {
    return new String(request, StandardCharsets.ISO_8859_1)
        .replace("\r", "\\r")
        .replace("\n", "\\n");
  }
}
