package io.sluice.edge;

import io.sluice.dispatch.BoundedExecutor;
import io.sluice.dispatch.ExecutorOptions;
import io.sluice.dispatch.RunListener;
import io.sluice.dispatch.Submission;
import io.sluice.exchange.Tier;
import io.sluice.observe.Meters;
import io.sluice.time.Deadline;
import io.sluice.time.NanoClock;
import io.sluice.time.WallClock;
import io.sluice.trust.ApiKeys;
import io.sluice.trust.CallerOptions;
import io.sluice.trust.Claims;
import io.sluice.trust.JwtOptions;
import io.sluice.trust.Token;
import io.sluice.trust.VerifiedTokens;
import io.sluice.trust.VerifiedTokens.Fingerprint;
import io.vertx.core.json.JsonArray;
import io.vertx.ext.auth.User;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who is who: API keys, and tokens verified on a thread of their own, behind a bounded backlog. The
 * file of keys is read again when it changes; one that cannot be used changes nothing. Any thread.
 */
public final class Identity {
  private static final System.Logger LOG = System.getLogger("io.sluice.jwt");
  // A key verifies one token at a time, so that a second thread would wait for the first.
  private static final int VERIFIERS = 1;
  private static final int BACKLOG = 512;

  private final ApiKeys apiKeys;
  private final JwtOptions options;
  private final Claims claims;
  private final Meters meters;
  private final NanoClock clock;
  private final VerifiedTokens verified = new VerifiedTokens();
  private final @Nullable BoundedExecutor verifier;

  private volatile @Nullable KeySet keys;

  /** Only the verifier's thread looks at this one after the start. */
  private KeySet.Look look = KeySet.Look.ABSENT;

  private Identity(
      Map<String, CallerOptions> callers, JwtOptions options, Meters meters, NanoClock clock) {
    this.apiKeys = new ApiKeys(callers);
    this.options = options;
    this.claims = new Claims(options);
    this.meters = meters;
    this.clock = clock;
    this.verifier =
        options.jwks() == null
            ? null
            : new BoundedExecutor(
                new ExecutorOptions("jwt", VERIFIERS, BACKLOG), clock, RunListener.NONE);
  }

  /**
   * Reads the file of keys, if there is to be one. Blocks.
   *
   * @throws IOException says why that file cannot be used
   */
  public static Identity of(
      Map<String, CallerOptions> callers, JwtOptions options, Meters meters, NanoClock clock)
      throws IOException {
    var identity = new Identity(callers, options, meters, clock);
    if (options.jwks() != null) {
      try {
        identity.read(Path.of(options.jwks()));
      } catch (IOException e) {
        identity.close(Duration.ZERO);
        throw new IOException("jwt.jwks: " + options.jwks() + ": " + reason(e), e);
      }
    }
    return identity;
  }

  ApiKeys apiKeys() {
    return apiKeys;
  }

  /** The token if it has been verified and is still good; null if that has to be found out. */
  @Nullable Token known(Fingerprint fingerprint) {
    KeySet inForce = keys;
    return inForce == null
        ? null
        : verified.find(fingerprint, inForce, WallClock.SYSTEM.now().getEpochSecond());
  }

  /**
   * Has it verified, by the deadline or not at all; the answer is empty for a token that is bad.
   */
  Submission<Optional<Token>> verify(String token, Fingerprint fingerprint, Deadline deadline) {
    if (verifier == null) {
      throw new IllegalStateException("a route takes tokens and there are no keys for them");
    }
    return verifier.submit(Tier.P1, deadline, () -> verifyNow(token, fingerprint));
  }

  // On the verifier's thread.
  private Optional<Token> verifyNow(String text, Fingerprint fingerprint) {
    KeySet inForce = keys;
    User user = inForce == null ? null : inForce.user(text);
    if (user == null) {
      return Optional.empty();
    }
    Map<String, @Nullable Object> said = new HashMap<>();
    for (Map.Entry<String, Object> claim : user.attributes().getJsonObject("accessToken")) {
      Object value = claim.getValue();
      said.put(claim.getKey(), value instanceof JsonArray list ? list.getList() : value);
    }
    Token token = claims.read(said);
    if (token != null && inForce != null) {
      verified.add(fingerprint, token, inForce);
    }
    return Optional.ofNullable(token);
  }

  /** How often {@link #refresh} is to be called; zero if never. */
  public Duration refreshEvery() {
    return verifier == null ? Duration.ZERO : options.refresh();
  }

  /** Looks whether the file of keys has changed. Returns at once. */
  public void refresh() {
    if (verifier != null) {
      long nowNanos = clock.nanoTime();
      // Refused when many tokens wait: then the next look finds the change.
      Submission<Boolean> _ =
          verifier.submit(
              Tier.P0, Deadline.after(options.refresh().toNanos(), nowNanos), this::readIfChanged);
    }
  }

  private boolean readIfChanged() {
    Path file = Path.of(String.valueOf(options.jwks()));
    KeySet.Look seen = KeySet.Look.at(file);
    if (seen.equals(look)) {
      return false;
    }
    try {
      read(file);
      LOG.log(System.Logger.Level.INFO, "read the keys in " + file + " again");
    } catch (IOException e) {
      look = seen; // say it once, not every few seconds
      meters.keysUnreadable();
      LOG.log(
          System.Logger.Level.WARNING,
          file + ": " + reason(e) + "; tokens are verified with the keys it had before");
    }
    return true;
  }

  private void read(Path file) throws IOException {
    KeySet.Look seen = KeySet.Look.at(file); // before its content, so that no change goes unseen
    keys = KeySet.read(file, options);
    look = seen;
  }

  private static String reason(IOException e) {
    return e instanceof NoSuchFileException ? "no such file" : String.valueOf(e.getMessage());
  }

  /** Ends the verifier's thread; blocks for at most the patience. */
  public void close(Duration patience) {
    if (verifier != null) {
      try {
        verifier.close(patience);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
