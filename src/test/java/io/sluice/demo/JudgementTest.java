package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.surge.Watcher.Seen;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every bar can be missed. */
class JudgementTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long PHASE = 5 * SECOND;
  private static final List<Phase> PHASES = List.of(Phase.values());
  private static final long START = -3 * PHASE;

  private final Sightings seen = new Sightings();
  private long attempts = 110;
  private long probes = 5;
  private long lost;
  private long doubled;
  private long fallbacks;
  private final Map<Phase, Long> settled = new EnumMap<>(Phase.class);
  private int requests;

  @BeforeEach
  void settle() {
    settled.put(Phase.DEAD, begin(Phase.DEAD));
    for (Phase recovery : List.of(Phase.AFTER_SLOW, Phase.AFTER_ERRORS, Phase.AFTER_ALL)) {
      settled.put(recovery, begin(recovery) + 2 * SECOND);
    }
  }

  @Test
  void everythingIsMet_whenNothingGoesWrong() {
    calls();

    assertThat(bars()).hasSize(9).allMatch(Bar::met);
  }

  @Test
  void amplification_isMissed_beyondTheBudget() {
    calls();
    attempts = 121;

    assertThat(missed()).containsExactly("attempts/requests, the highest of all phases");
  }

  @Test
  void loans_areMissed_whenOneIsLostOrDoubled() {
    calls();
    lost = 1;
    doubled = 1;

    assertThat(missed()).hasSize(2).allMatch(what -> what.contains("loan"));
  }

  @Test
  void deadEndpoint_isMissed_whenItGoesOnCostingRequests() {
    calls();
    for (int i = 0; i < 3; i++) {
      seen("titles", begin(Phase.DEAD) + i, 502, 1);
    }

    assertThat(missed()).singleElement().asString().contains("dead endpoint");
  }

  @Test
  void deadEndpoint_isMissed_whenItIsNeverLeftOut() {
    calls();
    settled.remove(Phase.DEAD);

    assertThat(missed()).singleElement().asString().contains("dead endpoint");
  }

  @Test
  void probes_areMissed_whenThereAreMoreThanCooldowns() {
    calls();
    probes = 7;

    assertThat(missed()).singleElement().asString().contains("probes");
  }

  @Test
  void probes_areMissed_whenThereWereNone() {
    calls();
    probes = 0;

    assertThat(missed()).singleElement().asString().contains("probes");
  }

  @Test
  void recovery_isMissed_whenARequestFailsMoreThanTwoCooldownsLater() {
    calls();
    seen("titles", begin(Phase.AFTER_ERRORS) + 2 * SECOND - 1, 503, 1);
    assertThat(missed()).isEmpty();

    seen("titles", begin(Phase.AFTER_ERRORS) + 2 * SECOND, 503, 1);
    assertThat(missed()).singleElement().asString().endsWith("no more errors");
  }

  @Test
  void whatIsUnderWayWhenTheNextFaultBegins_isNoFailureOfARecovery() {
    calls();
    seen("titles", begin(Phase.ERRORS) - 1, 500, 1);

    assertThat(missed()).isEmpty();
  }

  @Test
  void recoveriesAndTheDeadEndpoint_areMissed_whenSomethingElseAnswersInstead() {
    calls();
    fallbacks = 3;

    assertThat(missed()).hasSize(4);
  }

  @Test
  void mail_isMissed_whenItIsSlowerOrFailsWithADeadPush() {
    calls();
    for (int i = 0; i < 10; i++) {
      seen("mail", begin(Phase.SILENT) + i, 202, 50);
    }
    assertThat(missed()).singleElement().asString().startsWith("mail's p99");
  }

  @Test
  void nothing_isMet_whenNobodyAsked() {
    assertThat(missed()).hasSize(5); // the dead endpoint, three recoveries, and mail
  }

  /** Requests that succeed, in every phase. */
  private void calls() {
    for (Phase phase : Phase.values()) {
      for (int i = 0; i < 500; i++) {
        seen(i % 2 == 0 ? "mail" : "titles", begin(phase) + i * SECOND / 100, 200, 10);
      }
    }
  }

  private void seen(String stream, long atNanos, int status, int millis) {
    boolean ok = status < 300;
    String id = "r" + ++requests;
    long ends = atNanos + millis * 1_000_000L;
    seen.ended(new Seen(stream, id, 1, status, ok, true, atNanos, atNanos, ends));
  }

  private List<String> missed() {
    return bars().stream().filter(bar -> !bar.met()).map(Bar::what).toList();
  }

  private List<Bar> bars() {
    List<Moment> moments = new ArrayList<>();
    for (Phase phase : Phase.values()) {
      moments.add(new Moment(phase, begin(phase), counts(PHASES.indexOf(phase))));
    }
    int all = PHASES.size();
    moments.add(new Moment(null, START + all * PHASE, counts(all)));
    Map<Phase, Moment> settlings = new EnumMap<>(Phase.class);
    settled.forEach(
        (phase, at) -> settlings.put(phase, new Moment(phase, at, counts(PHASES.indexOf(phase)))));
    var course = new Course(moments, settlings, seen);
    List<PhaseResult> phases = new ArrayList<>();
    for (Phase phase : Phase.values()) {
      Counts counts = course.counts(phase);
      phases.add(new PhaseResult(phase.label(), 5, 500, 1, 1, counts, lost, doubled, List.of()));
    }
    return new Judgement(course, phases).bars();
  }

  /** At the begin of the phase of that number. */
  private Counts counts(int number) {
    return new Counts(
        number * 100L,
        number * attempts,
        number * (attempts - 100),
        0,
        0,
        number * fallbacks,
        number * fallbacks,
        0,
        0,
        0,
        Map.of("push", number * probes));
  }

  private static long begin(Phase phase) {
    return START + PHASES.indexOf(phase) * PHASE;
  }
}
