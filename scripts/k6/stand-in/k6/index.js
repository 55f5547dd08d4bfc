// k6: check and sleep. Both block, as in k6: a VU is a thread.

import { sample } from './vu.js';

const never = new Int32Array(new SharedArrayBuffer(4));

export function sleep(seconds) {
  Atomics.wait(never, 0, 0, seconds * 1000);
}

export function check(value, sets, tags = {}) {
  let all = true;
  for (const [name, expectation] of Object.entries(sets)) {
    const passed = Boolean(typeof expectation === 'function' ? expectation(value) : expectation);
    sample('checks', passed, { ...tags, check: name });
    all = all && passed;
  }
  return all;
}
