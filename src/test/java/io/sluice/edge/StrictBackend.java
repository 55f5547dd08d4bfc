package io.sluice.edge;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * A backend that reads requests by the letter of RFC 9112 and writes down what breaks it. A request
 * that is cut off is no fault: its sender may have left.
 */
final class StrictBackend {
  private static final Pattern LINE =
      Pattern.compile(
          "[!#$%&'*+.^_`|~0-9A-Za-z-]+ "
              // no dot segment, no backslash, no fragment, no broken encoding; then the query
              + "(?:/(?!\\.{1,2}[/? ])(?:[\\x21\\x22\\x24\\x26-\\x2e\\x30-\\x3e\\x40-\\x5b\\x5d-\\x7e]"
              + "|%(?!00)[0-9a-fA-F]{2})*)+(?:\\?[\\x21\\x22\\x24-\\x7e]*)? HTTP/1\\.1");
  private static final Pattern FIELD =
      Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*([\\t\\x20-\\x7e\\x80-\\xff]*)");
  private static final Pattern CHUNK = Pattern.compile("[0-9a-fA-F]{1,7}\r\n");

  private final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();
  private final AtomicInteger requests = new AtomicInteger();

  Collection<String> faults() {
    return faults;
  }

  int requests() {
    return requests.get();
  }

  void serve(RawServer.Connection connection) throws IOException {
    for (String head = connection.readHead(); !head.isEmpty(); head = connection.readHead()) {
      requests.incrementAndGet();
      if (!head(head) || !body(connection, head)) {
        connection.close();
        return;
      }
      String body = head.startsWith("HEAD ") ? "" : "ok";
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n" + body);
    }
  }

  private boolean head(String head) {
    List<String> lines = List.of(head.substring(0, head.length() - 4).split("\r\n", -1));
    if (!LINE.matcher(lines.getFirst()).matches()) {
      return fault(head);
    }
    Map<String, Integer> counts = new HashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      var field = FIELD.matcher(line);
      if (!field.matches()) {
        return fault(head);
      }
      counts.merge(field.group(1).toLowerCase(Locale.ROOT).replace('_', '-'), 1, Integer::sum);
    }
    boolean framed =
        counts.getOrDefault("content-length", 0) + counts.getOrDefault("transfer-encoding", 0) <= 1;
    boolean oneHost = counts.getOrDefault("host", 0) == 1;
    boolean hopByHop = counts.containsKey("te") || counts.containsKey("upgrade");
    return (framed && oneHost && !hopByHop) || fault(head);
  }

  private boolean body(RawServer.Connection connection, String head) throws IOException {
    String lower = head.toLowerCase(Locale.ROOT);
    int length = lower.indexOf("\r\ncontent-length:");
    if (length >= 0) {
      String value = head.substring(length + 17, head.indexOf("\r\n", length + 2)).trim();
      if (!value.matches("\\d{1,6}")) {
        return fault(head);
      }
      int bytes = Integer.parseInt(value);
      return connection.read(bytes).length == bytes;
    }
    if (!lower.contains("\r\ntransfer-encoding:")) {
      return true;
    }
    return lower.contains("\r\ntransfer-encoding: chunked\r\n") ? chunks(connection) : fault(head);
  }

  private boolean chunks(RawServer.Connection connection) throws IOException {
    while (true) {
      var size = new StringBuilder();
      while (size.indexOf("\n") < 0) {
        byte[] next = connection.read(1);
        if (next.length == 0) {
          return false;
        }
        size.append((char) next[0]);
      }
      if (!CHUNK.matcher(size).matches()) {
        return fault("chunk " + size);
      }
      int bytes = Integer.parseInt(size.toString().trim(), 16);
      byte[] chunk = connection.read(bytes + 2);
      if (chunk.length < bytes + 2) {
        return false;
      }
      if (!new String(chunk, bytes, 2, StandardCharsets.US_ASCII).equals("\r\n")) {
        return fault("end of chunk");
      }
      if (bytes == 0) {
        return true;
      }
    }
  }

  private boolean fault(String what) {
    faults.add(what);
    return false;
  }
}
