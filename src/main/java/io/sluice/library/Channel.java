package io.sluice.library;

import java.util.Locale;
import java.util.Optional;

/** The ways a member is told about a loan. */
enum Channel {
  MAIL,
  SMS,
  PUSH;

  /** What the path of a notification begins with; its channel follows. */
  static final String PATH = "/notifications/";

  private final String code = name().toLowerCase(Locale.ROOT);

  /** The word in paths and knobs: {@code mail}, {@code sms}, {@code push}. */
  String code() {
    return code;
  }

  /** The channel of a notification's path; empty for any other path. */
  static Optional<Channel> ofPath(String path) {
    return path.startsWith(PATH) ? of(path.substring(PATH.length())) : Optional.empty();
  }

  static Optional<Channel> of(String code) {
    for (Channel channel : values()) {
      if (channel.code.equals(code)) {
        return Optional.of(channel);
      }
    }
    return Optional.empty();
  }
}
