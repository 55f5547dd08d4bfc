package io.sluice.config;

import io.sluice.classify.RouteOptions;
import io.sluice.classify.StreamOptions;
import io.sluice.edge.BackendOptions;

/** What is said of streams can hold. */
final class StreamRules {
  private StreamRules() {}

  static void check(Review review) {
    for (int i = 0; i < review.routes().size(); i++) {
      RouteOptions route = review.routes().get(i);
      framesFit(review, Review.route(i, "streams"), route.streams());
      haveSlots(review, Review.route(i, "streams"), route.streams());
      canBe(review, i, route);
    }
  }

  private static void framesFit(Review review, String path, StreamOptions streams) {
    String message = path + ".maxMessage";
    String frame = path + ".maxFrame";
    if (streams.maxMessage().count() < streams.maxFrame().count()) {
      review.expect(
          message,
          streams.maxMessage(),
          "at least maxFrame, " + review.show(frame, streams.maxFrame()),
          frame);
    }
  }

  /** Where every gRPC call is a stream and there are none, none is ever answered. */
  private static void haveSlots(Review review, String path, StreamOptions streams) {
    if (streams.grpc() && streams.max() == 0) {
      review.expect(path + ".max", 0, "at least 1, as gRPC calls are streams here", path + ".grpc");
    }
  }

  /** An answer of code in this process is whole before any of it is sent. */
  private static void canBe(Review review, int index, RouteOptions route) {
    BackendOptions backend = review.options().backends().get(route.backend());
    String path = Review.route(index, "streams");
    if (backend != null
        && !backend.isProxied()
        && review.isWritten(path)
        && !route.streams().equals(StreamOptions.DEFAULT)) {
      review.refuse(
          path,
          "backends.%s runs in this process (expected: no streams)".formatted(route.backend()),
          Review.route(index, "backend"));
    }
  }
}
