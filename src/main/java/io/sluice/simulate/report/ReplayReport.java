package io.sluice.simulate.report;

import io.sluice.exchange.Reason;
import io.sluice.simulate.ReplayResult;
import io.sluice.simulate.ReplayResult.Count;
import io.sluice.simulate.replay.RecordedLog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a replay would have admitted, beside what was, as text and as a tree for JSON. */
public final class ReplayReport {
  private final RecordedLog log;
  private final ReplayResult candidate;
  private final @Nullable ReplayResult current;

  /**
   * @param current the same requests through the configuration that was in force; null to compare
   *     with what the log says
   */
  public ReplayReport(RecordedLog log, ReplayResult candidate, @Nullable ReplayResult current) {
    this.log = log;
    this.candidate = candidate;
    this.current = current;
  }

  private Map<Reason, Long> before(ReplayResult.Key key, Count count) {
    if (current == null) {
      return count.refusedThen();
    }
    Count then = current.counts().get(key);
    return then == null ? Map.of() : then.refused();
  }

  /** All of it, ending in a line feed. */
  public String text() {
    var out = new StringBuilder();
    notes().forEach(note -> out.append(note).append('\n'));
    String then = current == null ? "log" : "current";
    line(
        out,
        "%n%-24s %-4s %10s %10s %10s %10s %10s %11s",
        "route",
        "tier",
        "requests",
        "admitted",
        "waited",
        "p99 wait",
        "refused",
        "vs " + then);
    candidate
        .counts()
        .forEach(
            (key, count) -> {
              long difference = count.refusedInAll() - sum(before(key, count));
              line(
                  out,
                  "%-24s %-4s %,10d %,10d %,10d %8.1fms %,10d %+,11d",
                  key.route(),
                  key.tier().code(),
                  count.arrived(),
                  count.admitted(),
                  count.waited(),
                  count.waitP99Millis(),
                  count.refusedInAll(),
                  difference);
              line(out, "    refused: %s", words(count.refused()));
              line(out, "    %s: %s", then, words(before(key, count)));
            });
    BackendLines.of(candidate.backends(), candidate.budgetRefusals())
        .forEach(each -> line(out, "%-8s %s", each.label(), each.text()));
    out.append('\n').append(reading()).append('\n');
    return out.toString();
  }

  private String reading() {
    long refused = 0;
    long then = 0;
    long arrived = 0;
    for (Map.Entry<ReplayResult.Key, Count> each : candidate.counts().entrySet()) {
      refused += each.getValue().refusedInAll();
      then += sum(before(each.getKey(), each.getValue()));
      arrived += each.getValue().arrived();
    }
    return String.format(
        Locale.ROOT,
        "Of %,d requests the candidate refuses %,d; %s %,d. It was asked of a backend that answers"
            + " every call in the time it took then, however many there are.",
        arrived,
        refused,
        current == null ? "of those in the log, refused were" : "the current configuration",
        then);
  }

  /** What has to be known of the log to believe the figures. */
  public List<String> notes() {
    var notes = new ArrayList<String>();
    long drawn = log.requests().stream().filter(each -> each.serviceMicros() < 0).count();
    notes.add(
        "%,d requests; the service times of %,d that were not served are drawn from those of their route"
            .formatted(log.requests().size(), drawn));
    note(
        notes,
        log.represented(),
        "refusals had no line of their own and were put evenly in their time");
    note(notes, log.dropped(), "lines were dropped by the log itself: what they told is missing");
    note(notes, log.withoutRoute(), "requests never came to a lane and are left out");
    note(notes, log.streams(), "streams hold no permits and are left out");
    note(notes, candidate.unrouted(), "of the requests are taken by no route of the candidate");
    note(notes, candidate.telemetry(), "requests go to telemetry routes, which take no permits");
    if (log.truncated()) {
      notes.add("the file ends in the middle of a line, which is left out");
    }
    if (log.coarse()) {
      notes.add("times of whole seconds: the requests of one second are spread evenly over it");
      if (current == null) {
        notes.add("the combined format does not say who was refused: --current compares");
      }
    }
    return notes;
  }

  private static void note(List<String> notes, long count, String what) {
    if (count > 0) {
      notes.add("%,d %s".formatted(count, what));
    }
  }

  /** As a tree that any JSON writer can write. */
  public Map<String, Object> json() {
    var all = new LinkedHashMap<String, Object>();
    all.put("notes", notes());
    all.put("comparedWith", current == null ? "log" : "current");
    var routes = new ArrayList<Map<String, Object>>();
    candidate
        .counts()
        .forEach(
            (key, count) -> {
              var each = new LinkedHashMap<String, Object>();
              each.put("route", key.route());
              each.put("tier", key.tier().code());
              each.put("requests", count.arrived());
              each.put("admitted", count.admitted());
              each.put("waited", count.waited());
              each.put("waitP99Ms", count.waitP99Millis());
              each.put("answered", count.answered());
              each.put("failed", count.failed());
              each.put("refused", codes(count.refused()));
              each.put("refusedBefore", codes(before(key, count)));
              routes.add(each);
            });
    all.put("routes", routes);
    all.put("backends", BackendLines.tree(candidate.backends()));
    all.put("budgetRefusals", candidate.budgetRefusals());
    all.put("reading", reading());
    return all;
  }

  private static Map<String, Long> codes(Map<Reason, Long> counts) {
    var codes = new LinkedHashMap<String, Long>();
    counts.forEach((reason, count) -> codes.put(reason.code(), count));
    return codes;
  }

  private static String words(Map<Reason, Long> counts) {
    return counts.isEmpty()
        ? "none"
        : counts.entrySet().stream()
            .map(e -> "%s %,d".formatted(e.getKey().code(), e.getValue()))
            .collect(Collectors.joining(", "));
  }

  private static long sum(Map<Reason, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  @SuppressWarnings("AnnotateFormatMethod") // its formats are literals in this file
  private static void line(StringBuilder out, String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
