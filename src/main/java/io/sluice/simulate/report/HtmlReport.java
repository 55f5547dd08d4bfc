package io.sluice.simulate.report;

import io.sluice.simulate.Rehearsal;

/** A rehearsal as a page. */
public final class HtmlReport {
  private HtmlReport() {}

  public static String of(Rehearsal rehearsal) {
    return TextReport.of(rehearsal);
  }
}
