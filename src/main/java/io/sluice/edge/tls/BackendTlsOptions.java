package io.sluice.edge.tls;

import io.sluice.options.Key;
import org.jspecify.annotations.Nullable;

/**
 * TLS towards a backend whose endpoints are {@code https}.
 *
 * @param ca PEM file of the authorities that are believed; those of the Java runtime if left out
 * @param verifyHost whether the certificate must be for the host called
 * @param cert PEM file of the certificate shown to the backend
 * @param key PEM file of its key
 * @param serverName the name asked for and checked, instead of the endpoint's host
 */
public record BackendTlsOptions(
    @Key(
            value = "PEM file of the authorities that are believed; Java's own if left out.",
            optional = true)
        @Nullable String ca,
    @Key(value = "Whether the certificate must be for the host called.", byDefault = "true")
        boolean verifyHost,
    @Key(value = "PEM file of the certificate shown to the backend.", optional = true)
        @Nullable String cert,
    @Key(value = "PEM file of its private key.", optional = true) @Nullable String key,
    @Key(
            value = "The name asked for and checked, instead of the endpoint's host.",
            optional = true,
            pattern = "[A-Za-z0-9.-]{1,253}",
            expected = "a host name")
        @Nullable String serverName) {

  /** All keys left out. */
  public static final BackendTlsOptions DEFAULT =
      new BackendTlsOptions(null, true, null, null, null);
}
