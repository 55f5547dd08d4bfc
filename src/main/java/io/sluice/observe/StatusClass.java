package io.sluice.observe;

/** The first digit of a status code, which is all of it that makes a good label. */
public enum StatusClass {
  INFORMATIONAL("1xx"),
  SUCCESS("2xx"),
  REDIRECTION("3xx"),
  CLIENT_ERROR("4xx"),
  SERVER_ERROR("5xx"),
  /** A backend's own invention: below 100 or above 599. */
  OTHER("other");

  private final String code;

  StatusClass(String code) {
    this.code = code;
  }

  public static StatusClass of(int status) {
    return switch (status / 100) {
      case 1 -> INFORMATIONAL;
      case 2 -> SUCCESS;
      case 3 -> REDIRECTION;
      case 4 -> CLIENT_ERROR;
      case 5 -> SERVER_ERROR;
      default -> OTHER;
    };
  }

  /** The metric label. */
  public String code() {
    return code;
  }
}
