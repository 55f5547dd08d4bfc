// k6/http: request, get and post, each blocking until it is answered or given up; and expectedStatuses.

import { sample, vu } from './vu.js';

const DEFAULT_TIMEOUT_MS = 60000;
const KNOWN = new Set(['headers', 'timeout', 'tags', 'responseCallback']);

const below400 = (status) => status >= 200 && status < 400;

export function expectedStatuses(...statuses) {
  for (const one of statuses) {
    const isRange = typeof one === 'object' && Number.isInteger(one.min) && Number.isInteger(one.max);
    if (!isRange && !Number.isInteger(one)) {
      throw new Error('expectedStatuses takes integers and { min, max } only');
    }
  }
  return (status) =>
    statuses.some((one) => (typeof one === 'object' ? status >= one.min && status <= one.max : status === one));
}

export function request(method, url, body = null, params = {}) {
  for (const key of Object.keys(params)) {
    if (!KNOWN.has(key)) {
      throw new Error(`the stand-in does not know the parameter ${key}`);
    }
  }
  const response = vu.exchange({
    method,
    url,
    body,
    headers: params.headers ?? {},
    timeoutMs: params.timeout === undefined ? DEFAULT_TIMEOUT_MS : millis(params.timeout),
  });
  response.headers = canonical(response.rawHeaders);
  delete response.rawHeaders;
  if (vu.discardBodies) {
    response.body = null;
  }
  record(response, method, url, params);
  return response;
}

export function get(url, params) {
  return request('GET', url, null, params);
}

export function post(url, body, params) {
  return request('POST', url, body, params);
}

function record(response, method, url, params) {
  const expected = (params.responseCallback ?? below400)(response.status);
  const tags = {
    name: url,
    method,
    status: String(response.status),
    expected_response: String(expected),
    ...params.tags,
  };
  sample('http_reqs', 1, tags);
  sample('http_req_duration', response.timings.duration, tags);
  sample('http_req_waiting', response.timings.waiting, tags);
  sample('http_req_failed', !expected, tags);
}

function millis(timeout) {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(timeout);
  if (match === null) {
    throw new Error(`invalid timeout: ${timeout}`);
  }
  return Number(match[1]) * { ms: 1, s: 1000, m: 60000 }[match[2]];
}

// k6 is written in Go: header names arrive as Go writes them, values of one name joined.
function canonical(raw) {
  const headers = {};
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]
      .split('-')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
      .join('-');
    headers[name] = name in headers ? `${headers[name]}, ${raw[i + 1]}` : raw[i + 1];
  }
  return headers;
}

export default { request, get, post, expectedStatuses };
