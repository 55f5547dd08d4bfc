import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';

// The script's own file, read as a module although nothing here says it is one.
const source = fs.readFileSync(new URL('../hints.js', import.meta.url), 'utf8');
const { hintMs, isWellHinted, waitMs } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

const refusal = (seconds, millis) => ({
  headers: {
    ...(seconds === undefined ? {} : { 'Retry-After': seconds }),
    ...(millis === undefined ? {} : { 'Retry-After-Ms': millis }),
  },
});

test('the exact hint goes before the seconds', () => {
  assert.equal(hintMs(refusal('2', '1300')), 1300);
  assert.equal(hintMs(refusal('2')), 2000);
});

test('zero, dates and junk advise nothing', () => {
  for (const seconds of ['0', '-1', '1.5', 'soon', 'Mon, 30 Nov 2026 08:00:00 GMT', undefined]) {
    assert.equal(hintMs(refusal(seconds)), null);
  }
});

test('nobody comes back before the hint, and those who were told whole seconds spread over one', () => {
  for (let i = 0; i < 1000; i++) {
    const exact = waitMs(refusal('2', '1300'), 0);
    const rounded = waitMs(refusal('2'), 0);
    assert.ok(exact >= 1300 && exact < 1400);
    assert.ok(rounded >= 2000 && rounded < 3000);
  }
});

test('without a hint the wait doubles up to a cap', () => {
  const floors = [0, 1, 2, 20].map((retry) => Math.floor(waitMs(refusal(), retry) / 100));
  assert.deepEqual(floors, [1, 2, 4, 100]);
});

test('a well-hinted refusal has both headers, and they agree', () => {
  assert.equal(isWellHinted(refusal('2', '1300')), true);
  assert.equal(isWellHinted(refusal('1', '100')), true);
  assert.equal(isWellHinted(refusal('1', '1300')), false);
  assert.equal(isWellHinted(refusal('2')), false);
  assert.equal(isWellHinted(refusal(undefined, '1300')), false);
});
