// The library's three requests, one a tier, and what is counted of each attempt.
//
// Environment: BASE_URL (http://localhost:8080), TIMEOUT_MS (500, a client's patience with one attempt).

import http from 'k6/http';
import { check, sleep } from 'k6';
import exec from 'k6/execution';
import { Counter, Rate, Trend } from 'k6/metrics';
import { hintMs, isWellHinted } from './hints.js';

const BASE_URL = (__ENV.BASE_URL || 'http://localhost:8080').replace(/\/$/, '');
const TIMEOUT_MS = Number(__ENV.TIMEOUT_MS || 500);
const REQUEST_TIMEOUT = 1050; // k6's error_code of a request that was given up

// What users wanted, the tries for it, and those of them that were not the first.
const requests = new Counter('requests');
const attempts = new Counter('attempts');
const retries = new Counter('retries');
const succeeded = new Rate('succeeded'); // share of requests that got a 2xx in the end
const sheds = new Rate('sheds'); // share of attempts answered 429 or 503
const late = new Rate('late'); // share of attempts given up, or answered 504
const hints = new Trend('hint', true); // retry-after-ms
const refusals = new Trend('refusal_duration', true); // what a refusal costs its client

// A shed P0 is a failure. P1 and P2 may be shed; http_req_failed counts what else went wrong with them.
const SERVED = http.expectedStatuses(200, 201);
const SERVED_OR_SHED = http.expectedStatuses(200, 201, 429, 503);

const STREAMS = {
  p0: { name: 'POST /loans', expected: SERVED, write: true },
  p1: { name: 'GET /titles/{id}', expected: SERVED_OR_SHED, write: false },
  p2: { name: 'GET /recommendations', expected: SERVED_OR_SHED, write: false },
};

// One request of a user. `again(response, retry)` says in milliseconds when to repeat it, or null for never.
export function ask(tier, again = never, countedAs = tier) {
  const call = newCall(tier);
  const tags = { tier: countedAs };
  requests.add(1, tags);
  for (let retry = 0; ; retry++) {
    const response = attempt(call, STREAMS[tier], tags, retry + 1);
    const served = response.status >= 200 && response.status < 300;
    const wait = served ? null : again(response, retry);
    if (wait === null) {
      succeeded.add(served, tags);
      return;
    }
    retries.add(1, tags);
    if (wait > 0) {
      sleep(wait / 1000);
    }
  }
}

// Load before the measurement: the gateway's and the library's virtual machines are slow while cold. It is
// counted under a tier of its own, which no threshold looks at.
export function warmUp() {
  const share = Math.random();
  ask(share < 0.2 ? 'p0' : share < 0.5 ? 'p1' : 'p2', never, 'warm-up');
}

function never() {
  return null;
}

// All attempts of a request carry the same id and, of a write, the same key; other requests have others.
function newCall(tier) {
  const { name, startTime, iterationInTest } = exec.scenario;
  const id = `k6-${startTime.toString(36)}-${name}-${iterationInTest}`;
  switch (tier) {
    case 'p0':
      return { id, method: 'POST', path: '/loans', body: loan() };
    case 'p1':
      return { id, method: 'GET', path: `/titles/${draw(1000)}`, body: null };
    default:
      return { id, method: 'GET', path: '/recommendations', body: null };
  }
}

function attempt(call, stream, tags, number) {
  const headers = {
    'x-request-id': call.id,
    'x-sluice-attempt': String(number),
    'x-request-timeout-ms': String(TIMEOUT_MS),
  };
  if (stream.write) {
    headers['Content-Type'] = 'application/json';
    headers['Idempotency-Key'] = call.id;
  }
  const response = http.request(call.method, BASE_URL + call.path, call.body, {
    headers,
    timeout: `${TIMEOUT_MS}ms`,
    tags: { ...tags, name: stream.name },
    responseCallback: stream.expected,
  });
  record(response, tags);
  return response;
}

function record(response, tags) {
  const shed = response.status === 429 || response.status === 503;
  attempts.add(1, tags);
  sheds.add(shed, tags);
  late.add(response.error_code === REQUEST_TIMEOUT || response.status === 504, tags);
  if (!shed) {
    return;
  }
  refusals.add(response.timings.duration, tags);
  check(response, { 'a refusal says when to come back': isWellHinted }, tags);
  const hint = hintMs(response);
  if (hint !== null) {
    hints.add(hint, tags);
  }
}

function loan() {
  const isbn = '978' + String(draw(1000)).padStart(10, '0');
  return JSON.stringify({ isbn, memberId: String(draw(100000)) });
}

function draw(most) {
  return 1 + Math.floor(Math.random() * most);
}
