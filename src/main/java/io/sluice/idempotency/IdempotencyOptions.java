package io.sluice.idempotency;

import io.sluice.options.Bytes;
import io.sluice.options.Key;
import java.time.Duration;

/**
 * What is remembered of requests with an idempotency key.
 *
 * @param remember for how long after it was done
 * @param maxAnswer of a longer one it is only remembered that there was one
 * @param maxBytes all that is remembered of the route
 */
public record IdempotencyOptions(
    @Key(
            value = "How long a completed request and its answer are remembered.",
            byDefault = "10m",
            min = "1s",
            max = "24h")
        Duration remember,
    @Key(
            value =
                "Longer answers are not kept, only that there was one: its client is told so with"
                    + " 409.",
            byDefault = "64KiB",
            min = "0",
            max = "16MiB")
        Bytes maxAnswer,
    @Key(
            value = "Memory for all that is remembered of the route.",
            byDefault = "16MiB",
            min = "64KiB",
            max = "16GiB")
        Bytes maxBytes) {}
