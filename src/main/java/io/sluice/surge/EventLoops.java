package io.sluice.surge;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;

/**
 * Event loops of a run's own. Deploying is the public way to get a context per loop, on loops as
 * far apart as there are.
 *
 * @param vertx who runs them
 * @param contexts one for each loop
 * @param deployments to give them back
 */
record EventLoops(Vertx vertx, List<Context> contexts, List<String> deployments) {
  static Future<EventLoops> open(Vertx vertx, int count) {
    List<Future<Context>> contexts = new ArrayList<>();
    List<Future<String>> deployments = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      var loop = new Loop();
      deployments.add(vertx.deployVerticle(loop));
      contexts.add(loop.started.future());
    }
    return Future.all(deployments)
        .compose(deployed -> Future.all(contexts))
        .map(
            started ->
                new EventLoops(
                    vertx,
                    contexts.stream().map(Future::result).toList(),
                    deployments.stream().map(Future::result).toList()));
  }

  Future<Void> close() {
    return Future.join(deployments.stream().map(vertx::undeploy).toList()).mapEmpty();
  }

  private static final class Loop extends VerticleBase {
    private final Promise<Context> started = Promise.promise();

    @Override
    public Future<?> start() {
      started.complete(context);
      return Future.succeededFuture();
    }
  }
}
