// Starts iterations when they are due, however long the ones before take. An arrival that finds no idle VU is
// dropped, counted, and makes another VU start if there may be more of them.

import { performance } from 'node:perf_hooks';
import { dueUntil, lengthOf, millis, pieces } from './schedule.mjs';

// Resolves to { dropped, interrupted, lagMs } when the scenario and its graceful stop are over.
export async function arrive(fleet, scenario) {
  const plan = pieces(scenario);
  const length = lengthOf(plan);
  const from = performance.now();
  const result = { dropped: 0, interrupted: 0, lagMs: 0 };
  let started = 0;
  let before = from;
  while (true) {
    const now = performance.now();
    result.lagMs = Math.max(result.lagMs, now - before - 1);
    before = now;
    for (const due = dueUntil(plan, now - from); started < due; started++) {
      if (!fleet.run(started)) {
        result.dropped += 1;
        startAnother(fleet, scenario.maxVUs);
      }
    }
    if (now - from >= length) {
      break;
    }
    await pause(1);
  }
  await untilIdle(fleet, millis(scenario.gracefulStop ?? '30s'));
  result.interrupted = await fleet.stop();
  return result;
}

function startAnother(fleet, most) {
  if (fleet.all.size < most && fleet.starting === 0) {
    fleet.start().catch((error) => fleet.onException(error.stack));
  }
}

async function untilIdle(fleet, patience) {
  const until = performance.now() + patience;
  while (fleet.running + fleet.starting > 0 && performance.now() < until) {
    await pause(5);
  }
}

export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
