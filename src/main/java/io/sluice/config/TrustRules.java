package io.sluice.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.classify.RouteOptions;
import io.sluice.trust.CallerOptions;
import io.sluice.trust.JwtOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** What routes ask of their callers can be shown, and means one caller. */
final class TrustRules {
  private TrustRules() {}

  static void check(Review review) {
    keys(review);
    jwt(review);
    boolean anyTakesKeys = false;
    for (int i = 0; i < review.routes().size(); i++) {
      route(review, i);
      anyTakesKeys |= review.routes().get(i).auth().takesKeys();
    }
    if (!anyTakesKeys && review.isWritten("callers") && !review.options().callers().isEmpty()) {
      review.warn("callers", "no route takes keys", "routes");
    }
  }

  private static void keys(Review review) {
    var owners = new HashMap<String, String>();
    for (Map.Entry<String, CallerOptions> caller : review.options().callers().entrySet()) {
      for (int i = 0; i < caller.getValue().apiKeySha256().size(); i++) {
        String path = "callers." + caller.getKey() + ".apiKeySha256[" + i + "]";
        String hash = caller.getValue().apiKeySha256().get(i);
        String owner = owners.putIfAbsent(hash, "callers." + caller.getKey());
        if (owner != null) {
          review.refuse(path, "this key is " + owner + "'s already (expected: a key of its own)");
        }
      }
    }
  }

  private static void jwt(Review review) {
    JwtOptions jwt = review.options().jwt();
    if (jwt.jwks() == null) {
      if (jwt.issuer() != null || !jwt.audience().isEmpty() || jwt.tierClaim() != null) {
        review.refuse("jwt.jwks", "missing (expected: the path of a JWKS file)");
      }
      return;
    }
    String fault = faultOf(Path.of(jwt.jwks()));
    if (!fault.isEmpty()) {
      review.expect("jwt.jwks", jwt.jwks(), "a readable JWKS file; this one " + fault);
    }
  }

  private static String faultOf(Path file) {
    try {
      JsonNode set = new ObjectMapper().readTree(Files.readAllBytes(file));
      return set.path("keys").isArray() && !set.path("keys").isEmpty() ? "" : "has no keys";
    } catch (JsonProcessingException e) {
      return "is not JSON";
    } catch (IOException e) {
      return "cannot be read";
    }
  }

  private static void route(Review review, int index) {
    RouteOptions route = review.routes().get(index);
    String auth = Review.route(index, "auth");
    if (route.auth().takesKeys() && review.options().callers().isEmpty()) {
      review.expect(auth, route.auth(), "callers with keys; there are none", "callers");
    }
    if (route.auth().takesTokens() && review.options().jwt().jwks() == null) {
      review.expect(auth, route.auth(), "keys for tokens; there is no jwt.jwks", "jwt");
    }
    if (!route.auth().takesKeys() && !route.callers().isEmpty()) {
      review.refuse(
          Review.route(index, "callers"),
          "nobody shows a key here (expected: auth: api-key)",
          auth);
    }
    if (!route.auth().takesTokens() && !route.scopes().isEmpty()) {
      review.refuse(
          Review.route(index, "scopes"), "nobody shows a token here (expected: auth: jwt)", auth);
    }
    callers(review, index, route);
  }

  private static void callers(Review review, int index, RouteOptions route) {
    var known = review.options().callers().keySet();
    for (int i = 0; i < route.callers().size(); i++) {
      String path = Review.route(index, "callers") + "[" + i + "]";
      String name = route.callers().get(i);
      if (!known.contains(name) && !known.isEmpty()) {
        review.refuse(
            path,
            "no caller is called %s (%s)"
                .formatted(review.show(path, name), Nearest.advice(Nearest.to(name, known), known)),
            "callers");
      }
    }
  }
}
