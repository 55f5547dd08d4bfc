package io.sluice.edge;

import io.sluice.balance.BalanceOptions;
import io.sluice.balance.EjectionOptions;
import io.sluice.balance.HealthOptions;
import io.sluice.breaker.BreakerOptions;
import io.sluice.edge.tls.BackendTlsOptions;
import io.sluice.options.Key;
import io.sluice.retry.RetryOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who answers: HTTP endpoints, or blocking Java in this process, or other backends all at once.
 *
 * @param endpoints base URLs, {@code http://host:port}, and Unix sockets, {@code unix:/path}
 * @param inProcess name of a {@link io.sluice.spi.BlockingBackend} on the class path
 * @param connectTimeout longest wait for a TCP connection; at most the shortest route timeout
 * @param dnsRefresh how often names of endpoints are looked up
 * @param pool connections per event loop; at least the limit of every lane that feeds the backend;
 *     {@link Key#LEFT_OUT} until the gateway's options know those lanes
 * @param protocol what is spoken with the endpoints
 * @param tls how https endpoints are called
 * @param retry when it is asked again for a request that failed
 * @param breaker when it is left alone; null for never
 * @param balance how requests are spread over the endpoints
 * @param ejection when one that fails gets none for a while
 * @param health how they are asked for their health; null if they are not
 * @param slowStart how long one that has just come takes to get its whole share; zero for none
 * @param fanout who gets each request instead; null if it has endpoints or is in-process
 * @param elastic whether it grows with its load
 */
public record BackendOptions(
    @Key(
            value =
                "The instances: base URLs, http://host:port or https://host:port, or Unix sockets,"
                    + " unix:/path. A name is each of its addresses.",
            optional = true,
            pattern = "https?://[^/\\s?#]+/?|unix:/\\S+",
            expected = "a base URL such as http://127.0.0.1:8081, or unix:/path")
        List<String> endpoints,
    @Key(value = "Name of blocking Java on the class path, instead of endpoints.", optional = true)
        @Nullable String inProcess,
    @Key(value = "Longest wait for a connection.", byDefault = "250ms", min = "1ms", max = "60s")
        Duration connectTimeout,
    @Key(
            value =
                "How often names of endpoints are looked up; an answer that says how long it holds is"
                    + " kept that long.",
            byDefault = "5s",
            min = "100ms",
            max = "1h")
        Duration dnsRefresh,
    @Key(
            value =
                "Connections per event loop; the limits of the lanes that feed the backend if left"
                    + " out, and never less.",
            optional = true,
            min = "1",
            max = "100000")
        int pool,
    @Key(
            value =
                "What is spoken with the endpoints: http1, or h2 (https: by ALPN, else http1; http:"
                    + " by prior knowledge).",
            byDefault = "http1")
        Protocol protocol,
    @Key(value = "How https endpoints are called.", optional = true) BackendTlsOptions tls,
    @Key(value = "When it is asked again for a request that failed.", optional = true)
        RetryOptions retry,
    @Key(value = "When it is left alone after failures; left out, never.", optional = true)
        @Nullable BreakerOptions breaker,
    @Key(value = "How requests are spread over the endpoints.", optional = true)
        BalanceOptions balance,
    @Key(value = "When an endpoint that fails gets no requests for a while.", optional = true)
        EjectionOptions ejection,
    @Key(
            value = "How endpoints are asked for their health; not at all if left out.",
            optional = true)
        @Nullable HealthOptions health,
    @Key(
            value =
                "How long an endpoint that comes, or comes back, takes to get its whole share; 0s for"
                    + " at once.",
            byDefault = "0s",
            min = "0s",
            max = "1h")
        Duration slowStart,
    @Key(value = "Other backends that all get each request, instead of endpoints.", optional = true)
        @Nullable FanoutOptions fanout,
    @Key(
            value =
                "Whether it grows with its load: then its requests may wait twice as long for a"
                    + " permit, as one comes sooner than its present pace says.",
            byDefault = "false")
        boolean elastic) {

  /** What is spoken with a backend. */
  public enum Protocol {
    HTTP1,
    H2
  }

  public BackendOptions {
    endpoints = List.copyOf(endpoints);
  }

  /** Whether it is reached over HTTP, at endpoints of its own. */
  public boolean isProxied() {
    return inProcess == null && fanout == null;
  }

  /** Whether its endpoints are called over TLS; all of them are, or none. */
  public boolean isSecure() {
    return !endpoints.isEmpty() && endpoints.getFirst().startsWith("https:");
  }

  /** The same with as many connections. */
  public BackendOptions withPool(int connections) {
    return new BackendOptions(
        endpoints,
        inProcess,
        connectTimeout,
        dnsRefresh,
        connections,
        protocol,
        tls,
        retry,
        breaker,
        balance,
        ejection,
        health,
        slowStart,
        fanout,
        elastic);
  }
}
