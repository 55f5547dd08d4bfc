package io.sluice.classify;

import io.sluice.options.Bytes;
import io.sluice.options.Key;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The long-lived streams of a route: WebSockets, event streams, and gRPC calls where they are said
 * to be. They hold no permits once they are open.
 *
 * @param max open at once, over all event loops; 0 takes none
 * @param idleTimeout one on which nothing moved for this long, either way, is ended
 * @param maxAge null for no bound
 * @param maxFrame a longer WebSocket frame ends its WebSocket with 1009
 * @param maxMessage likewise a longer message, all its frames together, as they are on the wire
 * @param grpc whether its gRPC calls are streams, which nothing at their heads tells
 */
public record StreamOptions(
    @Key(
            value = "Streams open at once, over all event loops; more are refused. 0 takes none.",
            byDefault = "1000",
            min = "0",
            max = "100000")
        int max,
    @Key(
            value = "A stream on which nothing moved for this long, either way, is ended.",
            byDefault = "5m",
            min = "100ms",
            max = "24h")
        Duration idleTimeout,
    @Key(
            value = "A stream older than this is ended; no bound if left out.",
            optional = true,
            min = "100ms",
            max = "24h")
        @Nullable Duration maxAge,
    @Key(
            value = "A longer WebSocket frame ends its WebSocket with 1009.",
            byDefault = "1MiB",
            min = "125",
            max = "1GiB")
        Bytes maxFrame,
    @Key(
            value =
                "A longer WebSocket message ends its WebSocket with 1009; compressed ones are measured"
                    + " as they are on the wire.",
            byDefault = "4MiB",
            min = "125",
            max = "1GiB")
        Bytes maxMessage,
    @Key(value = "Whether every gRPC call of the route is a stream.", byDefault = "false")
        boolean grpc) {
  public static final StreamOptions DEFAULT =
      new StreamOptions(
          1000, Duration.ofMinutes(5), null, Bytes.parse("1MiB"), Bytes.parse("4MiB"), false);
}
