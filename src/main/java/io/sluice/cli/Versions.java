package io.sluice.cli;

import io.vertx.core.internal.VertxInternal;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: ours, and what we run on. */
final class Versions implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "sluice " + own(),
      "JDK " + Runtime.version() + " (" + System.getProperty("java.vm.name") + ")",
      "Vert.x " + VertxInternal.version()
    };
  }

  /** Our own version; {@code dev} outside a jar. */
  static String own() {
    String own = Versions.class.getPackage().getImplementationVersion();
    return own == null ? "dev" : own;
  }
}
