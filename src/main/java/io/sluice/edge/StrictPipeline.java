package io.sluice.edge;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelPipeline;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import io.vertx.core.net.impl.VertxConnection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts readers of our own before Vert.x's, on every connection: a {@link StrictDecoder} in HTTP/1,
 * {@link StrictFrames} in HTTP/2. Relies on how Vert.x builds its pipelines, which another version
 * may do otherwise: {@link PipelineProof}. One instance per event loop.
 */
final class StrictPipeline {
  private static final String DECODER = "httpDecoder";
  private static final String LINGERING = "lingeringClose";
  private static final int WINDOW_BYTES = 2048;

  private final HttpServerOptions options;
  private final Hygiene hygiene;
  private final StrictFrames frames;
  private final long headTimeoutNanos;
  private final byte[] window = new byte[WINDOW_BYTES];

  private StrictPipeline(
      HttpServerOptions options, Hygiene hygiene, StrictFrames frames, long headTimeoutNanos) {
    this.options = options;
    this.hygiene = hygiene;
    this.frames = frames;
    this.headTimeoutNanos = headTimeoutNanos;
  }

  /**
   * @param unanswerable hears of a flaw whose request is reset, for it cannot even be answered
   */
  static StrictPipeline of(ServerOptions options, Consumer<Flaw> unanswerable) {
    var hygiene = new Hygiene(options.maxBody().count(), options.paths());
    var frameHygiene =
        new FrameHygiene(hygiene, options.maxRequestLine().count(), options.maxHeaders().count());
    return new StrictPipeline(
        ServerSetup.of(options),
        hygiene,
        new StrictFrames(frameHygiene, unanswerable),
        options.headerTimeout().toNanos());
  }

  /**
   * A server whose connections can be protected: nothing is read from one before it is known what
   * it speaks.
   */
  HttpServer server(Vertx vertx, HttpServerOptions setup, GatedServer.Doorkeeper doorkeeper) {
    return GatedServer.of(vertx, setup, headTimeoutNanos, doorkeeper);
  }

  /**
   * Protects a connection from which no request has been read yet.
   *
   * @throws IllegalStateException if it is not built as expected; it must not be served then
   */
  void install(HttpConnection connection) {
    if (connection instanceof VertxConnection opened) {
      install(opened.channelHandlerContext().pipeline());
    } else {
      frames.install(connection);
    }
  }

  private void install(ChannelPipeline pipeline) {
    ChannelHandler present = pipeline.get(DECODER);
    if (present == null || present.getClass() != VertxHttpRequestDecoder.class) {
      throw new IllegalStateException("no HTTP decoder where one is expected: " + pipeline.names());
    }
    var decoder = new StrictDecoder(options, hygiene, headTimeoutNanos, window);
    pipeline.addBefore(DECODER, LINGERING, new LingeringClose(decoder::isWithinRequest));
    pipeline.replace(DECODER, DECODER, decoder);
    IdleWatch.install(pipeline, LINGERING);
  }

  /** The flaw of the HTTP/2 request that is being handled for the first time, if it has one. */
  StrictFrames.@Nullable Flawed flawOfCurrent() {
    return frames.current();
  }

  /** Fails unless a listener of its own, so protected, refuses what a bare one would let pass. */
  Future<Void> prove(Vertx vertx) {
    var proof =
        new PipelineProof(
            vertx, this, new HttpServerOptions(options).setSsl(false).setUseProxyProtocol(false));
    return options.isHttp2ClearTextEnabled()
        ? proof.ofHttp1().compose(_ -> proof.ofHttp2())
        : proof.ofHttp1();
  }
}
