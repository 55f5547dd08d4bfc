// When a refused client comes back. With a hint: hint + uniform(0, jitter). Without one:
// min(max, base * 2^retry) + uniform(0, jitter). Jitter is only added, so nobody comes before the hint.

const BASE_MS = 100;
const MAX_MS = 10000;
const JITTER_MS = 100;
const ROUNDED_MS = 1000; // Retry-After has whole seconds: everyone of that second was told the same
const LONGEST_MS = 3600000;

// The hint of a response in milliseconds, or null. Zero, dates and junk advise nothing.
export function hintMs(response) {
  const exact = wholeNumber(header(response, 'Retry-After-Ms'));
  if (exact !== null) {
    return exact;
  }
  const seconds = wholeNumber(header(response, 'Retry-After'));
  return seconds === null ? null : seconds * 1000;
}

// How long to stay away after this response. `retry` is 0 before the first retry.
export function waitMs(response, retry) {
  const hint = hintMs(response);
  if (hint === null) {
    return Math.min(MAX_MS, BASE_MS * 2 ** retry) + Math.random() * JITTER_MS;
  }
  const exact = wholeNumber(header(response, 'Retry-After-Ms')) !== null;
  return hint + Math.random() * (exact ? JITTER_MS : ROUNDED_MS);
}

// What every refusal owes its client: both headers, whole, at least a second, and agreeing.
export function isWellHinted(response) {
  const seconds = wholeNumber(header(response, 'Retry-After'));
  const exact = wholeNumber(header(response, 'Retry-After-Ms'));
  return seconds !== null && exact !== null && seconds === Math.max(1, Math.ceil(exact / 1000));
}

// k6 writes header names in their canonical form, whatever the server sent.
function header(response, name) {
  return response.headers[name];
}

function wholeNumber(text) {
  if (text === undefined || !/^\d+$/.test(text) || Number(text) === 0) {
    return null;
  }
  return Math.min(Number(text), LONGEST_MS);
}
