package io.sluice.experiment;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What one mode did with the load.
 *
 * @param mode its code
 * @param requests that arrived
 * @param attempts to submit
 * @param accepted attempts that were not refused, as their submitter saw it
 * @param rejected attempts that were
 * @param done tasks that were run
 * @param doneBySubmitter of those, run by the submitting thread itself
 * @param offeringSeconds from the first request's due time until the last had been offered
 * @param windowSeconds and until the last task was done
 * @param submitP99Millis how long one attempt kept the submitter
 * @param submitMaxMillis likewise, the longest
 * @param stayP50Millis from submission to done, of the tasks done
 * @param stayP99Millis likewise
 * @param serviceMillis how long a task really ran, on average
 */
public record ModeResult(
    String mode,
    int requests,
    long attempts,
    long accepted,
    long rejected,
    long done,
    long doneBySubmitter,
    double offeringSeconds,
    double windowSeconds,
    double submitP99Millis,
    double submitMaxMillis,
    double stayP50Millis,
    double stayP99Millis,
    double serviceMillis) {

  /** Attempts per request. */
  @JsonProperty
  public double amplification() {
    return (double) attempts / requests;
  }

  /** Accepted tasks that were never run and of which nobody was told. */
  @JsonProperty
  public long dropped() {
    return accepted - done;
  }

  /** Share of the attempts that were refused. */
  @JsonProperty
  public double refusedShare() {
    return (double) rejected / attempts;
  }

  /** Tasks done a second, from the first arrival to the last task. */
  @JsonProperty
  public double throughput() {
    return done / windowSeconds;
  }
}
