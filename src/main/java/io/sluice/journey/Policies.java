package io.sluice.journey;

import io.sluice.admit.Lane;
import io.sluice.admit.ServiceTime;
import io.sluice.hint.Hints;
import io.sluice.time.Randomness;

/**
 * What the requests of one route are judged by.
 *
 * @param lane who admits them
 * @param serviceTime what they have been measured to take
 * @param hints when the refused should come back
 * @param randomness the draws that spread them
 */
public record Policies(Lane lane, ServiceTime serviceTime, Hints hints, Randomness randomness) {}
