package io.sluice.admin;

import io.sluice.options.Key;

/**
 * The operator's listener.
 *
 * @param host a non-loopback address needs a token
 * @param port 0 picks a free one
 * @param token bearer token for everything but the health checks; empty for none
 */
public record AdminOptions(
    @Key(
            value = "Address to listen on; one that is not loopback needs a token.",
            byDefault = "127.0.0.1",
            pattern = "\\S+",
            expected = "an address or host name")
        String host,
    @Key(value = "Port; 0 picks a free one.", byDefault = "9090", min = "0", max = "65535")
        int port,
    @Key(
            value = "Bearer token for everything but the health checks; empty for none.",
            optional = true,
            secret = true)
        String token) {
  /** Without the token, as options end up in logs. */
  @Override
  public String toString() {
    return "AdminOptions[host=" + host + ", port=" + port + ", token=***]";
  }
}
