package io.sluice.demo;

import java.util.List;

/**
 * What one phase showed.
 *
 * @param name of the phase
 * @param seconds how long it was
 * @param requests that clients made, each counted once
 * @param success share of the clients' attempts that got a 2xx in time
 * @param clientAmplification attempts of the clients for each of their requests
 * @param gateway what the gateway counted
 * @param lost loans that a client has a 2xx for and the library does not have
 * @param doubled wishes for one loan that the library has several for
 * @param streams by kind of request
 */
record PhaseResult(
    String name,
    double seconds,
    long requests,
    double success,
    double clientAmplification,
    Counts gateway,
    long lost,
    long doubled,
    List<StreamResult> streams) {

  /**
   * Of one kind of request.
   *
   * @param name of its stream
   * @param attempts of its clients
   * @param success share of those that got a 2xx in time
   * @param p50Millis median latency of those
   * @param p99Millis 99th percentile of it
   */
  record StreamResult(
      String name, long attempts, double success, double p50Millis, double p99Millis) {
    static StreamResult of(String name, Sightings.Part part) {
      return new StreamResult(
          name, part.count(), part.successShare(), part.successMillis(50), part.successMillis(99));
    }
  }

  StreamResult stream(String name) {
    return streams.stream().filter(stream -> stream.name().equals(name)).findFirst().orElseThrow();
  }
}
