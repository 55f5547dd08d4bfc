package io.sluice.simulate;

import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.VegasLimit;
import io.sluice.admit.limit.*;
import java.time.Duration;
import java.util.*;
import java.util.function.Supplier;

final class Compare {
  static LimitOptions opts() {
    return LimitOptions.DEFAULT;
  }
  static Supplier<LimitDriver> driver(String name) {
    return switch (name) {
      case "vegas" -> () -> new WindowDriver(new GuardedVegas(opts()), (s, m) -> {});
      case "vegas-v" -> () -> new WindowDriver(new GuardedVegas(opts()), (s, m) ->
        System.out.printf("%5.0fms n=%d p50=%.1f N=%.1f peak=%d X=%.0f sat=%s drops=%d -> %.1f %s%n", s.nanos()/1e6, s.samples(), s.medianNanos()/1e6, s.meanInFlight(), s.peakInFlight(), s.perSecond(), s.saturated(), s.drops(), m.limit(), m.why()));
      case "gradient" -> () -> new WindowDriver(new GradientLimit(opts()), (s, m) -> {});
      case "aimd" -> () -> new WindowDriver(new AimdLimit(opts()), (s, m) -> {});
      case "nf-gradient2" -> () -> new NetflixDriver(Gradient2Limit.newDefault());
      case "nf-vegas" -> () -> new NetflixDriver(VegasLimit.newDefault());
      case "nf-aimd" -> () -> new NetflixDriver(AIMDLimit.newBuilder().build());
      default -> () -> new WindowDriver(new FixedLimit(Integer.parseInt(name)), (s, m) -> {});
    };
  }
  public static void main(String[] args) {
    String[] limits = args[0].split(",");
    boolean mixed = args[1].equals("mixed");
    int seeds = Integer.parseInt(args[2]);
    String only = args.length > 3 ? args[3] : "";
    int seconds = args.length > 4 ? Integer.parseInt(args[4]) : 60;
    long t0 = System.nanoTime(); long requests = 0;
    for (Models.Model m : Models.all()) {
      if (!only.isEmpty() && !List.of(only.split(",")).contains(m.name())) continue;
      StringBuilder sb = new StringBuilder(String.format("%-15s", m.name()));
      for (String l : limits) {
        double worst = 9, sum = 0, p50 = 0, p99 = 0, p0 = 9; String lim = "";
        for (int s = 1; s <= seeds; s++) {
          LimitDriver d = driver(l).get();
          SimulationResult r = Simulation.run(Models.scenario(m, mixed, seconds, s), _ -> d, false);
          worst = Math.min(worst, r.share()); sum += r.share(); p50 += r.callP50Millis(); p99 += r.callP99Millis();
          p0 = Math.min(p0, r.of(io.sluice.exchange.Tier.P0).success()); requests += r.requests();
          lim += " " + d.limit();
        }
        sb.append(String.format(" | %s %.1f/%.1f p50 %.1f p99 %.0f P0 %.2f L%s", l, 100 * worst, 100 * sum / seeds, p50 / seeds, p99 / seeds, 100*p0, lim));
      }
      System.out.println(sb);
    }
    System.out.printf("%.1fM requests in %.1f s%n", requests / 1e6, (System.nanoTime() - t0) / 1e9);
  }
}
