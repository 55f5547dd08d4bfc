package io.sluice.library;

import io.vertx.core.json.JsonObject;
import java.util.EnumMap;
import java.util.Map;

/**
 * The behaviour of the library while it runs: a general one, and exceptions for single notification
 * channels. Safe from any thread; a call uses what was set when its work began.
 *
 * <p>As JSON: {@code {"serviceMs": 6, "failureRate": 0, "channels": {"mail": {"serviceMs": 500}}}}.
 */
public final class Knobs {
  private record Setting(Behaviour general, Map<Channel, Behaviour> channels) {}

  private volatile Setting setting;

  public Knobs(Behaviour general) {
    this.setting = new Setting(general, Map.of());
  }

  public Behaviour general() {
    return setting.general;
  }

  Behaviour of(Channel channel) {
    Setting now = setting;
    return now.channels.getOrDefault(channel, now.general);
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
    return now.general.toJson().put("channels", channels);
  }

  private static Setting changed(Setting now, JsonObject wanted) {
    JsonObject forAll = wanted.copy();
    Object forChannels = forAll.remove("channels");
    Behaviour general = now.general.changedBy(forAll);
    if (forChannels == null) {
      return new Setting(general, now.channels);
    }
    if (!(forChannels instanceof JsonObject each)) {
      throw new IllegalArgumentException("channels: " + forChannels + " (expected: an object)");
    }
    Map<Channel, Behaviour> channels = new EnumMap<>(Channel.class);
    channels.putAll(now.channels);
    for (Map.Entry<String, Object> member : each) {
      Channel channel =
          Channel.of(member.getKey())
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "channels." + member.getKey() + ": unknown (expected: mail, sms, push)"));
      change(channels, channel, member.getValue(), general);
    }
    return new Setting(general, channels);
  }

  private static void change(
      Map<Channel, Behaviour> channels, Channel channel, Object wanted, Behaviour general) {
    if (wanted == null) {
      channels.remove(channel);
    } else if (wanted instanceof JsonObject members) {
      channels.put(channel, channels.getOrDefault(channel, general).changedBy(members));
    } else {
      throw new IllegalArgumentException(
          "channels." + channel.code() + ": " + wanted + " (expected: an object or null)");
    }
  }
}
