package io.sluice.balance;

import io.sluice.options.Key;
import org.jspecify.annotations.Nullable;

/**
 * How requests are spread over the endpoints of a backend.
 *
 * @param strategy who is chosen
 * @param hash what stays together; null for any strategy but {@link Strategy#CONSISTENT_HASH}
 */
public record BalanceOptions(
    @Key(
            value =
                "p2c (the less loaded of two drawn at random), round-robin, or consistent-hash (what"
                    + " has the same key goes to the same endpoint).",
            byDefault = "p2c")
        Strategy strategy,
    @Key(
            value =
                "The key of consistent-hash: header:<name>, cookie:<name> or path. A request without"
                    + " it goes anywhere.",
            optional = true,
            pattern = "(header|cookie):[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}|path",
            expected = "header:<name>, cookie:<name> or path")
        @Nullable String hash) {

  /** Power of two choices. */
  public static final BalanceOptions DEFAULT = new BalanceOptions(Strategy.P2C, null);
}
