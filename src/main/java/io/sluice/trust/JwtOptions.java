package io.sluice.trust;

import io.sluice.options.Key;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which tokens are good, and what their claims mean.
 *
 * @param jwks file with the keys (RFC 7517); null: no token is good
 * @param refresh how often the file is looked at
 * @param issuer what {@code iss} must be; null for anything
 * @param audience what {@code aud} must have one of; empty for anything
 * @param leeway how far clocks may differ
 * @param nameClaim the claim that names the caller
 * @param tierClaim the claim that says p0, p1 or p2; null for none
 * @param trust which words of a caller with a good token are believed
 */
public record JwtOptions(
    @Key(
            value =
                "File with the keys that tokens are signed with (a JWK set); read again when it"
                    + " changes. A relative path is relative to where the gateway was started.",
            optional = true,
            pattern = "\\S.*",
            expected = "the path of a JWKS file")
        @Nullable String jwks,
    @Key(value = "How often the file is looked at.", byDefault = "5s", min = "100ms", max = "1h")
        Duration refresh,
    @Key(value = "What the claim iss must be; left out, it may be anything.", optional = true)
        @Nullable String issuer,
    @Key(value = "The claim aud must have one of these; left out, any.", optional = true)
        List<String> audience,
    @Key(
            value = "How far the clocks of issuer and gateway may differ; whole seconds.",
            byDefault = "30s",
            min = "0ms",
            max = "5m")
        Duration leeway,
    @Key(value = "The claim that names the caller.", byDefault = "sub") String nameClaim,
    @Key(
            value =
                "The claim that says in which tier the caller's requests are: p0, p1 or p2; left"
                    + " out or absent from a token, the route's.",
            optional = true)
        @Nullable String tierClaim,
    @Key(
            value = "What callers with a good token are believed; see callers.",
            byDefault = "[]",
            pattern = "tier|request-id|forwarding")
        List<String> trust) {

  public JwtOptions {
    audience = List.copyOf(audience);
    trust = List.copyOf(trust);
  }
}
