package io.sluice.library;

import io.vertx.core.json.JsonObject;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The behaviour of the library while it runs: a general one, and exceptions for single notification
 * channels. Safe from any thread; a call uses what was set when its work began.
 *
 * <p>As JSON: {@code {"serviceMs": 6, "failureRate": 0, "channels": {"mail": {"serviceMs": 500}}}}.
 * A channel may also be {@code "silent": true}: the stand-alone server then takes its calls and
 * never answers.
 */
public final class Knobs {
  private static final String SILENT = "silent";

  private record Setting(
      Behaviour general, Map<Channel, Behaviour> channels, Set<Channel> silent) {}

  private volatile Setting setting;

  public Knobs(Behaviour general) {
    this.setting = new Setting(general, Map.of(), Set.of());
  }

  public Behaviour general() {
    return setting.general;
  }

  Behaviour of(Channel channel) {
    Setting now = setting;
    return now.channels.getOrDefault(channel, now.general);
  }

  /** Whether calls of the channel are never answered. */
  boolean isSilent(Channel channel) {
    return setting.silent.contains(channel);
  }

  /**
   * Changes what is named and leaves the rest: {@code null} for a channel removes its exception,
   * and what a new exception does not name is taken from the general behaviour.
   *
   * @throws IllegalArgumentException with a sentence on what was expected; nothing has changed then
   */
  public synchronized void change(JsonObject wanted) {
    setting = changed(setting, wanted);
  }

  public JsonObject toJson() {
    Setting now = setting;
    var channels = new JsonObject();
    now.channels.forEach((channel, behaviour) -> channels.put(channel.code(), behaviour.toJson()));
    for (Channel channel : now.silent) {
      JsonObject members = channels.getJsonObject(channel.code(), new JsonObject());
      channels.put(channel.code(), members.put(SILENT, true));
    }
    return now.general.toJson().put("channels", channels);
  }

  private static Setting changed(Setting now, JsonObject wanted) {
    JsonObject forAll = wanted.copy();
    Object forChannels = forAll.remove("channels");
    Behaviour general = now.general.changedBy(forAll);
    if (forChannels == null) {
      return new Setting(general, now.channels, now.silent);
    }
    if (!(forChannels instanceof JsonObject each)) {
      throw new IllegalArgumentException("channels: " + forChannels + " (expected: an object)");
    }
    Map<Channel, Behaviour> channels = new EnumMap<>(Channel.class);
    channels.putAll(now.channels);
    Set<Channel> silent = EnumSet.noneOf(Channel.class);
    silent.addAll(now.silent);
    for (Map.Entry<String, Object> member : each) {
      Channel channel =
          Channel.of(member.getKey())
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "channels." + member.getKey() + ": unknown (expected: mail, sms, push)"));
      change(new Setting(general, channels, silent), channel, member.getValue());
    }
    return new Setting(general, channels, silent);
  }

  private static void change(Setting changing, Channel channel, Object wanted) {
    if (wanted == null) {
      changing.channels.remove(channel);
      changing.silent.remove(channel);
    } else if (wanted instanceof JsonObject given) {
      JsonObject members = given.copy();
      if (members.containsKey(SILENT)) {
        silence(changing.silent, channel, members.remove(SILENT));
      }
      if (!members.isEmpty() || given.isEmpty()) {
        Behaviour before = changing.channels.getOrDefault(channel, changing.general);
        changing.channels.put(channel, before.changedBy(members));
      }
    } else {
      throw new IllegalArgumentException(
          "channels." + channel.code() + ": " + wanted + " (expected: an object or null)");
    }
  }

  private static void silence(Set<Channel> silent, Channel channel, @Nullable Object wanted) {
    if (!(wanted instanceof Boolean on)) {
      throw new IllegalArgumentException(
          "channels.%s.silent: %s (expected: true or false)".formatted(channel.code(), wanted));
    }
    if (on) {
      silent.add(channel);
    } else {
      silent.remove(channel);
    }
  }
}
