package io.sluice.edge;

import io.sluice.trust.JwtOptions;
import io.vertx.core.Future;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a JWKS file as it was read once, and what they verify. Immutable. Reading blocks and
 * verifying burns processor time: never on an event loop.
 */
final class KeySet {
  private static final long LARGEST_BYTES = 1024 * 1024;

  /** A token without a signature: what a set without a usable key lets in. */
  private static final String UNSIGNED = "eyJhbGciOiJub25lIn0.eyJleHAiOjk5OTk5OTk5OTl9.";

  private final JWTAuth verifier;

  /** How a file looked, to see whether it has changed. */
  record Look(FileTime modified, long bytes) {
    static final Look ABSENT = new Look(FileTime.fromMillis(0), -1);

    static Look at(Path file) {
      try {
        return new Look(Files.getLastModifiedTime(file), Files.size(file));
      } catch (IOException absent) {
        return ABSENT;
      }
    }
  }

  private KeySet(JWTAuth verifier) {
    this.verifier = verifier;
  }

  /**
   * Reads the file.
   *
   * @throws IOException if it cannot be read, is no JWK set, or has no key that verifies signatures
   */
  static KeySet read(Path file, JwtOptions options) throws IOException {
    if (Files.size(file) > LARGEST_BYTES) {
      throw new IOException("larger than 1 MiB");
    }
    try {
      var wanted = new JWTAuthOptions().setJWTOptions(demands(options));
      int keys = 0;
      for (Object each : new JsonObject(Files.readString(file)).getJsonArray("keys")) {
        if (each instanceof JsonObject key && "sig".equals(key.getString("use", "sig"))) {
          wanted.addJwk(key);
          keys++;
        }
      }
      if (keys == 0) {
        throw new IOException("no key for signatures in it");
      }
      if (verifier(new JWTAuthOptions().setJwks(wanted.getJwks())).user(UNSIGNED) != null) {
        throw new IOException("no key in it that verifies a signature");
      }
      return verifier(wanted);
    } catch (DecodeException | NullPointerException | ClassCastException e) {
      throw new IOException("not a JWK set", e);
    } catch (RuntimeException e) {
      throw new IOException("a key in it cannot be used: " + e.getMessage(), e);
    }
  }

  private static KeySet verifier(JWTAuthOptions wanted) {
    // Vert.x itself is only asked for key stores, of which there are none.
    return new KeySet(JWTAuth.create(null, wanted));
  }

  private static JWTOptions demands(JwtOptions options) {
    var demands = new JWTOptions().setLeeway((int) options.leeway().toSeconds());
    if (options.issuer() != null) {
      demands.setIssuer(options.issuer());
    }
    if (!options.audience().isEmpty()) {
      demands.setAudience(options.audience());
    }
    return demands;
  }

  /** Whose token it is; null if its signature, issuer, audience or times are not good. */
  @Nullable User user(String token) {
    try {
      Future<User> user = verifier.authenticate(new TokenCredentials(token));
      return user.succeeded() ? user.result() : null;
    } catch (RuntimeException malformed) {
      return null; // whatever a stranger writes into a token is no fault of ours
    }
  }
}
