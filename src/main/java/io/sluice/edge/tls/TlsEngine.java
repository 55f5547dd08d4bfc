package io.sluice.edge.tls;

import io.netty.handler.ssl.OpenSsl;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.net.OpenSSLEngineOptions;
import io.vertx.core.net.SSLEngineOptions;

/** Who does TLS: BoringSSL where its native library can be loaded, else the Java runtime. */
public final class TlsEngine {
  private TlsEngine() {}

  static SSLEngineOptions options() {
    return OpenSsl.isAvailable() ? new OpenSSLEngineOptions() : new JdkSSLEngineOptions();
  }

  /** For the start banner. */
  public static String description() {
    return OpenSsl.isAvailable() ? OpenSsl.versionString() : "JDK (slower: no native library)";
  }
}
