// From half the capacity to ten times as much and back. P0 stays at 400/s and must not notice; P1 and P2 get
// what is left.
//
//   k6 run -e BASE_URL=http://localhost:8080 scripts/k6/ramp.js
//
// Environment: CAPACITY (1300, requests a second; measure it), LOADS (multiples of it: 0.5,2,5,10,0.5), CLIMB
// (10s), HOLD (20s).

import { ask } from './library.js';
import { climbing } from './arrivals.js';
import { ABOVE_CAPACITY, AT_ANY_LOAD } from './promises.js';

const CAPACITY = Number(__ENV.CAPACITY || 1300);
const LOADS = (__ENV.LOADS || '0.5,2,5,10,0.5').split(',').map(Number);
const CLIMB = __ENV.CLIMB || '10s';
const HOLD = __ENV.HOLD || '20s';

export { warmUp } from './library.js';

export const options = {
  discardResponseBodies: true,
  scenarios: climbing(
    CAPACITY,
    LOADS.map((load) => ({ load, climb: CLIMB, hold: HOLD })),
  ),
  thresholds: { ...AT_ANY_LOAD, ...ABOVE_CAPACITY },
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
