package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every house rule finds its offender: the offenders are compiled here and live nowhere else. */
class HouseRulesBiteTest {
  @TempDir Path classes = Path.of("");

  @Test
  void theTable_findsAPackageWithoutARow() {
    JavaClasses attic = compile(Map.of("io.sluice.attic.Chest", "class Chest {}"));

    assertThat(ImportTable.withoutARow(attic)).containsExactly("io.sluice.attic");
  }

  @Test
  void theTable_findsForbiddenImports() {
    assertForbidden(
        "io.sluice.time <- io.sluice.exchange.Tier",
        "io.sluice.time <- io.sluice.exchange.Tier[]",
        "io.sluice.time <- java.util.List<io.sluice.exchange.Tier>",
        "io.sluice.options <- io.sluice.time.Deadline",
        "io.sluice.spi <- io.sluice.options.Bytes",
        "io.sluice.hint <- io.sluice.classify.Overflow",
        "io.sluice.dispatch <- io.sluice.classify.Overflow",
        "io.sluice.journey <- io.sluice.spi.Call",
        "io.sluice.simulate <- io.sluice.edge.ServerOptions",
        "io.sluice.admin <- io.sluice.edge.ServerOptions",
        "io.sluice.surge <- io.sluice.admit.LaneOptions",
        "io.sluice.config <- io.sluice.dispatch.BoundedExecutor",
        "io.sluice.admit <- io.sluice.config.Gateway",
        "io.sluice.edge <- io.sluice.config.Gateway",
        "io.sluice.simulate <- io.sluice.config.Gateway",
        "io.sluice.surge <- io.sluice.config.Gateway");
  }

  @Test
  void theTable_letsAllowedImportsPass() {
    assertAllowed(
        "io.sluice.time <- io.sluice.options.Bytes",
        "io.sluice.hint <- io.sluice.exchange.Tier",
        "io.sluice.journey <- io.sluice.dispatch.Task<?>",
        "io.sluice.edge <- io.sluice.spi.Call",
        "io.sluice.config <- io.sluice.edge.ServerOptions",
        "io.sluice.config <- io.sluice.admit.LaneOptions.Tiers",
        "io.sluice.config <- io.sluice.classify.Overflow",
        "io.sluice.cli <- io.sluice.dispatch.BoundedExecutor",
        "io.sluice.cli <- io.sluice.config.Gateway",
        "io.sluice <- io.sluice.config.Gateway",
        "io.sluice <- io.sluice.edge.ServerOptions");
  }

  @Test
  void aCycle_isFound() {
    JavaClasses cycle =
        compile(
            Map.of(
                "io.sluice.retry.A", "public class A { io.sluice.breaker.B b; }",
                "io.sluice.breaker.B", "public class B { io.sluice.retry.A a; }"));

    assertThat(violations(HouseRules.NO_PACKAGE_CYCLES, cycle)).hasSize(1);
  }

  @Test
  void inputAndOutput_areFoundInDecisions_andAllowedAtTheEdge() {
    String[] io = {
      "io.vertx.core.Vertx.vertx()",
      "io.netty.buffer.Unpooled.EMPTY_BUFFER",
      "java.sql.DriverManager.getLoginTimeout()",
      "new java.net.Socket()",
      "java.net.http.HttpClient.newHttpClient()",
      "java.nio.channels.SocketChannel.open()"
    };

    assertBites(HouseRules.DECISIONS_TOUCH_NO_IO, "io.sluice.admit.X", io);
    assertBites(HouseRules.DECISIONS_TOUCH_NO_IO, "io.sluice.config.X", io);
    assertSpares(HouseRules.DECISIONS_TOUCH_NO_IO, "io.sluice.edge.X", io);
  }

