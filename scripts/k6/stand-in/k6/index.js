// k6: check and sleep. Both block, as in k6: a VU is a thread.

import { sample, vu } from './vu.js';

export function sleep(seconds) {
  vu.sleep(seconds * 1000);
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
