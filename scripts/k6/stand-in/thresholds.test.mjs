import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidThreshold, judge, parse, percentile } from './thresholds.mjs';

const DECLARED = new Map([
  ['failed', { type: 'rate' }],
  ['sent', { type: 'counter' }],
  ['took', { type: 'trend' }],
]);
const SERIES = [
  { name: 'failed', tags: { tier: 'p0', status: '200' }, sum: 0, total: 30, values: [] },
  { name: 'failed', tags: { tier: 'p2', status: '429' }, sum: 10, total: 10, values: [] },
  { name: 'took', tags: { tier: 'p0' }, sum: 60, total: 3, values: [30, 10, 20] },
];

function passes(selector, text) {
  const [threshold] = parse({ [selector]: [text] }, DECLARED);
  return judge(threshold, SERIES, 10).passed;
}

test('a selector takes only the samples of its tags', () => {
  assert.equal(passes('failed{tier:p0}', 'rate==0'), true);
  assert.equal(passes('failed{tier:p2}', 'rate<1'), false);
  assert.equal(passes('failed', 'rate==0.25'), true);
});

test('a rate or a trend of nothing passes nothing, a counter of nothing is zero', () => {
  assert.equal(passes('failed{tier:p1}', 'rate==0'), false);
  assert.equal(passes('failed{tier:p1}', 'rate<1'), false);
  assert.equal(passes('took{tier:p1}', 'p(99)<250'), false);
  assert.equal(passes('sent{tier:p1}', 'count>0'), false);
  assert.equal(passes('sent', 'count==0'), true);
});

test('percentiles lie between neighbours', () => {
  assert.equal(percentile([10, 20, 30], 0.5), 20);
  assert.equal(percentile([10, 20], 0.25), 12.5);
  assert.equal(passes('took', 'p(50)<=20'), true);
  assert.equal(passes('took', 'p(99)<29'), false);
  assert.equal(passes('took', 'max===30'), true);
});

for (const [selector, text] of [
  ['faild', 'rate==0'],
  ['failed', 'rate=0'],
  ['failed', 'p(99)<1'],
  ['took', 'rate<1'],
  ['took{tier:p0', 'avg<1'],
]) {
  test(`${selector} ${text} is refused before anything is sent`, () => {
    assert.throws(() => parse({ [selector]: [text] }, DECLARED), InvalidThreshold);
  });
}
