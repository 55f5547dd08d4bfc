package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The code of the house keeps the {@link HouseRules} and the {@link ImportTable}. */
class HouseRulesTest {
  private static JavaClasses house = new ClassFileImporter().importClasses();

  @BeforeAll
  static void readTheHouse() {
    house =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.sluice");
    assertThat(house).as("classes read").isNotEmpty();
  }

  @Test
  void everyPackage_hasARowInTheTable() {
    assertThat(ImportTable.withoutARow(house)).isEmpty();
  }

  @Test
  void imports_followTheTable() {
    HouseRules.IMPORTS_FOLLOW_THE_TABLE.check(house);
  }

  @Test
  void packages_formNoCycles() {
    HouseRules.NO_PACKAGE_CYCLES.check(house);
  }

  @Test
  void decisions_touchNoIo() {
    HouseRules.DECISIONS_TOUCH_NO_IO.check(house);
  }

  @Test
  void theMonotonicClock_isReadInOnePlace() {
    HouseRules.ONE_MONOTONIC_CLOCK.check(house);
  }

  @Test
  void theWallClock_isReadInOnePlace() {
    HouseRules.ONE_WALL_CLOCK.check(house);
  }

  @Test
  void randomness_comesFromOnePlace() {
    HouseRules.ONE_SOURCE_OF_RANDOMNESS.check(house);
  }

  @Test
  void nobody_sleeps() {
    HouseRules.NOBODY_SLEEPS.check(house);
  }

  @Test
  void nothing_isUnbounded() {
    HouseRules.NOTHING_IS_UNBOUNDED.check(house);
  }

  @Test
  void onlyTheExperiment_losesWork() {
    HouseRules.ONLY_THE_EXPERIMENT_LOSES_WORK.check(house);
  }

  @Test
  void onlyTheCommands_print() {
    HouseRules.ONLY_THE_COMMANDS_PRINT.check(house);
  }
}
