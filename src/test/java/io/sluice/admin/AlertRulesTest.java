package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.breaker.BreakerState;
import io.sluice.breaker.Transition.Why;
import io.sluice.exchange.Reason;
import io.sluice.observe.MetricNames;
import io.sluice.observe.Quantile;
import io.sluice.observe.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The shipped alerts speak of metrics, labels and label values that exist. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AlertRulesTest {
  private static final Path RULES = Path.of("conf", "prometheus", "sluice-alerts.yml");
  private static final Pattern STRING = Pattern.compile("\"[^\"]*\"");
  private static final Pattern DURATION = Pattern.compile("\\b\\d+(ms|s|m|h)\\b");
  private static final Pattern WORD = Pattern.compile("[a-zA-Z_][\\w:]*");
  private static final Pattern SELECTOR = Pattern.compile("(sluice_\\w+)\\s*\\{([^}]*)}");
  private static final Pattern MATCHER =
      Pattern.compile("(\\w+)\\s*(?:=|!=|=~|!~)\\s*\"([^\"]*)\"");
  private static final Set<String> PROMQL =
      Set.of(
          "sum",
          "min",
          "max",
          "without",
          "by",
          "and",
          "or",
          "unless",
          "on",
          "ignoring",
          "offset",
          "rate",
          "increase",
          "min_over_time",
          "max_over_time");

  private static final Map<String, MetricNames> NAMES =
      Arrays.stream(MetricNames.values()).collect(Collectors.toMap(MetricNames::text, n -> n));

  private List<Rule> rules = List.of();
  private Set<String> recorded = Set.of();

  private record Rule(
      String name,
      boolean isAlert,
      String expr,
      Map<String, String> labels,
      Map<String, String> annotations) {}

  @BeforeAll
  void read() throws IOException {
    Object file = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(RULES));
    rules =
        list(map(file).get("groups")).stream()
            .flatMap(group -> list(map(group).get("rules")).stream())
            .map(rule -> rule(map(rule)))
            .toList();
    recorded =
        rules.stream().filter(rule -> !rule.isAlert).map(Rule::name).collect(Collectors.toSet());
  }

  private static Rule rule(Map<?, ?> rule) {
    boolean isAlert = rule.containsKey("alert");
    return new Rule(
        String.valueOf(rule.get(isAlert ? "alert" : "record")),
        isAlert,
        String.valueOf(rule.get("expr")),
        isAlert ? texts(rule.get("labels")) : Map.of(),
        isAlert ? texts(rule.get("annotations")) : Map.of());
  }

  private static Map<String, String> texts(@Nullable Object yaml) {
    return map(yaml).entrySet().stream()
        .collect(
            Collectors.toMap(e -> String.valueOf(e.getKey()), e -> String.valueOf(e.getValue())));
  }

  private static Map<?, ?> map(@Nullable Object yaml) {
    return (Map<?, ?>) Objects.requireNonNull(yaml);
  }

  private static List<?> list(@Nullable Object yaml) {
    return (List<?>) Objects.requireNonNull(yaml);
  }

  private Stream<Rule> alerts() {
    return rules.stream().filter(Rule::isAlert);
  }

  private static Stream<MatchResult> all(Pattern pattern, String text) {
    return pattern.matcher(text).results();
  }

  @Test
  void alerts_coverWhatOperatorsWereToldToWatch_onceEach() {
    assertThat(alerts().map(Rule::name))
        .contains(
            "SluiceQueueDeep",
            "SluiceWaitLong",
            "SluiceTelemetryLost",
            "SluiceAmplification",
            "SluiceBreakerOpen",
            "SluiceLoopLag")
        .doesNotHaveDuplicates();
  }

  @Test
  void expressions_useNothing_butKnownMetricsLabelsAndFunctions() {
    var known = new HashSet<>(PROMQL);
    known.addAll(NAMES.keySet());
    known.addAll(recorded);
    NAMES.values().forEach(name -> known.addAll(name.labels()));
    for (Rule rule : rules) {
      String bare = STRING.matcher(rule.expr).replaceAll("\"\"");
      bare = DURATION.matcher(bare).replaceAll("");
      assertThat(all(WORD, bare).map(MatchResult::group)).as("%s", rule).isSubsetOf(known);
      assertThat(all(WORD, bare).map(MatchResult::group))
          .anyMatch(word -> word.startsWith("sluice"));
    }
  }

  @Test
  void selectors_useLabelsOfTheirMetric_andValuesThatOccur() {
    Map<String, Set<String>> values =
        Map.of(
            "quantile", codes(Quantile.values(), Quantile::code),
            "stage", codes(Stage.values(), Stage::code),
            "reason", union(codes(Reason.values(), Reason::code), codes(Why.values(), Why::code)),
            "state", codes(BreakerState.values(), BreakerState::code));
    int selectors = 0;
    for (Rule rule : rules) {
      for (MatchResult selector : all(SELECTOR, rule.expr).toList()) {
        MetricNames name = Objects.requireNonNull(NAMES.get(selector.group(1)));
        for (MatchResult matcher : all(MATCHER, selector.group(2)).toList()) {
          assertThat(name.labels()).contains(matcher.group(1));
          assertThat(values.get(matcher.group(1))).contains(matcher.group(2));
          selectors++;
        }
      }
    }
    assertThat(selectors).isGreaterThanOrEqualTo(4);
  }

  private static Set<String> union(Set<String> some, Set<String> others) {
    var all = new HashSet<>(some);
    all.addAll(others);
    return all;
  }

  private static <T> Set<String> codes(T[] all, Function<T, String> code) {
    return Arrays.stream(all).map(code).collect(Collectors.toSet());
  }

  @Test
  void alerts_sayHowUrgentTheyAre_andWhatToDo() {
    assertThat(alerts())
        .allSatisfy(
            rule -> {
              assertThat(rule.labels.get("severity")).isIn("page", "ticket");
              assertThat(rule.annotations).containsOnlyKeys("summary", "description");
              assertThat(rule.annotations.values()).allMatch(text -> text.endsWith("."));
              assertThat(
                      rule.annotations.values().stream()
                          .flatMap(text -> all(Pattern.compile("sluice_\\w+"), text))
                          .map(MatchResult::group))
                  .isSubsetOf(NAMES.keySet());
            });
  }
}
