package io.sluice.simulate;

import io.sluice.options.Key;
import io.sluice.simulate.scenario.BackendModelOptions;
import io.sluice.simulate.scenario.SpellOptions;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** How long a backend takes, how many servers it has, and what it could do at best: over time. */
final class ServiceModel {
  private static final double SECOND_NANOS = 1e9;
  private static final double FOREVER = 1e16;

  private final BackendModelOptions options;
  private final long startNanos;
  private final RandomGenerator random;
  private final double sigma;
  private final double kappa;

  ServiceModel(BackendModelOptions options, long startNanos, RandomGenerator random) {
    this.options = options;
    this.startNanos = startNanos;
    this.random = random;
    this.sigma = options.contention().fraction();
    this.kappa = options.coherency().fraction();
  }

  /** Draws how long a service that begins now takes, pauses included. */
  long nanos(int inService, long nowNanos) {
    double alone = draw() * factor(nowNanos);
    long nanos = (long) Math.min(alone * scalability(inService), FOREVER);
    return nanos + pausesNanos(nowNanos - startNanos, nanos);
  }

  private double draw() {
    double mean = options.service().toNanos();
    return switch (options.shape()) {
      case DETERMINISTIC -> mean;
      case EXPONENTIAL -> -Math.log(1 - random.nextDouble()) * mean;
      case LOGNORMAL -> {
        double deviation = options.spread().fraction();
        // The mean of exp(N(m, d²)) is exp(m + d²/2).
        yield mean * Math.exp(deviation * random.nextGaussian() - deviation * deviation / 2);
      }
      case BIMODAL ->
          random.nextDouble() < options.slowShare().fraction() ? options.slow().toNanos() : mean;
    };
  }

  private double meanNanos() {
    double mean = options.service().toNanos();
    if (options.shape() != BackendModelOptions.Shape.BIMODAL) {
      return mean;
    }
    double slow = options.slowShare().fraction();
    return (1 - slow) * mean + slow * options.slow().toNanos();
  }

  /** Gunther's law: with n in service each takes 1 + σ(n − 1) + κn(n − 1) times as long. */
  private double scalability(int n) {
    return 1 + sigma * (n - 1) + kappa * n * (n - 1.0);
  }

  /** How much longer than usual service takes at this instant. */
  private double factor(long nowNanos) {
    double seconds = (nowNanos - startNanos) / SECOND_NANOS;
    SpellOptions spell = spell(nowNanos);
    double factor = spell == null ? 1 : spell.slower();
    double leaking = seconds - options.leakFrom().toNanos() / SECOND_NANOS;
    if (leaking > 0) {
      factor *= Math.pow(1 + options.leak().fraction(), leaking);
    }
    double cold = 1 - seconds / (options.coldFor().toNanos() / SECOND_NANOS);
    return cold > 0 ? factor * (1 + (options.coldFactor() - 1) * cold) : factor;
  }

  /** Pauses that begin while a service lasts make it longer; one that has begun, by its rest. */
  private long pausesNanos(long sinceStart, long nanos) {
    long every = options.pauseEvery().toNanos();
    if (every == 0) {
      return 0;
    }
    long pause = options.pause().toNanos();
    long into = sinceStart % every;
    long paused = sinceStart >= every && into < pause ? pause - into : 0;
    long toNext = every - into - paused;
    return paused
        + (nanos > toNext ? (1 + (nanos - toNext) / Math.max(1, every - pause)) * pause : 0);
  }

  /** What befalls it at this instant, if anything. */
  @Nullable SpellOptions spell(long nowNanos) {
    long sinceStart = nowNanos - startNanos;
    for (SpellOptions spell : options.spells()) {
      if (sinceStart >= spell.from().toNanos() && sinceStart < spell.until().toNanos()) {
        return spell;
      }
    }
    return null;
  }

  int servers(long nowNanos) {
    SpellOptions spell = spell(nowNanos);
    return spell == null || spell.servers() == Key.LEFT_OUT ? options.servers() : spell.servers();
  }

  /** What could be completed a second at this instant, by whoever knew the best concurrency. */
  double capacity(long nowNanos) {
    int servers = servers(nowNanos);
    double perSecond = bestSpeedUp(servers) * SECOND_NANOS / (meanNanos() * factor(nowNanos));
    long every = options.pauseEvery().toNanos();
    return every == 0 ? perSecond : perSecond * (every - options.pause().toNanos()) / every;
  }

  /** n/(1 + σ(n − 1) + κn(n − 1)) is highest at n = √((1 − σ)/κ), and grows for ever if κ is 0. */
  private double bestSpeedUp(int servers) {
    if (kappa == 0) {
      return servers / scalability(servers);
    }
    int knee = (int) Math.clamp(Math.sqrt((1 - sigma) / kappa), 1, servers);
    int next = Math.min(knee + 1, servers);
    return Math.max(knee / scalability(knee), next / scalability(next));
  }

  /** Share of the requests of this instant that can succeed at all. */
  double soundShare(long nowNanos) {
    SpellOptions spell = spell(nowNanos);
    return spell == null ? 1 : 1 - spell.failing().fraction();
  }
}
