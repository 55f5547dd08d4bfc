// The same surge with the clients that start a retry storm: whatever went wrong, they ask again at once,
// three times. Their requests multiply; what they get does not, and P0 is not the one to pay for it.
//
//   k6 run -e BASE_URL=http://localhost:8080 scripts/k6/naive.js

import { ask } from './library.js';
import { constant } from './arrivals.js';
import { AT_THE_REFERENCE } from './promises.js';

const RETRIES = 3;

export { warmUp } from './library.js';

export const options = {
  discardResponseBodies: true,
  scenarios: constant(),
  thresholds: {
    ...AT_THE_REFERENCE,
    'retries{tier:p2}': ['count>0'], // without any, these clients were those of surge.js
  },
};

function atOnce(response, retry) {
  const hopeless = response.status >= 400 && response.status < 500 && response.status !== 429;
  return hopeless || retry >= RETRIES ? null : 0;
}

export function p0() {
  ask('p0', atOnce);
}

export function p1() {
  ask('p1', atOnce);
}

export function p2() {
  ask('p2', atOnce);
}
