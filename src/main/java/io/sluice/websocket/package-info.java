/** What a gateway has to read of WebSocket (RFC 6455): handshakes, and where frames end. */
@NullMarked
package io.sluice.websocket;

import org.jspecify.annotations.NullMarked;
