// The same surge with clients that do as they are told: they wait for the hint plus jitter, repeat only what
// was refused, give up when their user has, and retry at most a fifth of what they ask.
//
//   k6 run -e BASE_URL=http://localhost:8080 scripts/k6/cooperative.js
//
// Environment: PATIENCE_MS (3000, a user's patience in all), RETRY_SHARE (0.2).

import { ask } from './library.js';
import { constant } from './arrivals.js';
import { waitMs } from './hints.js';
import { AT_THE_REFERENCE } from './promises.js';

const PATIENCE_MS = Number(__ENV.PATIENCE_MS || 3000);
const RETRY_SHARE = Number(__ENV.RETRY_SHARE || 0.2);
const SAVED_AT_MOST = 3;

export { warmUp } from './library.js';

export const options = {
  discardResponseBodies: true,
  // A waiting client occupies its VU: most of these do nothing but wait.
  scenarios: constant((PATIENCE_MS / 1000) * RETRY_SHARE),
  thresholds: {
    ...AT_THE_REFERENCE,
    'retries{tier:p2}': ['count>0'], // without any, these clients were those of surge.js
  },
};

// VUs share nothing in k6, so each has a budget of its own: a request earns a share of a retry, a retry costs
// a whole one when it is decided. It starts with nothing: a thousand VUs with a credit each were a storm.
let budget = 0;

function politely(tier) {
  const givenUpAt = Date.now() + PATIENCE_MS;
  budget = Math.min(SAVED_AT_MOST, budget + RETRY_SHARE);
  ask(tier, (response, retry) => {
    if (response.status !== 429 && response.status !== 503) {
      return null;
    }
    const wait = waitMs(response, retry);
    if (Date.now() + wait >= givenUpAt || budget < 1) {
      return null;
    }
    budget -= 1;
    return wait;
  });
}

export function p0() {
  politely('p0');
}

export function p1() {
  politely('p1');
}

export function p2() {
  politely('p2');
}
