package io.sluice.respond;

import java.util.List;

/**
 * An answer of our own: status, headers in order, body.
 *
 * @param status 200 to 599
 * @param headers name, value, name, value
 * @param body a problem document, or empty
 * @param closes whether the connection cannot be trusted any more and is closed after the answer
 */
public record Reply(int status, List<String> headers, String body, boolean closes) {}
