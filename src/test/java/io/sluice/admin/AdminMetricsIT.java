package io.sluice.admin;

import static io.sluice.admin.AdminHarness.GUARDED;
import static io.sluice.admin.AdminHarness.OPEN;
import static io.sluice.admin.AdminHarness.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.accesslog.AccessLog;
import io.sluice.accesslog.AccessLogOptions;
import io.sluice.accesslog.LogFormat;
import io.sluice.observe.MetricNames;
import io.sluice.retry.BudgetOptions;
import io.sluice.retry.RetryBudget;
import io.sluice.time.NanoClock;
import io.sluice.time.WallClock;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminMetricsIT {
  private final AdminHarness admin = new AdminHarness();

  @TempDir private Path folder;

  @AfterEach
  void close() {
    admin.close();
  }

  @Test
  void metrics_showEveryName_withItsTypeHelpAndLabels() throws Exception {
    admin.metrics.lane(admin.gateway.lane);
    admin.metrics.lane(admin.gateway.shadowed());
    admin.metrics.workers("core", BusyGateway.workers());
    admin.metrics.fleet(admin.gateway.fleet());
    admin.metrics.breaker(admin.gateway.breaker());
    long nowNanos = admin.gateway.clock.nanoTime();
    admin.metrics.budget("library", new RetryBudget(BudgetOptions.DEFAULT, nowNanos));
    admin.metrics.globalBudget(new RetryBudget(BudgetOptions.DEFAULT, nowNanos));
    admin.gateway.work();
    HttpResponse<String> response;
    try (var log = accessLog()) {
      admin.metrics.accessLog(log);
      response = admin.get(admin.start(OPEN), "/metrics");
    }

    assertThat(header(response, "content-type"))
        .isEqualTo("text/plain; version=0.0.4; charset=utf-8");
    Exposition seen = Exposition.parse(response.body());
    for (MetricNames name : MetricNames.values()) {
      String type = name.type() == MetricNames.Type.COUNTER ? "counter" : "gauge";
      assertThat(seen.type(name.text())).as("type of %s", name).isEqualTo(type);
      assertThat(seen.help(name.text())).isEqualTo(name.help());
      assertThat(seen.of(name.text()))
          .as("series of %s", name)
          .isNotEmpty()
          .allMatch(one -> one.labels().keySet().equals(Set.copyOf(name.labels())));
    }
    assertThat(seen.all().stream().map(Exposition.Series::name))
        .filteredOn(name -> name.startsWith("sluice_"))
        .allMatch(name -> known().contains(name));
  }

  private AccessLog accessLog() throws IOException {
    String file = folder.resolve("access.log").toString();
    return AccessLog.open(
        new AccessLogOptions(file, LogFormat.JSON, 100, 64, List.of()),
        NanoClock.SYSTEM,
        WallClock.SYSTEM);
  }

  private static Set<String> known() {
    return List.of(MetricNames.values()).stream()
        .map(MetricNames::text)
        .collect(Collectors.toSet());
  }

  @Test
  void metrics_showTheVirtualMachine_butNotVertxsOwnViewOfHttp() throws Exception {
    AdminServer server = admin.start(OPEN);
    admin.get(server, "/metrics");
    Exposition seen = Exposition.parse(admin.get(server, "/metrics").body());

    assertThat(seen.all().stream().map(Exposition.Series::name))
        .contains(
            "jvm_memory_used_bytes",
            "jvm_threads_live_threads",
            "process_start_time_seconds",
            "process_files_open_files",
            "vertx_pool_in_use")
        .noneMatch(name -> name.startsWith("vertx_http") || name.startsWith("vertx_net"));
  }

  @Test
  void metrics_neverCarry_whatAClientWrote() throws Exception {
    admin.metrics.lane(admin.gateway.lane);
    admin.gateway.work();
    AdminServer server = admin.start(GUARDED);
    admin.send(server, "CANARY", "/livez");
    admin.get(server, "/canary?canary=1", "User-Agent", "canary", "X-Request-Id", "canary");
    admin.get(server, "/metrics", "Authorization", "Bearer canary");

    HttpResponse<String> scraped = admin.get(server, "/metrics", "Authorization", "Bearer s3cret");
    assertThat(scraped.statusCode()).isEqualTo(200);
    assertThat(scraped.body()).containsIgnoringCase("sluice_requests_total");
    assertThat(scraped.body()).doesNotContainIgnoringCase("canary").doesNotContain("s3cret");
  }

  @Test
  void metrics_ofTwoGateways_areKeptApart() throws Exception {
    var other = new MetricsRegistry();
    Vertx otherVertx = other.vertx(new VertxOptions()).build();
    try {
      assertThat(other.registry()).isNotSameAs(admin.registry.registry());
      assertThat(other.registry().scrape()).contains("vertx_pool_in_use");
      admin.gateway.work();
      assertThat(admin.metrics.scrape()).contains("vertx_pool_in_use", "sluice_requests_total");
      assertThat(other.registry().scrape()).doesNotContain("sluice_requests_total");
    } finally {
      AdminHarness.join(otherVertx.close());
    }
  }
}
