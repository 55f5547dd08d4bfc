package io.sluice.edge;

import io.sluice.spi.Answer;
import io.sluice.spi.BlockingBackend;
import io.sluice.spi.Call;

/** Blocking Java whose work the running test decides; known to the gateway as {@code scripted}. */
public final class ScriptedBackend implements BlockingBackend {
  /** What it does with a call. */
  interface Work {
    Answer handle(Call call) throws Exception;
  }

  private static final Work NOTHING = _ -> Answer.json(200, "{}");
  private static volatile Work work = NOTHING;

  /** For the calls from now on; one test at a time. */
  static void does(Work next) {
    work = next;
  }

  @Override
  public String name() {
    return "scripted";
  }

  @Override
  public Answer handle(Call call) throws Exception {
    return work.handle(call);
  }
}
