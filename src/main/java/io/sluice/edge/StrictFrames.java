package io.sluice.edge;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import io.sluice.respond.GrpcReplies;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the heads of HTTP/2 requests before Vert.x does, and brings them into the form that an
 * HTTP/1 request has here: its path normalised, its authority in {@code host} too, its cookies in
 * one field (RFC 9113 §8.2.3), and a body of unknown length announced as chunked. One instance per
 * event loop.
 */
final class StrictFrames {
  private final FrameHygiene hygiene;
  private final Consumer<Flaw> unanswerable;

  /**
   * What is wrong with a request.
   *
   * @param line as it came, of which what is handed on shows nothing
   */
  record Flawed(Flaw flaw, RequestLine line) {}

  /** What is wrong with the head that is being handed on right now. */
  private @Nullable Flawed current;

  /**
   * @param unanswerable hears of a flaw whose request is reset, for it cannot even be answered
   */
  StrictFrames(FrameHygiene hygiene, Consumer<Flaw> unanswerable) {
    this.hygiene = hygiene;
    this.unanswerable = unanswerable;
  }

  /**
   * Protects a connection on which no request has been read yet.
   *
   * @throws IllegalStateException if it is not built as expected; it must not be served then
   */
  void install(HttpConnection connection) {
    if (!(connection instanceof ConnectionBase opened)) {
      throw new IllegalStateException("not a connection of HTTP/2: " + connection.getClass());
    }
    ChannelHandlerContext context = opened.channelHandlerContext();
    var codec = context.pipeline().get(Http2ConnectionHandler.class);
    if (codec == null || !connection.equals(codec.decoder().frameListener())) {
      throw new IllegalStateException("HTTP/2 frames are not read by the connection itself");
    }
    codec.decoder().frameListener(new Listener(codec, codec.decoder().frameListener()));
    IdleWatch.install(context.pipeline(), context.name());
  }

  /** The flaw of the request that is being handled for the first time; null if it has none. */
  @Nullable Flawed current() {
    return current;
  }

  private final class Listener extends Http2FrameListenerDecorator {
    private final Http2ConnectionHandler codec;
    private final Http2Connection.PropertyKey begun;

    Listener(Http2ConnectionHandler codec, Http2FrameListener next) {
      super(next);
      this.codec = codec;
      this.begun = codec.connection().newKey();
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext context, int stream, Http2Headers headers, int padding, boolean end)
        throws Http2Exception {
      review(stream, headers, end);
      try {
        super.onHeadersRead(context, stream, headers, padding, end);
      } finally {
        current = null;
      }
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext context,
        int stream,
        Http2Headers headers,
        int dependency,
        short weight,
        boolean exclusive,
        int padding,
        boolean end)
        throws Http2Exception {
      review(stream, headers, end);
      try {
        super.onHeadersRead(context, stream, headers, dependency, weight, exclusive, padding, end);
      } finally {
        current = null;
      }
    }

    private void review(int id, Http2Headers headers, boolean end) {
      Http2Stream stream = codec.connection().stream(id);
      if (stream == null || stream.setProperty(begun, begun) != null) {
        return; // trailers: Vert.x passes over those of a request
      }
      Flaw flaw = hygiene.flawOf(headers);
      if (flaw == null) {
        normalise(headers, end);
      } else {
        current = new Flawed(flaw, RequestLine.ofHttp2(headers.method(), headers.path()));
        present(flaw, headers, end);
      }
    }
  }

  private static void normalise(Http2Headers headers, boolean end) {
    if (headers.authority() == null) {
      headers.authority(headers.get(HttpHeaderNames.HOST)); // one of the two is there
    } else {
      headers.set(HttpHeaderNames.HOST, headers.authority());
    }
    List<CharSequence> crumbs = headers.getAll(HttpHeaderNames.COOKIE);
    if (crumbs.size() > 1) {
      headers.set(HttpHeaderNames.COOKIE, String.join("; ", crumbs));
    }
    if (!end && !headers.contains(HttpHeaderNames.CONTENT_LENGTH)) {
      headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
    }
  }

  /**
   * Leaves of a flawed head what Vert.x needs to make a request of it, so that it can be answered.
   * What lacks a pseudo field that every request has stays as it is, and is reset by Vert.x.
   */
  private void present(Flaw found, Http2Headers headers, boolean end) {
    CharSequence method = headers.method();
    CharSequence path = headers.path();
    boolean connects = method != null && "CONNECT".contentEquals(method);
    boolean whole = headers.scheme() != null && path != null && !path.isEmpty();
    if (method == null || !(connects || whole)) {
      unanswerable.accept(found);
      return;
    }
    boolean grpc = GrpcReplies.speaks(text(headers.get(HttpHeaderNames.CONTENT_TYPE)));
    headers.clear();
    headers
        .method(connects || !FrameHygiene.isMethod(method) ? "GET" : method)
        .scheme("http")
        .path("/")
        .authority("unknown");
    if (grpc) {
      headers.set(HttpHeaderNames.CONTENT_TYPE, "application/grpc"); // the language of its answer
    }
    if (!end) {
      headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
    }
  }

  private static @Nullable String text(@Nullable CharSequence value) {
    return value == null ? null : value.toString();
  }
}
