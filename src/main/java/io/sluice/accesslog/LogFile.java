package io.sluice.accesslog;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that is only ever appended to. */
final class LogFile implements Sink {
  private final Path path;
  private FileChannel channel;

  /** Opens it, and creates it if it is not there; its folder must be. */
  LogFile(Path path) throws IOException {
    this.path = path;
    this.channel = open(path);
  }

  /** The file of that name, or standard output. */
  static Sink of(String name) throws IOException {
    return name.equals(AccessLogOptions.STDOUT) ? new StandardOutput() : new LogFile(Path.of(name));
  }

  private static FileChannel open(Path path) throws IOException {
    return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Override
  public void write(ByteBuffer bytes) throws IOException {
    writeAll(channel, bytes);
  }

  private static void writeAll(WritableByteChannel to, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      to.write(bytes);
    }
  }

  @Override
  public void reopen() throws IOException {
    FileChannel next = open(path);
    FileChannel last = channel;
    channel = next;
    last.close();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** What whoever started us has it go to; never closed, as others write there, too. */
  private static final class StandardOutput implements Sink {
    private final FileChannel channel = new FileOutputStream(FileDescriptor.out).getChannel();

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      writeAll(channel, bytes);
    }

    @Override
    public void reopen() {
      // It has no name by which it could be opened anew.
    }

    @Override
    public void close() {
      // not ours
    }
  }
}
