// The VUs of one scenario: threads, started before they are needed, each idle or running one iteration.

import { Worker } from 'node:worker_threads';
import { RUN, STOP, WORDS, command, newMemory, reply } from './mailbox.mjs';
import { send } from './wire.mjs';

let lastId = 0;

export class Fleet {
  constructor(scenario, shared, onException) {
    this.scenario = scenario;
    this.shared = shared; // { script, modules, env }
    this.onException = onException;
    this.idle = [];
    this.all = new Set();
    this.running = 0;
    this.starting = 0;
    this.series = [];
  }

  // Resolves when the VU has loaded the script.
  start() {
    const memory = newMemory();
    const { name, exec, tags, startTimeMs } = this.scenario;
    const worker = new Worker(new URL('./vu.mjs', import.meta.url), {
      workerData: { ...this.shared, id: ++lastId, scenario: { name, exec, tags, startTimeMs }, memory },
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 },
    });
    const vu = { worker, words: new Int32Array(memory, 0, WORDS) };
    this.all.add(vu);
    this.starting += 1;
    return new Promise((resolve, reject) => {
      worker.on('error', reject);
      worker.on('message', (message) => this.hear(vu, message, resolve));
    });
  }

  hear(vu, message, onReady) {
    switch (message.kind) {
      case 'request':
        send(message.request, (answer) => reply(vu.words, answer));
        break;
      case 'idle':
        this.running -= 1;
        this.idle.push(vu);
        break;
      case 'ready':
        this.starting -= 1;
        this.idle.push(vu);
        onReady();
        break;
      case 'exception':
        this.onException(message.text);
        break;
      case 'series':
        this.series.push(...message.series);
        vu.handedOver();
        break;
      default:
        throw new Error(`a VU said ${message.kind}`);
    }
  }

  // Runs an iteration on an idle VU; false if there is none.
  run(iteration) {
    const vu = this.idle.pop();
    if (vu === undefined) {
      return false;
    }
    this.running += 1;
    command(vu.words, RUN, iteration);
    return true;
  }

  // Tells all VUs to stop and collects what they measured; returns how many were still busy. Whoever waits for
  // an answer hears of it when that has come or been given up.
  async stop() {
    const interrupted = this.running;
    const handed = [...this.all].map(
      (vu) =>
        new Promise((resolve) => {
          vu.handedOver = resolve;
          command(vu.words, STOP);
        }),
    );
    await Promise.all(handed);
    return interrupted;
  }
}
