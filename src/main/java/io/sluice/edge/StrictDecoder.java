package io.sluice.edge;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.ScheduledFuture;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The decoder of one connection, made strict: every byte of a head is read twice, by {@link
 * HeadScan} and by the decoder itself, and what they do not both accept in the same way is handed
 * on as undecodable, with its {@link Flaw}. After that nothing on the connection is read as HTTP
 * any more. A head that is begun has a bounded time to become whole, however busily its bytes
 * trickle in.
 */
final class StrictDecoder extends VertxHttpRequestDecoder {
  private final Hygiene hygiene;
  private final long headTimeoutNanos;
  private final byte[] window;
  private final HeadScan head = new HeadScan();

  /** Bytes behind the reader index that the scan has seen and the decoder has not. */
  private int ahead;

  private int lengthFields;
  private boolean inHead = true;
  private boolean broken;
  private @Nullable ScheduledFuture<?> timer;

  /**
   * @param window scratch space of this event loop
   */
  StrictDecoder(HttpServerOptions options, Hygiene hygiene, long headTimeoutNanos, byte[] window) {
    super(options);
    this.hygiene = hygiene;
    this.headTimeoutNanos = headTimeoutNanos;
    this.window = window;
  }

  /** Whether more bytes of a request that has begun may still come. */
  boolean isWithinRequest() {
    return broken || !inHead || head.hasBegun();
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws Exception {
    if (broken) {
      in.skipBytes(in.readableBytes());
      return;
    }
    if (inHead) {
      scan(in);
      Flaw flaw = head.flaw();
      if (flaw != null) {
        in.skipBytes(in.readableBytes());
        out.add(undecodable(flaw));
        return;
      }
    }
    int before = in.readableBytes();
    boolean wasInHead = inHead;
    int known = out.size();
    super.decode(context, in, out);
    if (wasInHead) {
      ahead -= before - in.readableBytes();
    }
    for (int i = known; i < out.size(); i++) {
      out.set(i, HeapReads.onHeap(out.get(i)));
      review(out.get(i));
      if (broken) {
        out.subList(i + 1, out.size()).clear(); // no body follows what is no request
        in.skipBytes(in.readableBytes());
      }
    }
  }

  private void scan(ByteBuf in) {
    int from = in.readerIndex() + ahead;
    while (from < in.writerIndex() && !head.isDone() && head.flaw() == null) {
      int length = Math.min(in.writerIndex() - from, window.length);
      in.getBytes(from, window, 0, length);
      int read = head.read(window, length);
      ahead += read;
      from += read;
    }
  }

  private void review(Object decoded) {
    if (decoded instanceof HttpRequest request) {
      reviewHead(request);
    } else if (decoded instanceof HttpContent content) {
      if (content.decoderResult().isFailure()) {
        broken = true;
        content.setDecoderResult(DecoderResult.failure(Flaw.CHUNK.malformed()));
      } else if (content instanceof LastHttpContent) {
        inHead = true;
        lengthFields = 0; // what trailers call themselves is nobody's business
      }
    }
  }

  private void reviewHead(HttpRequest request) {
    Flaw flaw = flawOf(request);
    inHead = false;
    ahead = 0;
    lengthFields = 0;
    head.reset();
    stopTimer();
    if (flaw != null) {
      broken = true;
      request.setDecoderResult(DecoderResult.failure(flaw.malformed()));
    }
  }

  private @Nullable Flaw flawOf(HttpRequest request) {
    DecoderResult result = request.decoderResult();
    if (result.isFailure()) {
      return hygiene.flawOfRefused(request, result.cause());
    }
    if (lengthFields > 1) {
      return Flaw.LENGTH_REPEATED; // of which an HTTP/1.0 request would keep the first
    }
    boolean bothEndHere = head.isDone() && ahead == 0;
    return bothEndHere ? hygiene.flawOf(request) : Flaw.UNDECODABLE;
  }

  @Override
  protected AsciiString splitHeaderName(byte[] line, int start, int length) {
    AsciiString name = super.splitHeaderName(line, start, length);
    if (inHead && HttpHeaderNames.CONTENT_LENGTH.contentEqualsIgnoreCase(name)) {
      lengthFields++;
    }
    return name;
  }

  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw Flaw.LENGTH_AND_ENCODING.malformed();
  }

  /** Its target is one that no client can send. */
  @Override
  protected HttpMessage createInvalidMessage() {
    HttpMessage invalid = super.createInvalidMessage();
    ((HttpRequest) invalid).setUri(RequestLine.NO_TARGET);
    return invalid;
  }

  private HttpMessage undecodable(Flaw flaw) {
    broken = true;
    stopTimer();
    HttpMessage message = createInvalidMessage();
    message.setDecoderResult(DecoderResult.failure(flaw.malformed()));
    return message;
  }

  @Override
  protected void decodeLast(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws Exception {
    if (broken) {
      in.skipBytes(in.readableBytes());
    } else {
      super.decodeLast(context, in, out);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) throws Exception {
    if (timer == null && !broken && inHead && head.hasBegun()) {
      startTimer(context);
    }
    super.channelReadComplete(context);
  }

  private void startTimer(ChannelHandlerContext context) {
    timer =
        context.executor().schedule(() -> timeUp(context), headTimeoutNanos, TimeUnit.NANOSECONDS);
  }

  private void timeUp(ChannelHandlerContext context) {
    timer = null;
    if (broken || !inHead) {
      return;
    }
    if (!context.channel().config().isAutoRead()) {
      startTimer(context); // we are the ones who do not read on
      return;
    }
    context.fireChannelRead(undecodable(Flaw.SLOW_HEAD));
    context.fireChannelReadComplete();
  }

  private void stopTimer() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext context) throws Exception {
    stopTimer();
    super.handlerRemoved0(context);
  }
}
