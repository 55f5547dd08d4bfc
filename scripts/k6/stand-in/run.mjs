// Runs a k6 script without k6: node run.mjs [-e NAME=VALUE]… [--threads N] script.js
//
// It exists so that the scripts beside it are known to run; it is not k6, and slower. VUs are threads, so there
// are at most --threads (400) of them whatever the script asks for. Exit code as k6's: 0, 99 when a threshold
// was crossed, 104 for a script or threshold that makes no sense, 107 when a script threw.

import { parseArgs } from 'node:util';
import { Fleet } from './fleet.mjs';
import { arrive, pause } from './arrivals.mjs';
import { lengthOf, millis, pieces } from './schedule.mjs';
import { stage } from './stage.mjs';
import { judge, parse } from './thresholds.mjs';
import { print } from './summary.mjs';
import { hangUp } from './wire.mjs';

const CROSSED = 99;
const INVALID = 104;
const THREW = 107;
const KNOWN_OPTIONS = new Set(['scenarios', 'thresholds', 'discardResponseBodies']);
const KNOWN_SCENARIO = new Set(['executor', 'exec', 'rate', 'startRate', 'timeUnit', 'duration', 'stages', 'startTime',
  'gracefulStop', 'tags', 'preAllocatedVUs', 'maxVUs']);
const STARTING_AT_ONCE = 4;

process.exitCode = await main();

async function main() {
  const { values, positionals } = parseArgs({
    options: { env: { type: 'string', short: 'e', multiple: true, default: [] }, threads: { type: 'string', default: '400' } },
    allowPositionals: true,
  });
  if (positionals.length !== 1) {
    console.error('usage: run.mjs [-e NAME=VALUE]… [--threads N] script.js');
    return INVALID;
  }
  const env = { ...process.env, ...Object.fromEntries(values.env.map((pair) => pair.split(/=(.*)/s).slice(0, 2))) };
  const staged = stage(positionals[0]);
  try {
    return await runScript({ script: staged.script, modules: staged.modules, env }, Number(values.threads));
  } catch (error) {
    console.error(error.stack);
    return INVALID;
  } finally {
    hangUp();
    staged.remove();
  }
}

async function runScript(shared, threads) {
  globalThis.__ENV = shared.env;
  const { vu } = await import(`${shared.modules}/vu.js`);
  const exported = await import(shared.script);
  refuseUnknown(exported.options, KNOWN_OPTIONS, 'options');
  const thresholds = parse(exported.options.thresholds, vu.declared);
  const scenarios = scenariosOf(exported, threads);
  const exceptions = [];
  const onException = (text) => exceptions.push(text);
  const fleets = scenarios.map((scenario) => new Fleet(scenario, shared, onException));
  await startAll(fleets);
  const results = await Promise.all(
    fleets.map(async (fleet, i) => {
      await pause(millis(scenarios[i].startTime ?? '0s'));
      return arrive(fleet, scenarios[i]);
    }),
  );
  const allSeries = [...fleets.flatMap((fleet) => fleet.series), ...results.map((result, i) => droppedOf(scenarios[i], result))];
  const seconds = Math.max(...scenarios.map((s) => millis(s.startTime ?? '0s') + lengthOf(pieces(s)))) / 1000;
  const verdicts = thresholds.map((threshold) => ({ threshold, ...judge(threshold, allSeries, seconds) }));
  print(verdicts, allSeries, vu.declared);
  results.forEach(({ dropped, interrupted, lagMs }, i) =>
    console.log(`  scenario ${scenarios[i].name}: ${fleets[i].all.size} VUs, ${dropped} dropped, ${interrupted} interrupted, worst lag ${lagMs.toFixed(0)} ms`),
  );
  return exitCode(exceptions, verdicts);
}

function exitCode(exceptions, verdicts) {
  if (exceptions.length > 0) {
    console.error(`${exceptions.length} iterations threw, the first: ${exceptions[0]}`);
    return THREW;
  }
  const crossed = verdicts.filter((verdict) => !verdict.passed);
  console.log(crossed.length === 0 ? '\nall thresholds passed' : `\n${crossed.length} thresholds crossed`);
  return crossed.length === 0 ? 0 : CROSSED;
}

// The scenarios with their names in them, and no more VUs in all than there may be threads.
function scenariosOf(exported, threads) {
  const asked = Object.entries(exported.options.scenarios);
  const wanted = asked.map(([, scenario]) => scenario.preAllocatedVUs);
  const first = shareOut(wanted, threads);
  const total = first.reduce((sum, n) => sum + n, 0);
  const spare = Math.floor((threads - total) / asked.length);
  console.log(asked.map(([name], i) => `${name}: ${wanted[i]} VUs wanted, ${first[i]} threads`).join('; '));
  return asked.map(([name, scenario], i) => {
    refuseUnknown(scenario, KNOWN_SCENARIO, name);
    if (typeof exported[scenario.exec] !== 'function') {
      throw new Error(`${name}: the script exports no function ${scenario.exec}`);
    }
    return {
      ...scenario,
      name,
      tags: scenario.tags ?? {},
      startTimeMs: Date.now(),
      preAllocatedVUs: first[i],
      maxVUs: Math.min(scenario.maxVUs, first[i] + spare),
    };
  });
}

// Everyone gets what it wants or an equal part, and what some leave is shared by the others.
function shareOut(wanted, threads) {
  const shares = wanted.map(() => 0);
  let left = threads;
  const smallestFirst = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  smallestFirst.forEach((i, done) => {
    shares[i] = Math.max(1, Math.min(wanted[i], Math.floor(left / (wanted.length - done))));
    left -= shares[i];
  });
  return shares;
}

function refuseUnknown(object, known, where) {
  for (const key of Object.keys(object)) {
    if (!known.has(key)) {
      throw new Error(`${where}: the stand-in does not know ${key}`);
    }
  }
}

async function startAll(fleets) {
  const queue = fleets.flatMap((fleet) => Array(fleet.scenario.preAllocatedVUs).fill(fleet));
  const starters = Array.from({ length: STARTING_AT_ONCE }, async () => {
    while (queue.length > 0) {
      await queue.pop().start();
    }
  });
  await Promise.all(starters);
}

function droppedOf({ name, tags }, { dropped }) {
  return { name: 'dropped_iterations', tags: { scenario: name, ...tags }, values: [], sum: dropped, total: dropped };
}
