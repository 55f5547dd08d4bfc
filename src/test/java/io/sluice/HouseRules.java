package io.sluice;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Date;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * What the code of this house may not do, and the few places that may. References such as {@code
 * System::nanoTime} count like calls.
 */
final class HouseRules {
  private static final Pattern SOCKETS =
      Pattern.compile(
          "java\\.net\\.\\w*(Socket|Connection)|java\\.net\\.http\\..*"
              + "|java\\.nio\\.channels\\.\\w*(Socket|Datagram)\\w*");

  static final ArchRule IMPORTS_FOLLOW_THE_TABLE =
      classes().should(new ImportTable.Condition()).allowEmptyShould(true);

  static final ArchRule NO_PACKAGE_CYCLES =
      slices().matching("io.sluice.(**)").should().beFreeOfCycles().allowEmptyShould(true);

  static final ArchRule DECISIONS_TOUCH_NO_IO =
      noClasses()
          .that(
              are(
                  "are outside the packages that may touch the world",
                  it -> !ImportTable.isOuter(it)))
          .should()
          .dependOnClassesThat(
              are(
                  "belong to Vert.x, Netty, databases or sockets",
                  it ->
                      isIn(it, "io.vertx", "io.netty", "java.sql", "javax.sql")
                          || SOCKETS.matcher(it.getName()).matches()))
          .allowEmptyShould(true);

  static final ArchRule ONE_MONOTONIC_CLOCK =
      onlyIn("io.sluice.time.NanoClock", "read the monotonic clock", to(System.class, "nanoTime"));

  static final ArchRule ONE_WALL_CLOCK =
      onlyIn(
          "io.sluice.time.WallClock",
          "read the wall clock",
          to(System.class, "currentTimeMillis")
              .or(to(Date.class, "<init>").and(withoutArguments()))
              .or(to(Clock.class, "system", "systemUTC", "systemDefaultZone"))
              .or(to(Clock.class, "tickMillis", "tickSeconds", "tickMinutes"))
              .or(to(InstantSource.class, "system"))
              .or(
                  access(
                      "now of java.time",
                      it -> isIn(it.getTargetOwner(), "java.time") && it.getName().equals("now"))));

  static final ArchRule ONE_SOURCE_OF_RANDOMNESS =
      onlyIn(
          "io.sluice.time.Randomness",
          "draw from an unseeded generator",
          to(ThreadLocalRandom.class, "current")
              .or(to(Math.class, "random"))
              .or(to(StrictMath.class, "random"))
              .or(to(RandomGenerator.class, "of", "getDefault"))
              .or(to(Random.class, "<init>").and(withoutArguments()))
              .or(to(SplittableRandom.class, "<init>").and(withoutArguments())));

  static final ArchRule NOBODY_SLEEPS =
      nobodyMay("sleep", to(Thread.class, "sleep").or(to(TimeUnit.class, "sleep")));

  static final ArchRule NOTHING_IS_UNBOUNDED =
      nobodyMay(
          "use a queue or a pool without a bound",
          access("a pool", it -> isNamed(it, Executors.class) && it.getName().startsWith("new"))
              .or(to(ForkJoinPool.class, "commonPool"))
              .or(
                  access(
                      "Vert.x workers",
                      it ->
                          isIn(it.getTargetOwner(), "io.vertx")
                              && Set.of("executeBlocking", "createSharedWorkerExecutor")
                                  .contains(it.getName())))
              .or(to(LinkedBlockingQueue.class, "<init>").and(withoutACapacity()))
              .or(to(LinkedBlockingDeque.class, "<init>").and(withoutACapacity()))
              .or(to(LinkedTransferQueue.class, "<init>"))
              .or(to(PriorityBlockingQueue.class, "<init>"))
              .or(to(DelayQueue.class, "<init>")));

  static final ArchRule ONLY_THE_EXPERIMENT_LOSES_WORK =
      nobodyMay(
          are("are outside experiment", it -> !isIn(it, "io.sluice.experiment")),
          "discard work, or do it in the submitter",
          to(ThreadPoolExecutor.CallerRunsPolicy.class, "<init>")
              .or(to(ThreadPoolExecutor.DiscardPolicy.class, "<init>"))
              .or(to(ThreadPoolExecutor.DiscardOldestPolicy.class, "<init>")));

  static final ArchRule ONLY_THE_COMMANDS_PRINT =
      nobodyMay(
          are("are outside cli", it -> !isIn(it, "io.sluice.cli")),
          "print",
          to(System.class, "out", "err")
              .or(to(Throwable.class, "printStackTrace").and(withoutArguments())));

  private HouseRules() {}

  private static ArchRule onlyIn(
      String owner, String what, DescribedPredicate<JavaAccess<?>> access) {
    DescribedPredicate<JavaClass> others =
        are(
            "are outside " + owner,
            it -> !it.getName().equals(owner) && !it.getName().startsWith(owner + "$"));
    return nobodyMay(others, what, access);
  }

  private static ArchRule nobodyMay(String what, DescribedPredicate<JavaAccess<?>> access) {
    return nobodyMay(are("are anywhere", _ -> true), what, access);
  }

  private static ArchRule nobodyMay(
      DescribedPredicate<JavaClass> who, String what, DescribedPredicate<JavaAccess<?>> access) {
    return noClasses()
        .that(who)
        .should()
        .accessTargetWhere(access.as("they %s", what))
        .allowEmptyShould(true);
  }

  private static DescribedPredicate<JavaAccess<?>> to(Class<?> owner, String... names) {
    Set<String> wanted = Set.of(names);
    return access(owner.getSimpleName(), it -> isNamed(it, owner) && wanted.contains(it.getName()));
  }

  private static DescribedPredicate<JavaAccess<?>> withoutArguments() {
    return access(
        "without arguments",
        it ->
            it.getTarget() instanceof CodeUnitAccessTarget unit
                && unit.getRawParameterTypes().isEmpty());
  }

  private static DescribedPredicate<JavaAccess<?>> withoutACapacity() {
    return access(
        "without a capacity",
        it ->
            it.getTarget() instanceof CodeUnitAccessTarget unit
                && unit.getRawParameterTypes().stream()
                    .noneMatch(type -> type.isEquivalentTo(int.class)));
  }

  private static boolean isNamed(JavaAccess<?> access, Class<?> owner) {
    return access.getTargetOwner().isAssignableTo(owner);
  }

  private static boolean isIn(JavaClass type, String... packages) {
    for (String name : packages) {
      if (type.getPackageName().equals(name) || type.getPackageName().startsWith(name + ".")) {
        return true;
      }
    }
    return false;
  }

  private static DescribedPredicate<JavaAccess<?>> access(
      String description, Predicate<JavaAccess<?>> predicate) {
    return DescribedPredicate.describe(description, predicate);
  }

  private static DescribedPredicate<JavaClass> are(
      String description, Predicate<JavaClass> predicate) {
    return DescribedPredicate.describe(description, predicate);
  }
}
