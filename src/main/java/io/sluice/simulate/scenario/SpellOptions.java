package io.sluice.simulate.scenario;

import io.sluice.options.Key;
import io.sluice.options.Share;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A time in which a backend is not what it was.
 *
 * @param from when it begins
 * @param until when it is over
 * @param slower service takes so many times as long
 * @param servers how many servers there are; {@link Key#LEFT_OUT} for all of them
 * @param failing share of the requests that fail
 * @param failsIn after this long, with a 500, without a server being asked
 * @param retryAfter what they say about coming back, in whole seconds; null for nothing
 */
public record SpellOptions(
    @Key(value = "When it begins.", min = "0ms", max = "24h") Duration from,
    @Key(value = "When it is over.", min = "1ms", max = "24h") Duration until,
    @Key(value = "Service takes so many times as long.", byDefault = "1", min = "1", max = "1000")
        int slower,
    @Key(
            value = "How many servers there are; all of them if left out.",
            optional = true,
            min = "1",
            max = "1000000")
        int servers,
    @Key(value = "Share of the requests that fail.", byDefault = "0%") Share failing,
    @Key(
            value = "They fail after this long, with a 500, without a server being asked.",
            byDefault = "1ms",
            min = "0ms",
            max = "1h")
        Duration failsIn,
    @Key(
            value = "What failures say about coming back, in Retry-After; if left out, nothing.",
            optional = true,
            min = "1s",
            max = "1h")
        @Nullable Duration retryAfter) {}
