package io.sluice.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Many clients that keep their connections and do nothing: each asks once, reads the answer, and
 * stays.
 *
 * <p>Arguments: port, number of connections, path. Prints one line when all of them are idle, and
 * holds them until it is killed.
 */
public final class IdleCrowd {
  private IdleCrowd() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    int port = Integer.parseInt(arguments[0]);
    int size = Integer.parseInt(arguments[1]);
    byte[] question =
        ("GET " + arguments[2] + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    List<SocketChannel> crowd = new ArrayList<>(size);
    int answered = 0;
    for (int i = 0; i < size; i++) {
      SocketChannel member = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
      crowd.add(member);
      member.write(ByteBuffer.wrap(question));
      ByteBuffer answer = ByteBuffer.allocate(4096);
      if (member.read(answer) > 0) {
        answered++;
      }
    }
    System.out.println(crowd.size() + " connections open, " + answered + " answered");
    Thread.currentThread().join();
  }
}
