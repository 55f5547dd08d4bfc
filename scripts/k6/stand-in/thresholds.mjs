// Thresholds: `rate<0.01` on `http_req_failed{tier:p0}` and the like, judged when all is over.

const METHODS = {
  counter: ['count', 'rate'],
  rate: ['rate'],
  trend: ['avg', 'min', 'max', 'med', 'p'],
};
const EXPRESSION = /^\s*(count|rate|avg|min|max|med|p\((\d+(?:\.\d+)?)\))\s*(<=|>=|===|==|!=|<|>)\s*(-?\d+(?:\.\d+)?)\s*$/;
const COMPARE = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '==': (a, b) => a === b,
  '===': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

export class InvalidThreshold extends Error {}

// Reads them all before anything is sent, so that a misspelt one cannot pass by looking at nothing.
export function parse(thresholds, declared) {
  return Object.entries(thresholds ?? {}).flatMap(([selector, expressions]) => {
    const { name, tags } = parseSelector(selector);
    const metric = declared.get(name);
    if (metric === undefined) {
      throw new InvalidThreshold(`${selector}: there is no metric ${name}`);
    }
    return expressions.map((text) => ({ selector, name, tags, type: metric.type, ...parseExpression(text, selector, metric.type) }));
  });
}

// Judges one: { passed, value }. Nothing measured passes no rate and no trend.
export function judge(threshold, allSeries, seconds) {
  const value = valueOf(threshold, merged(allSeries, threshold.name, threshold.tags), seconds);
  return { passed: COMPARE[threshold.operator](value, threshold.bound), value };
}

// All samples of a metric whose tags include the given ones.
export function merged(allSeries, name, tags) {
  const sink = { sum: 0, total: 0, values: [] };
  for (const series of allSeries) {
    if (series.name === name && Object.entries(tags).every(([key, value]) => series.tags[key] === value)) {
      sink.sum += series.sum;
      sink.total += series.total;
      for (const value of series.values) {
        sink.values.push(value);
      }
    }
  }
  sink.values.sort((a, b) => a - b);
  return sink;
}

// With interpolation between neighbours, as k6 does it.
export function percentile(sorted, share) {
  if (sorted.length === 0) {
    return NaN;
  }
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)];
  return low + (sorted[Math.ceil(at)] - low) * (at - Math.floor(at));
}

function valueOf({ method, percent, type }, sink, seconds) {
  switch (method) {
    case 'count':
      return sink.sum;
    case 'rate':
      return type === 'counter' ? sink.sum / seconds : sink.sum / sink.total;
    case 'avg':
      return sink.sum / sink.total;
    case 'min':
      return percentile(sink.values, 0);
    case 'max':
      return percentile(sink.values, 1);
    case 'med':
      return percentile(sink.values, 0.5);
    default:
      return percentile(sink.values, percent / 100);
  }
}

function parseExpression(text, selector, type) {
  const match = EXPRESSION.exec(text);
  if (match === null) {
    throw new InvalidThreshold(`${selector}: '${text}' is not a threshold`);
  }
  const method = match[1].startsWith('p(') ? 'p' : match[1];
  if (!METHODS[type].includes(method)) {
    throw new InvalidThreshold(`${selector}: a ${type} has no ${method}`);
  }
  return { text, method, percent: Number(match[2]), operator: match[3], bound: Number(match[4]) };
}

function parseSelector(selector) {
  const match = /^([^{}]+)(?:\{([^{}]*)\})?$/.exec(selector);
  if (match === null) {
    throw new InvalidThreshold(`'${selector}' names no metric`);
  }
  const tags = (match[2] ?? '').split(',').filter((pair) => pair !== '');
  return { name: match[1], tags: Object.fromEntries(tags.map((pair) => pair.split(':').map((word) => word.trim()))) };
}
