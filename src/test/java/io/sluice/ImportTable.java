package io.sluice;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which package may import which: the design's table, row by row. */
final class ImportTable {
  private static final String HOUSE = "io.sluice";
  private static final String ROOT = "";

  /** Package to the packages it may import, besides itself; null for every package. */
  private static final Map<String, @Nullable Set<String>> MAY_IMPORT = new LinkedHashMap<>();

  /** Packages that may touch Vert.x, sockets, databases, Redis or Kafka. */
  private static final Set<String> OUTER =
      Set.of(
          "edge",
          "edge.tls",
          "admin",
          "store",
          "library",
          "client",
          "surge",
          "demo",
          "experiment",
          "cli",
          ROOT);

  static {
    row("options");
    row("spi");
    row("time", "options");
    row("accesslog", "options", "exchange", "time");
    row("admit.limit", "options");
    row("exchange", "options", "time");
    for (String decision :
        Set.of(
            "dispatch",
            "classify",
            "hint",
            "retry",
            "breaker",
            "balance",
            "quota",
            "fallback",
            "idempotency",
            "respond",
            "observe",
            "trust",
            "websocket")) {
      row(decision, "options", "exchange", "time");
    }
    // A route's options hold those of what stands around its calls.
    row("classify", "options", "exchange", "time", "fallback", "idempotency");
    row("admit", "options", "exchange", "time", "admit.limit");
    Set<String> decisions = new TreeSet<>(MAY_IMPORT.keySet());
    decisions.removeAll(Set.of("spi", "accesslog"));
    MAY_IMPORT.put("journey", Set.copyOf(decisions));
    decisions.add("journey");
    row("simulate.scenario", "options", "admit", "classify", "hint", "retry", "breaker");
    row("simulate.replay", "options", "exchange", "classify");
    MAY_IMPORT.put("simulate", union(decisions, "simulate.scenario", "simulate.replay"));
    row(
        "simulate.report",
        "options",
        "exchange",
        "admit",
        "simulate",
        "simulate.scenario",
        "simulate.replay");
    row("plan", "options", "exchange", "time", "admit", "classify", "retry", "simulate");
    decisions.addAll(Set.of("spi", "accesslog"));
    for (String adapter : Set.of("edge", "admin", "store", "library", "client")) {
      MAY_IMPORT.put(adapter, Set.copyOf(decisions));
    }
    row("surge", "options", "exchange", "time", "retry", "client");
    row("pem");
    row("edge.tls", "options", "observe", "pem");
    MAY_IMPORT.put("edge", union(decisions, "edge.tls", "pem"));
    row(
        "config",
        "options",
        "exchange",
        "time",
        "pem"); // and what option records are made of: see below
    row("demo", "options", "exchange", "time", "retry", "client", "surge");
    row(
        "experiment",
        "options",
        "exchange",
        "time",
        "dispatch",
        "simulate",
        "spi",
        "client",
        "surge");
    MAY_IMPORT.put("cli", null);
    MAY_IMPORT.put(ROOT, null);
  }

  private ImportTable() {}

  private static Set<String> union(Set<String> imports, String... more) {
    var all = new TreeSet<>(imports);
    all.addAll(Set.of(more));
    return Set.copyOf(all);
  }

  private static void row(String name, String... imports) {
    MAY_IMPORT.put(name, Set.of(imports));
  }

  /** Packages of ours that have no row yet. */
  static Set<String> withoutARow(JavaClasses classes) {
    Set<String> unplaced = new TreeSet<>();
    for (JavaClass type : classes) {
      if (!MAY_IMPORT.containsKey(room(type))) {
        unplaced.add(type.getPackageName());
      }
    }
    return unplaced;
  }

  static boolean isOuter(JavaClass type) {
    return OUTER.contains(room(type));
  }

  private static boolean allows(JavaClass from, JavaClass to) {
    if (room(from).equals(room(to))) {
      return true;
    }
    if (room(from).equals("config") && isPartOfAnOptionsRecord(to)) {
      return true;
    }
    Set<String> imports = MAY_IMPORT.getOrDefault(room(from), Set.of());
    return imports == null || imports.contains(room(to));
  }

  /**
   * The configuration fills option records, whose components may be enums of their stage, and asks
   * the shares themselves whether a weight can ever fit.
   */
  private static boolean isPartOfAnOptionsRecord(JavaClass type) {
    return type.isEnum()
        || type.getSimpleName().equals("TierShares")
        || outermost(type).getSimpleName().endsWith("Options");
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(ImportTable::outermost).orElse(type);
  }

  /** The package below the house: {@code admit.limit}; empty for the root. */
  private static String room(JavaClass type) {
    String name = type.getPackageName();
    return name.equals(HOUSE) ? ROOT : name.substring(HOUSE.length() + 1);
  }

  private static boolean isOurs(JavaClass type) {
    return type.getPackageName().equals(HOUSE) || type.getPackageName().startsWith(HOUSE + ".");
  }

  static final class Condition extends ArchCondition<JavaClass> {
    Condition() {
      super("import only what the table allows");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (isOurs(target) && !allows(type, target)) {
          events.add(SimpleConditionEvent.violated(type, dependency.getDescription()));
        }
      }
    }
  }
}
