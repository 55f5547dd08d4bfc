package io.sluice.library;

import java.util.Locale;
import java.util.Optional;

/** The ways a member is told about a loan. */
enum Channel {
  MAIL,
  SMS,
  PUSH;

  private final String code = name().toLowerCase(Locale.ROOT);

  /** The word in paths and knobs: {@code mail}, {@code sms}, {@code push}. */
  String code() {
    return code;
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
