import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueUntil, lengthOf, millis, pieces } from './schedule.mjs';

const CONSTANT = { executor: 'constant-arrival-rate', rate: 200, timeUnit: '1s', duration: '5s' };
const RAMP = {
  executor: 'ramping-arrival-rate',
  startRate: 0,
  timeUnit: '1s',
  stages: [
    { target: 100, duration: '2s' },
    { target: 100, duration: '1s' },
  ],
};

test('a constant rate is evenly spaced, from the first instant on', () => {
  const plan = pieces(CONSTANT);
  assert.equal(dueUntil(plan, 0), 1);
  assert.equal(dueUntil(plan, 4.9), 1);
  assert.equal(dueUntil(plan, 5), 2);
  assert.equal(dueUntil(plan, 2500), 501);
});

test('a constant rate sends what it promises and no more', () => {
  assert.equal(dueUntil(pieces(CONSTANT), 5000), 1000);
  assert.equal(dueUntil(pieces(CONSTANT), 60000), 1000);
});

test('a ramp sends the area under it', () => {
  const plan = pieces(RAMP);
  assert.equal(lengthOf(plan), 3000);
  assert.equal(dueUntil(plan, 1000), 25);
  assert.equal(dueUntil(plan, 2000), 100);
  assert.equal(dueUntil(plan, 3000), 200);
});

test('durations are written as in k6, and anything else is refused', () => {
  assert.equal(millis('1m30s'), 90000);
  assert.equal(millis('500ms'), 500);
  assert.throws(() => millis('5'));
  assert.throws(() => millis('five seconds'));
  assert.throws(() => pieces({ executor: 'shared-iterations' }));
});
