package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code SIMULATOR.md} explains every key of a scenario that is not a gateway's, and no other. */
class SimulatorDocsTest {
  private static final Set<String> AS_IN_A_GATEWAY = Set.of("hints", "lanes", "routes");

  private static String docs() throws IOException {
    return Files.readString(Path.of("src/docs/SIMULATOR.md"));
  }

  private static Set<String> keys() {
    var keys = new TreeSet<String>();
    collect(FileForm.SCENARIO.root(), keys);
    return keys;
  }

  private static void collect(Shape shape, Set<String> keys) {
    switch (shape) {
      case Shape.Section section -> {
        for (Shape.Entry entry : section.entries()) {
          keys.add(entry.name());
          if (!AS_IN_A_GATEWAY.contains(entry.name())) {
            collect(entry.shape(), keys);
          }
        }
      }
      case Shape.Named named -> collect(named.each(), keys);
      case Shape.Sequence list -> collect(list.each(), keys);
      case Scalar _ -> {}
    }
  }

  @Test
  void everyKey_isExplained() throws IOException {
    String docs = docs();
    assertThat(keys()).hasSizeGreaterThan(40).allMatch(key -> docs.contains("`" + key + "`"));
  }

  @Test
  void firstColumns_nameOnlyKeysThereAre() throws IOException {
    var named = new TreeSet<String>();
    boolean table = false;
    for (String line : docs().lines().toList()) {
      if (!line.startsWith("|")) {
        table = false;
      } else if (table) {
        Pattern.compile("`([a-zA-Z0-9]+)`")
            .matcher(line.split("\\|")[1])
            .results()
            .forEach(found -> named.add(found.group(1)));
      } else {
        table = !line.startsWith("| option");
      }
    }
    assertThat(named).hasSizeGreaterThan(30).isSubsetOf(keys());
  }
}
