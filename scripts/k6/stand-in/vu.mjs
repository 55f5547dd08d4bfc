// One VU: a thread that loads the script, then runs one iteration each time it is told to, blocking wherever
// the script blocks. What it measured it hands over when it is told to stop.

import { parentPort, workerData } from 'node:worker_threads';
import { performance } from 'node:perf_hooks';
import { COMMAND, STOP, ITERATION, REPLY, REPLY_LENGTH, WORDS } from './mailbox.mjs';

const { script, modules, env, id, scenario, memory } = workerData;
const words = new Int32Array(memory, 0, WORDS);
const bytes = new Uint8Array(memory, WORDS * 4);
const decoder = new TextDecoder();

globalThis.__ENV = env;
globalThis.__VU = id;
globalThis.__ITER = 0;

const { vu, sample } = await import(`${modules}/vu.js`);
const exported = await import(script);
vu.id = id;
vu.scenario = scenario.name;
vu.scenarioTags = scenario.tags;
vu.scenarioStartTime = scenario.startTimeMs;
vu.discardBodies = exported.options.discardResponseBodies === true;
vu.exchange = exchange;
vu.sleep = sleep;

// Thrown out of whatever the script waits for when the scenario is over.
const INTERRUPTED = new Error('interrupted');
const iterate = exported[scenario.exec];
parentPort.postMessage({ kind: 'ready' });

while (true) {
  Atomics.wait(words, COMMAND, 0);
  const command = Atomics.exchange(words, COMMAND, 0);
  if (command === STOP) {
    break;
  }
  runOnce();
  parentPort.postMessage({ kind: 'idle' });
}
parentPort.postMessage({ kind: 'series', series: [...vu.series.values()] });

function runOnce() {
  vu.iterationInTest = words[ITERATION];
  const from = performance.now();
  try {
    const result = iterate();
    if (result instanceof Promise) {
      throw new Error('the stand-in runs no asynchronous functions');
    }
  } catch (error) {
    if (error === INTERRUPTED) {
      return; // it never ended, so it is no iteration; what it measured until now counts
    }
    parentPort.postMessage({ kind: 'exception', text: error.stack });
  }
  globalThis.__ITER += 1;
  sample('iterations', 1, {});
  sample('iteration_duration', performance.now() - from, {});
}

// Hands a request to the main thread and sleeps until its answer is in the mailbox.
function exchange(request) {
  Atomics.store(words, REPLY, 0);
  parentPort.postMessage({ kind: 'request', request });
  Atomics.wait(words, REPLY, 0);
  unlessOver();
  return JSON.parse(decoder.decode(bytes.slice(0, words[REPLY_LENGTH])));
}

function sleep(ms) {
  Atomics.wait(words, COMMAND, 0, ms);
  unlessOver();
}

function unlessOver() {
  if (Atomics.load(words, COMMAND) === STOP) {
    throw INTERRUPTED;
  }
}
