package io.sluice.exchange;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is kept to be given again. Immutable: nobody changes its body.
 *
 * @param status of the answer
 * @param headers name, value, name, value: end-to-end fields only, and none that frames the body
 * @param body the whole body
 */
@SuppressWarnings("ArrayRecordComponent") // handed over whole and never compared
public record StoredAnswer(int status, List<String> headers, byte[] body) {
  /** What an entry costs besides its texts: objects, references, its place in a table. */
  private static final int OVERHEAD_BYTES = 256;

  public StoredAnswer {
    headers = List.copyOf(headers);
  }

  /** The first field of that name, in whatever spelling; null if there is none. */
  public @Nullable String header(String name) {
    for (int i = 0; i < headers.size(); i += 2) {
      if (headers.get(i).equalsIgnoreCase(name)) {
        return headers.get(i + 1);
      }
    }
    return null;
  }

  /** About how much memory it takes. */
  public int bytes() {
    long sum = OVERHEAD_BYTES + (long) body.length;
    for (String text : headers) {
      sum += text.length();
    }
    return (int) Math.min(Integer.MAX_VALUE, sum);
  }
}
