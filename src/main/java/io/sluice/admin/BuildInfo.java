package io.sluice.admin;

import io.micrometer.core.instrument.Tags;
import io.sluice.observe.MetricNames.L;
import io.vertx.core.Vertx;
import java.util.Objects;

/**
 * What is running.
 *
 * @param version of this product; {@code dev} outside a jar
 * @param java version of the virtual machine
 * @param transport {@code native} or {@code nio}: native falls back silently, so it is shown
 */
public record BuildInfo(String version, String java, String transport) {
  /** What is running here, on that Vert.x. */
  public static BuildInfo of(Vertx vertx) {
    String version = BuildInfo.class.getPackage().getImplementationVersion();
    return new BuildInfo(
        Objects.requireNonNullElse(version, "dev"),
        Runtime.version().toString(),
        vertx.isNativeTransportEnabled() ? "native" : "nio");
  }

  Tags labels() {
    return Tags.of(L.VERSION, version, L.JAVA, java, L.TRANSPORT, transport);
  }
}
