package io.sluice.accesslog;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What may be said of what a client has sent. Immutable. */
final class Redacted {
  static final String HIDDEN = "***";

  private final Set<Redaction> hidden = EnumSet.noneOf(Redaction.class);

  Redacted(Collection<Redaction> hidden) {
    this.hidden.addAll(hidden);
  }

  @Nullable String client(Arrival arrival) {
    return whole(Redaction.CLIENT, arrival.client());
  }

  @Nullable String target(Arrival arrival) {
    return withoutQuery(arrival.target());
  }

  @Nullable String userAgent(Arrival arrival) {
    return whole(Redaction.USER_AGENT, arrival.userAgent());
  }

  @Nullable String referer(Arrival arrival) {
    return withoutQuery(whole(Redaction.REFERER, arrival.referer()));
  }

  private @Nullable String whole(Redaction what, @Nullable String text) {
    return text != null && hidden.contains(what) ? HIDDEN : text;
  }

  private @Nullable String withoutQuery(@Nullable String uri) {
    if (uri == null || !hidden.contains(Redaction.QUERY)) {
      return uri;
    }
    int mark = uri.indexOf('?');
    return mark < 0 ? uri : uri.substring(0, mark + 1) + HIDDEN;
  }
}
