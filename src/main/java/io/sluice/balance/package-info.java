/** Which endpoint of a backend a request goes to, and which of them get none for a while. */
@NullMarked
package io.sluice.balance;

import org.jspecify.annotations.NullMarked;
