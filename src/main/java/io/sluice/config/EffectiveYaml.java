package io.sluice.config;

import io.sluice.config.Shape.Entry;
import io.sluice.options.Key;
import io.sluice.options.LaneLimit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/**
 * Writes options as the YAML that would give them, every default spelled out. Only what is hidden
 * does not survive: it is written {@code ***}.
 */
final class EffectiveYaml {
  private final Set<String> hidden;

  private EffectiveYaml(Set<String> hidden) {
    this.hidden = hidden;
  }

  static String render(GatewayOptions options, Set<String> hidden) {
    var settings = DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).setWidth(200);
    Object tree = new EffectiveYaml(hidden).section(FileForm.GATEWAY.root(), options, "");
    return new Dump(settings.build()).dumpToString(tree);
  }

  private Map<String, Object> section(Shape.Section section, Record options, String path) {
    var all = new LinkedHashMap<String, Object>();
    for (Entry entry : section.entries()) {
      String at = path.isEmpty() ? entry.name() : path + "." + entry.name();
      Object value = entry.valueIn(options);
      if (!isLeftOut(value)) {
        all.put(entry.name(), tree(entry.shape(), value, at, entry.key().secret()));
      }
    }
    return all;
  }

  private static boolean isLeftOut(@Nullable Object value) {
    return value == null || value.equals(Key.LEFT_OUT);
  }

  private Object tree(Shape shape, Object value, String path, boolean secret) {
    return switch (shape) {
      case Shape.Section section -> section(section, (Record) value, path);
      case Shape.Named named -> {
        var all = new LinkedHashMap<String, Object>();
        ((Map<?, ?>) value)
            .forEach(
                (name, each) ->
                    all.put(name.toString(), tree(named.each(), each, path + "." + name, secret)));
        yield all;
      }
      case Shape.Sequence list -> {
        var items = new java.util.ArrayList<Object>();
        for (Object each : (List<?>) value) {
          items.add(tree(list.each(), each, path + "[" + items.size() + "]", secret));
        }
        yield items;
      }
      case Scalar scalar -> scalar(value, secret || hidden.contains(path));
    };
  }

  private static Object scalar(Object value, boolean hide) {
    if (value instanceof Integer || value instanceof Boolean) {
      return hide ? "***" : value;
    }
    if (value instanceof LaneLimit limit && !limit.isAdaptive()) {
      return hide ? "***" : limit.permits();
    }
    String text = Scalar.write(value);
    return hide && !text.isEmpty() ? "***" : text.replace("${", "$${");
  }
}
