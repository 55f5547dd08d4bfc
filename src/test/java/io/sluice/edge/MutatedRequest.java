package io.sluice.edge;

import java.util.List;
import java.util.Random;

/** Requests that are nearly right. */
final class MutatedRequest {
  private static final List<String> SEEDS =
      List.of(
          "GET /a HTTP/1.1\r\nHost: test\r\n\r\n",
          "GET /a/../b%2e?q=%00 HTTP/1.1\r\nHost: test\r\nConnection: keep-alive, x-a\r\nX-A: 1\r\n\r\n",
          "POST /b HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhello",
          "POST /c HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
          "POST /d HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n"
              + "5;a=b\r\nhello\r\n0\r\nX-T: 1\r\n\r\n",
          "PUT http://test/e HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nhi",
          "HEAD /f HTTP/1.0\r\n\r\n",
          "OPTIONS * HTTP/1.1\r\nHost: test\r\nX_Forwarded_For: 1.2.3.4\r\n\r\n",
          "DELETE /g HTTP/1.1\r\nHost: [::1]:80\r\nX-Request-Id: 50\r\n\r\n",
          "GET /h HTTP/1.1\r\nHost: test\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
              + "Sec-WebSocket-Key: x\r\n\r\n");

  private static final List<String> PIECES =
      List.of(
          "\r\n",
          "\n",
          "\r",
          "\r\n\r\n",
          "\0",
          " ",
          "\t",
          ":",
          "\r\n ",
          "\r\n\t",
          "%",
          "%2e%2e/",
          "%00",
          "\\",
          "/../",
          "//",
          "#",
          "?",
          "0\r\n\r\n",
          "FFFFFFFFF",
          "\u00ff",
          "\u007f",
          "Transfer-Encoding: chunked\r\n",
          "Transfer-Encoding: xchunked\r\n",
          "Transfer-Encoding : chunked\r\n",
          "Content-Length: 5\r\n",
          "Content-Length: 6\r\n",
          "Content-Length: -1\r\n",
          "Content_Length: 7\r\n",
          "Host: other\r\n",
          "HTTP/1.0",
          "HTTP/2.0",
          "chunked, ",
          ";ext=\"\n\"",
          "Connection: close\r\n",
          "Connection: content-length, host\r\n",
          "TE: trailers\r\n",
          "GET /x HTTP/1.1\r\n");

  private MutatedRequest() {}

  static String next(Random random) {
    var request = new StringBuilder(pick(SEEDS, random));
    if (random.nextInt(4) == 0) {
      request.append(pick(SEEDS, random)); // pipelined
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      mutate(request, random);
    }
    return request.toString();
  }

  private static void mutate(StringBuilder request, Random random) {
    if (request.isEmpty()) {
      return;
    }
    int at = random.nextInt(request.length());
    int end = Math.min(request.length(), at + 1 + random.nextInt(8));
    switch (random.nextInt(7)) {
      case 0 -> request.setCharAt(at, (char) random.nextInt(256));
      case 1 -> request.delete(at, end);
      case 2 -> request.insert(at, request.substring(at, end));
      case 3 -> request.insert(at, pick(PIECES, random));
      case 4 -> insertAtLineStart(request, pick(PIECES, random), at);
      case 5 -> request.setLength(at);
      default -> request.insert(at, pick(PIECES, random).repeat(1 + random.nextInt(40)));
    }
  }

  private static void insertAtLineStart(StringBuilder request, String piece, int from) {
    int line = request.indexOf("\r\n", from);
    request.insert(line < 0 ? from : line + 2, piece);
  }

  private static <T> T pick(List<T> from, Random random) {
    return from.get(random.nextInt(from.size()));
  }
}
