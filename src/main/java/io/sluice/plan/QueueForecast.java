package io.sluice.plan;

/**
 * Servers with a bounded queue in front of them, in the long run.
 *
 * <p>The textbook's M/M/c/K: independent arrivals, exponential service, c servers, K places in all.
 * With a = λ·S, the chance of n requests inside is proportional to aⁿ/n! up to c, and to that of c
 * times (a/c)^(n−c) beyond. Service times that vary less wait less, constant ones about half as
 * long; in overload the queue is full and the difference is gone.
 *
 * @param capacity c/S, requests a second
 * @param busy servers at work, on average
 * @param waiting requests in the queue, on average
 * @param waitMillis what those taken in wait, on average: Little, waiting / taken in a second
 * @param refused share of arrivals that find it full
 * @param allBusy share of the time in which no server is free
 * @param fullWaitMillis what a newcomer to a full queue waits: queue / capacity
 * @param fullStayMillis and until it is done: (queue + servers) / capacity
 */
public record QueueForecast(
    double capacity,
    double busy,
    double waiting,
    double waitMillis,
    double refused,
    double allBusy,
    double fullWaitMillis,
    double fullStayMillis) {
  private static final double MILLIS = 1000;

  /**
   * The forecast for so many arrivals.
   *
   * @param servers c, ≥ 1
   * @param serviceMillis S
   * @param queue K − c, ≥ 0
   * @param rate λ, arrivals a second, ≥ 0
   */
  public static QueueForecast of(int servers, double serviceMillis, int queue, double rate) {
    double capacity = servers * MILLIS / serviceMillis;
    double[] share = shares(servers, servers + queue, rate * serviceMillis / MILLIS);
    double busy = 0;
    double waiting = 0;
    double allBusy = 0;
    for (int inside = 0; inside < share.length; inside++) {
      busy += share[inside] * Math.min(inside, servers);
      waiting += share[inside] * Math.max(0, inside - servers);
      allBusy += inside >= servers ? share[inside] : 0;
    }
    double refused = share[share.length - 1];
    double taken = rate * (1 - refused);
    return new QueueForecast(
        capacity,
        busy,
        waiting,
        taken > 0 ? waiting / taken * MILLIS : 0,
        refused,
        allBusy,
        queue * MILLIS / capacity,
        (queue + servers) * MILLIS / capacity);
  }

  /** How long how many are inside; by logarithms, since factorials leave the numbers behind. */
  private static double[] shares(int servers, int places, double offered) {
    double[] share = new double[places + 1];
    if (offered == 0) {
      share[0] = 1;
      return share;
    }
    double greatest = 0;
    for (int inside = 1; inside <= places; inside++) {
      share[inside] = share[inside - 1] + Math.log(offered / Math.min(inside, servers));
      greatest = Math.max(greatest, share[inside]);
    }
    double sum = 0;
    for (int inside = 0; inside <= places; inside++) {
      share[inside] = Math.exp(share[inside] - greatest);
      sum += share[inside];
    }
    for (int inside = 0; inside <= places; inside++) {
      share[inside] /= sum;
    }
    return share;
  }
}
