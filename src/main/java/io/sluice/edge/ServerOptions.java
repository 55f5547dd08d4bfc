package io.sluice.edge;

import io.sluice.edge.tls.ServerTlsOptions;
import io.sluice.options.Bytes;
import io.sluice.options.Key;
import io.sluice.options.Share;
import java.time.Duration;
import java.util.List;

/**
 * The front door.
 *
 * @param host address to listen on
 * @param port 0 picks a free one
 * @param eventLoops 0 for one per core
 * @param maxDeadline no request lives longer, whatever its header or route say
 * @param deadlineHeaders headers that carry a caller's remaining time; the smallest wins
 * @param deadlineMargin share of the caller's time kept back so that the answer arrives in time
 * @param trustedProxies CIDRs whose forwarding headers and tier hints are believed
 * @param paths what is done about slashes in paths
 * @param maxRequestLine longer is answered 414
 * @param maxHeaders longer is answered 431
 * @param maxBody longer is answered 413
 * @param maxConnections further connections are closed at once
 * @param maxConnectionsPerClient of further ones from the same address, likewise
 * @param proxyProtocol whether each connection begins with a PROXY protocol header
 * @param headerTimeout a request's head that takes longer is answered 408
 * @param bodyTimeout a body that makes no progress for this long is answered 408
 * @param idleTimeout an idle connection is closed after this
 * @param drainTimeout how long in-flight requests may finish after SIGTERM
 * @param http2 whether HTTP/2 is spoken, and within which bounds
 * @param tls certificates; none means clear text
 */
public record ServerOptions(
    @Key(
            value = "Address to listen on.",
            byDefault = "0.0.0.0",
            pattern = "\\S+",
            expected = "an address or host name")
        String host,
    @Key(value = "Port; 0 picks a free one.", byDefault = "8080", min = "0", max = "65535")
        int port,
    @Key(value = "Event loops; 0 for one per core.", byDefault = "0", min = "0", max = "256")
        int eventLoops,
    @Key(
            value = "No request lives longer, whatever its header or route say.",
            byDefault = "30s",
            min = "10ms",
            max = "1h")
        Duration maxDeadline,
    @Key(
            value =
                "Headers that carry a caller's remaining time; the smallest wins, junk is ignored and"
                    + " counted.",
            byDefault = "[x-request-timeout-ms, grpc-timeout, x-envoy-expected-rq-timeout-ms]",
            pattern = "x-request-timeout-ms|grpc-timeout|x-envoy-expected-rq-timeout-ms")
        List<String> deadlineHeaders,
    @Key(
            value = "Share of the caller's time kept back, so that the answer arrives in time.",
            byDefault = "10%")
        Share deadlineMargin,
    @Key(
            value = "CIDRs whose forwarding headers, request ids and tier hints are believed.",
            byDefault = "[]",
            pattern = "[0-9a-fA-F.:]+(/\\d{1,3})?",
            expected = "an address or CIDR such as 10.0.0.0/8")
        List<String> trustedProxies,
    @Key(value = "What is done about slashes in paths.", optional = true) PathOptions paths,
    @Key(
            value = "A longer request line is answered 414.",
            byDefault = "8KiB",
            min = "256",
            max = "64KiB")
        Bytes maxRequestLine,
    @Key(
            value = "A longer header section is answered 431.",
            byDefault = "16KiB",
            min = "1KiB",
            max = "1MiB")
        Bytes maxHeaders,
    @Key(value = "A longer body is answered 413.", byDefault = "10MiB", min = "0", max = "1GiB")
        Bytes maxBody,
    @Key(
            value = "Further connections are closed at once.",
            byDefault = "20000",
            min = "1",
            max = "1000000")
        int maxConnections,
    @Key(
            value =
                "Further connections from the same address (IPv6: the same /64) are closed at once;"
                    + " trusted proxies may have as many as they like.",
            byDefault = "20000",
            min = "1",
            max = "1000000")
        int maxConnectionsPerClient,
    @Key(
            value =
                "Whether each connection begins with a PROXY protocol header, version 1 or 2, that"
                    + " says who the client is. Only trustedProxies may then connect; without any,"
                    + " everyone may who reaches a private host.",
            byDefault = "false")
        boolean proxyProtocol,
    @Key(
            value =
                "A request whose head is not complete this long after its first byte is answered 408.",
            byDefault = "10s",
            min = "100ms",
            max = "10m")
        Duration headerTimeout,
    @Key(
            value =
                "A request whose body we read, and of which less than 1 KiB comes in this time, is"
                    + " answered 408.",
            byDefault = "10s",
            min = "100ms",
            max = "10m")
        Duration bodyTimeout,
    @Key(
            value = "An idle connection is closed after this; must exceed maxDeadline.",
            byDefault = "60s",
            min = "1s",
            max = "1h")
        Duration idleTimeout,
    @Key(
            value = "How long in-flight requests may finish after SIGTERM.",
            byDefault = "20s",
            min = "0ms",
            max = "10m")
        Duration drainTimeout,
    @Key(value = "HTTP/2 at the front door.", optional = true) Http2Options http2,
    @Key(value = "TLS at the front door; clear text without it.", optional = true)
        ServerTlsOptions tls) {

  public ServerOptions {
    deadlineHeaders = List.copyOf(deadlineHeaders);
    trustedProxies = List.copyOf(trustedProxies);
  }
}
