// Sends the VUs' requests, all from the main thread, over kept-alive connections.

import http from 'node:http';
import { performance } from 'node:perf_hooks';

// k6's error codes for what can happen here.
const CODES = { ECONNREFUSED: 1212, ECONNRESET: 1220, ETIMEDOUT: 1050, ENOTFOUND: 1101 };
const OTHER = 1000;

const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity, scheduling: 'lifo' });

// Calls `done` once with { status, rawHeaders, body, timings, error, error_code }; status 0 without an answer.
export function send({ method, url, body, headers, timeoutMs }, done) {
  const from = performance.now();
  let headAt = 0;
  const call = http.request(url, { method, headers: lengthOf(body, headers), agent });
  const timer = setTimeout(() => call.destroy(Object.assign(new Error('request timeout'), { code: 'ETIMEDOUT' })), timeoutMs);
  let over = false;
  const finish = (answer) => {
    if (over) {
      return;
    }
    over = true;
    clearTimeout(timer);
    const now = performance.now();
    done({ ...answer, timings: { duration: now - from, waiting: (headAt || now) - from } });
  };
  const fail = (error) =>
    finish({ status: 0, rawHeaders: [], body: null, error: error.message, error_code: CODES[error.code] ?? OTHER });
  call.on('error', fail);
  call.on('response', (response) => {
    headAt = performance.now();
    const chunks = [];
    response.on('data', (chunk) => chunks.push(chunk));
    response.on('error', fail);
    response.on('end', () =>
      finish({
        status: response.statusCode,
        rawHeaders: response.rawHeaders,
        body: Buffer.concat(chunks).toString(),
        error: '',
        error_code: response.statusCode >= 400 ? 1000 + response.statusCode : 0,
      }),
    );
  });
  call.end(body ?? undefined);
}

export function hangUp() {
  agent.destroy();
}

function lengthOf(body, headers) {
  return body === null ? headers : { ...headers, 'Content-Length': Buffer.byteLength(body) };
}
