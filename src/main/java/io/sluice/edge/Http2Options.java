package io.sluice.edge;

import io.sluice.options.Bytes;
import io.sluice.options.Key;

/**
 * HTTP/2 at the front door.
 *
 * @param enabled without TLS by prior knowledge, with TLS by ALPN
 * @param maxConcurrentStreams requests a connection may have open at once
 * @param connectionWindow request body bytes a connection may send ahead of their being read
 * @param maxResets streams a client may reset within 30 s; more end its connection
 */
public record Http2Options(
    @Key(
            value = "Speak HTTP/2: without TLS by prior knowledge, with TLS by ALPN.",
            byDefault = "true")
        boolean enabled,
    @Key(
            value = "Requests a connection may have open at once.",
            byDefault = "100",
            min = "1",
            max = "10000")
        int maxConcurrentStreams,
    @Key(
            value =
                "Body bytes a connection may send ahead of their being read, over all requests.",
            byDefault = "1MiB",
            min = "64KiB",
            max = "64MiB")
        Bytes connectionWindow,
    @Key(
            value = "Requests a client may reset within 30 s; one more ends its connection.",
            byDefault = "200",
            min = "10",
            max = "100000")
        int maxResets) {}
