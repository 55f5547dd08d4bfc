package io.sluice.surge;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Text with places for what differs between requests: {@code {id}} is 1..1000, {@code {isbn}} is
 * 978 and ten digits of such an id, {@code {member}} is 1..100000, and {@code {request}} is the
 * request's own name. Anything else in braces stays as it is.
 */
final class Template {
  private static final Pattern PLACE = Pattern.compile("\\{(id|isbn|member|request)}");
  private static final int IDS = 1000;
  private static final int MEMBERS = 100_000;

  /** Text and places in turn; a place is its name in braces. */
  private final List<String> parts = new ArrayList<>();

  /** All texts of a template whose only place is one id, made once; empty for any other. */
  private final List<String> texts = new ArrayList<>();

  Template(String text) {
    var match = PLACE.matcher(text);
    int from = 0;
    while (match.find()) {
      parts.add(text.substring(from, match.start()));
      parts.add(match.group());
      from = match.end();
    }
    parts.add(text.substring(from));
    if (parts.size() == 3 && parts.get(1).equals("{id}")) {
      for (int id = 1; id <= IDS; id++) {
        texts.add(parts.get(0) + id + parts.get(2));
      }
    }
  }

  /**
   * @param request its name
   */
  String fill(RandomGenerator random, String request) {
    if (parts.size() == 1) {
      return parts.getFirst();
    }
    if (!texts.isEmpty()) {
      return texts.get(random.nextInt(IDS));
    }
    var text = new StringBuilder(64);
    for (int i = 0; i < parts.size(); i++) {
      if (i % 2 == 0) {
        text.append(parts.get(i));
      } else {
        append(text, parts.get(i), random, request);
      }
    }
    return text.toString();
  }

  private static void append(
      StringBuilder text, String place, RandomGenerator random, String request) {
    switch (place) {
      case "{request}" -> text.append(request);
      case "{member}" -> text.append(1 + random.nextInt(MEMBERS));
      case "{id}" -> text.append(1 + random.nextInt(IDS));
      default -> {
        String id = Integer.toString(1 + random.nextInt(IDS));
        text.append("978").repeat('0', 10 - id.length()).append(id);
      }
    }
  }
}
