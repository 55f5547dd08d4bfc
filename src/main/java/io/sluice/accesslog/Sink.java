package io.sluice.accesslog;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where lines go. Used by one thread. */
interface Sink {
  /** Writes all of it; after a failure the buffer's position says how much is written. */
  void write(ByteBuffer bytes) throws IOException;

  /** Lets go of the file and takes what has its name now; after a failure it goes on as before. */
  void reopen() throws IOException;

  void close() throws IOException;
}
