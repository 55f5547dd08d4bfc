package io.sluice.experiment;

import io.sluice.surge.SurgeReport;
import java.util.Locale;

/** What a {@link RejectionReport} says, in sentences. */
final class RejectionReading {
  private final RejectionReport report;
  private final StringBuilder out = new StringBuilder();

  private RejectionReading(RejectionReport report) {
    this.report = report;
  }

  static String of(RejectionReport report) {
    var reading = new RejectionReading(report);
    if (report.options().rate() <= report.capacity()) {
      return "The load fits: nothing had to be refused, and the modes hardly differ.";
    }
    reading.retries();
    reading.callerRuns();
    reading.discard();
    reading.production();
    report.gateway().stream().filter(run -> run.retry().equals("none")).forEach(reading::gateway);
    return reading.out.toString().stripTrailing();
  }

  private ModeResult result(Mode mode) {
    return report.modes().stream()
        .filter(row -> row.mode() == mode)
        .findFirst()
        .orElseThrow()
        .result();
  }

  private void retries() {
    ModeResult plain = result(Mode.ABORT);
    ModeResult again = result(Mode.ABORT_AND_RETRY);
    say(
        String.format(
            Locale.ROOT,
            "Retries create no capacity: %d more attempts changed what was done by %+.1f %%.",
            again.attempts() - plain.attempts(),
            100.0 * (again.done() - plain.done()) / plain.done()));
    double attemptRate = again.attempts() / report.options().seconds();
    double together =
        1
            + report.options().retries()
                * Math.max(0, 1 - report.capacity() / report.options().rate());
    say(
        String.format(
            Locale.ROOT,
            "Of those attempts %.1f %% were refused, 1 - C/attempts is %.1f %%. Repeated at once they find"
                + " the queue as full as a moment before, so A is close to 1 + retries x (1 - C/rate) ="
                + " %.2f, below the model's, which draws anew each time.",
            100 * again.refusedShare(),
            100 * (1 - report.capacity() / attemptRate),
            together));
  }

  private void callerRuns() {
    ModeResult caller = result(Mode.CALLER_RUNS);
    say(
        String.format(
            Locale.ROOT,
            "Caller-runs refused nothing and made the submitter a worker (%d tasks): it needed %.2f s for"
                + " %.2f s of load, and one submission kept it up to %.1f ms.",
            caller.doneBySubmitter(),
            caller.offeringSeconds(),
            report.options().seconds(),
            caller.submitMaxMillis()));
  }

  private void discard() {
    ModeResult discard = result(Mode.DISCARD);
    say(
        String.format(
            Locale.ROOT,
            "Discard showed %d rejections while %.0f %% of the accepted work vanished.",
            discard.rejected(),
            100.0 * discard.dropped() / discard.accepted()));
  }

  private void production() {
    ModeResult ours = result(Mode.BOUNDED_EXECUTOR);
    say(
        String.format(
            Locale.ROOT,
            "BoundedExecutor refused %.1f %%, dropped %d and ran %d in the submitter.",
            100 * ours.refusedShare(),
            ours.dropped(),
            ours.doneBySubmitter()));
  }

  private void gateway(SurgeReport run) {
    var tiers = new StringBuilder();
    for (SurgeReport.Row tier : run.tiers()) {
      tiers.append(
          String.format(
              Locale.ROOT,
              "%s%.1f %% of %s",
              tiers.isEmpty() ? "" : ", ",
              100 * tier.successShare(),
              tier.name()));
    }
    say(
        String.format(
            Locale.ROOT,
            "The pool refuses whoever comes; the gateway chooses: %s, at %.0f/s in all.",
            tiers,
            run.total().goodputPerSecond()));
  }

  private void say(String sentence) {
    out.append(sentence).append(' ');
  }
}
