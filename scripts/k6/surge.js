// The reference surge, 1.5 × what the library can do: clients that take the first answer.
//
//   k6 run -e BASE_URL=http://localhost:8080 scripts/k6/surge.js

import { ask } from './library.js';
import { constant } from './arrivals.js';
import { AT_THE_REFERENCE } from './promises.js';

export { warmUp } from './library.js';

export const options = {
  discardResponseBodies: true,
  scenarios: constant(),
  thresholds: AT_THE_REFERENCE,
};

export function p0() {
  ask('p0');
}

export function p1() {
  ask('p1');
}

export function p2() {
  ask('p2');
}
