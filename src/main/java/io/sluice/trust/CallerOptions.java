package io.sluice.trust;

import io.sluice.exchange.Tier;
import io.sluice.options.Key;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A caller that shows an API key.
 *
 * @param apiKeySha256 SHA-256 of each key it may show, in hex; two while one replaces the other
 * @param tier the tier of its requests; null for that of the route
 * @param trust which of its words are believed, as those of a trusted proxy would be
 */
public record CallerOptions(
    @Key(
            value =
                "SHA-256 of its API key, in hex; several while one replaces another. The key itself"
                    + " is in no file.",
            min = "1",
            max = "10",
            pattern = "[0-9a-f]{64}",
            expected = "64 lower-case hex digits, as printed by: printf %s KEY | sha256sum")
        List<String> apiKeySha256,
    @Key(value = "Tier of all its requests; the route's if left out.", optional = true)
        @Nullable Tier tier,
    @Key(
            value =
                "What it is believed about its requests: tier (it may ask for a higher one),"
                    + " request-id, forwarding (its forwarding headers are kept).",
            byDefault = "[]",
            pattern = "tier|request-id|forwarding")
        List<String> trust) {

  public CallerOptions {
    apiKeySha256 = List.copyOf(apiKeySha256);
    trust = List.copyOf(trust);
  }
}