  @Test
  void aSecondMonotonicClock_isFound() {
    String[] reads = {"System.nanoTime()", "(java.util.function.LongSupplier) System::nanoTime"};

    assertBites(HouseRules.ONE_MONOTONIC_CLOCK, "io.sluice.time.Deadlines", reads);
    assertSpares(HouseRules.ONE_MONOTONIC_CLOCK, "io.sluice.time.NanoClock", reads);
  }

  @Test
  void aSecondWallClock_isFound() {
    String[] reads = {
      "System.currentTimeMillis()",
      "java.time.Instant.now()",
      "(java.util.function.Supplier<?>) java.time.Instant::now",
      "java.time.LocalDateTime.now()",
      "java.time.ZonedDateTime.now(java.time.ZoneOffset.UTC)",
      "java.time.Clock.systemUTC()",
      "java.time.Clock.tickMillis(java.time.ZoneOffset.UTC)",
      "java.time.InstantSource.system()",
      "new java.util.Date()"
    };

    assertBites(HouseRules.ONE_WALL_CLOCK, "io.sluice.time.NanoClock", reads);
    assertSpares(HouseRules.ONE_WALL_CLOCK, "io.sluice.time.WallClock", reads);
    assertSpares(
        HouseRules.ONE_WALL_CLOCK, "io.sluice.time.X", "java.time.Instant.ofEpochSecond(1)");
  }

  @Test
  void aSecondSourceOfRandomness_isFound() {
    String[] draws = {
      "java.util.concurrent.ThreadLocalRandom.current()",
      "Math.random()",
      "new java.util.Random()",
      "new java.util.SplittableRandom()",
      "java.util.random.RandomGenerator.getDefault()"
    };

    assertBites(HouseRules.ONE_SOURCE_OF_RANDOMNESS, "io.sluice.hint.X", draws);
    assertSpares(HouseRules.ONE_SOURCE_OF_RANDOMNESS, "io.sluice.time.Randomness", draws);
    assertSpares(
        HouseRules.ONE_SOURCE_OF_RANDOMNESS, "io.sluice.hint.X", "new java.util.Random(1)");
  }

  @Test
  void aSleeper_isFound() {
    assertBites(
        HouseRules.NOBODY_SLEEPS,
        "io.sluice.edge.X",
        "(Nap) Thread::sleep",
        "(Nap) java.util.concurrent.TimeUnit.SECONDS::sleep");
  }

  @Test
  void whateverIsUnbounded_isFound() {
    assertBites(
        HouseRules.NOTHING_IS_UNBOUNDED,
        "io.sluice.edge.X",
        "java.util.concurrent.Executors.newFixedThreadPool(2)",
        "java.util.concurrent.Executors.newCachedThreadPool()",
        "java.util.concurrent.ForkJoinPool.commonPool()",
        "new java.util.concurrent.LinkedBlockingQueue<String>()",
        "new java.util.concurrent.LinkedBlockingDeque<String>()",
        "new java.util.concurrent.LinkedTransferQueue<String>()",
        "new java.util.concurrent.PriorityBlockingQueue<String>()",
        "((io.vertx.core.Vertx) null).executeBlocking(() -> 1)",
        "((io.vertx.core.Context) null).executeBlocking(() -> 1)",
        "((io.vertx.core.Vertx) null).createSharedWorkerExecutor(\"x\")");
    assertSpares(
        HouseRules.NOTHING_IS_UNBOUNDED,
        "io.sluice.edge.X",
        "new java.util.concurrent.LinkedBlockingQueue<String>(8)",
        "new java.util.concurrent.ArrayBlockingQueue<String>(8)");
  }

