// What came out: thresholds one a line, then every metric by tier.

import { merged, percentile } from './thresholds.mjs';

export function print(verdicts, allSeries, declared) {
  console.log('\nthresholds');
  for (const { threshold, passed, value } of verdicts) {
    console.log(`  ${passed ? 'pass' : 'FAIL'}  ${threshold.selector} ${threshold.text}  (${number(value)})`);
  }
  console.log('\nmetrics');
  for (const name of [...declared.keys()].sort()) {
    for (const tier of tiersOf(allSeries, name)) {
      const tags = tier === undefined ? {} : { tier };
      console.log(`  ${name}${tier === undefined ? '' : `{tier:${tier}}`}: ${figures(merged(allSeries, name, tags), declared.get(name))}`);
    }
  }
}

function tiersOf(allSeries, name) {
  return [...new Set(allSeries.filter((series) => series.name === name).map((series) => series.tags.tier))].sort();
}

function figures(sink, { type, isTime }) {
  const unit = isTime ? ' ms' : '';
  switch (type) {
    case 'counter':
      return number(sink.sum);
    case 'rate':
      return `${number((100 * sink.sum) / sink.total)} % (${sink.sum} of ${sink.total})`;
    default:
      return ['min', 'med', 'p(99)', 'max']
        .map((name, i) => `${name}=${number(percentile(sink.values, [0, 0.5, 0.99, 1][i]))}${unit}`)
        .join(' ');
  }
}

function number(value) {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}
