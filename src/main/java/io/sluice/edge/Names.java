package io.sluice.edge;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.net.InetSocketAddress;
import java.util.List;

/** Looks names up, without blocking. */
interface Names {
  /** All addresses of a name, as text; empty or failed if it has none that can be found out. */
  Future<List<String>> addressesOf(String name);

  /**
   * As the machine does: its hosts file, then its name servers; answers live as long as they say.
   */
  static Names of(Vertx vertx) {
    var resolver = ((VertxInternal) vertx).nameResolver();
    return name -> {
      Promise<List<String>> found = Promise.promise();
      resolver.resolveAll(
          name, result -> found.handle(result.map(all -> all.stream().map(Names::text).toList())));
      return found.future();
    };
  }

  private static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress();
  }
}