  @Test
  void lostWork_isFound_outsideTheExperiment() {
    String[] policies = {
      "new java.util.concurrent.ThreadPoolExecutor.CallerRunsPolicy()",
      "new java.util.concurrent.ThreadPoolExecutor.DiscardPolicy()",
      "(java.util.function.Supplier<?>)"
          + " java.util.concurrent.ThreadPoolExecutor.DiscardOldestPolicy::new"
    };

    assertBites(HouseRules.ONLY_THE_EXPERIMENT_LOSES_WORK, "io.sluice.dispatch.X", policies);
    assertSpares(HouseRules.ONLY_THE_EXPERIMENT_LOSES_WORK, "io.sluice.experiment.X", policies);
    assertSpares(
        HouseRules.ONLY_THE_EXPERIMENT_LOSES_WORK,
        "io.sluice.dispatch.X",
        "new java.util.concurrent.ThreadPoolExecutor.AbortPolicy()");
  }

  @Test
  void aPrinter_isFound_outsideTheCommands() {
    String[] prints = {"System.out", "System.err", "(Runnable) new Throwable()::printStackTrace"};

    assertBites(HouseRules.ONLY_THE_COMMANDS_PRINT, "io.sluice.edge.X", prints);
    assertSpares(HouseRules.ONLY_THE_COMMANDS_PRINT, "io.sluice.cli.X", prints);
  }

  private void assertForbidden(String... imports) {
    List<String> violations = violationsOfTheTable(imports);
    for (int i = 0; i < imports.length; i++) {
      assertThat(violations).as(imports[i]).anyMatch(mentions("Importer" + i));
    }
  }

  private void assertAllowed(String... imports) {
    assertThat(violationsOfTheTable(imports)).isEmpty();
  }

  /** Each import is written {@code package <- type}. */
  private List<String> violationsOfTheTable(String... imports) {
    Map<String, String> sources = new HashMap<>();
    sources.put("io.sluice.config.Gateway", "public class Gateway {}");
    for (int i = 0; i < imports.length; i++) {
      String[] sides = imports[i].split(" <- ", 2);
      sources.put(
          sides[0] + ".Importer" + i, "record Importer%d(%s imported) {}".formatted(i, sides[1]));
    }
    return violations(HouseRules.IMPORTS_FOLLOW_THE_TABLE, compile(sources));
  }

  private void assertBites(ArchRule rule, String offender, String... expressions) {
    List<String> violations = violations(rule, compile(offender, expressions));
    for (int i = 0; i < expressions.length; i++) {
      assertThat(violations).as(expressions[i]).anyMatch(mentions("offence" + i));
    }
  }

  private void assertSpares(ArchRule rule, String innocent, String... expressions) {
    assertThat(violations(rule, compile(innocent, expressions))).isEmpty();
  }

  private static Predicate<String> mentions(String word) {
    return Pattern.compile("\\b" + word + "\\b").asPredicate();
  }

  private static List<String> violations(ArchRule rule, JavaClasses classes) {
    return rule.evaluate(classes).getFailureReport().getDetails();
  }

  /** One class with a method for each expression. */
  private JavaClasses compile(String name, String... expressions) {
    StringBuilder source = new StringBuilder("class " + name.substring(name.lastIndexOf('.') + 1));
    source.append(" { interface Nap { void nap(long time) throws Exception; }\n");
    for (int i = 0; i < expressions.length; i++) {
      source.append(
          "Object offence%d() throws Exception { return %s; }\n".formatted(i, expressions[i]));
    }
    return compile(Map.of(name, source.append("}").toString()));
  }

  /** Compiles source texts by class name, and reads what came of them. */
  private JavaClasses compile(Map<String, String> sources) {
    Path target = classes.resolve("of" + sources.hashCode());
    List<JavaFileObject> units = new ArrayList<>();
    sources.forEach((name, text) -> units.add(new Source(name, text)));
    List<String> options =
        List.of(
            "-proc:none", "-d", target.toString(), "-cp", System.getProperty("java.class.path"));
    StringWriter complaints = new StringWriter();
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(complaints, null, null, options, null, units)
            .call();
    assertThat(compiled).as(complaints.toString()).isTrue();
    return new ClassFileImporter().importPath(target);
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + name.replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = "package " + name.substring(0, name.lastIndexOf('.')) + "; " + text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
