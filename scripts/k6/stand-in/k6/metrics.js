// k6/metrics: Counter, Rate and Trend. No Gauge: no script here has one.

import { sample, vu } from './vu.js';

class Metric {
  constructor(type, name, isTime) {
    if (!/^[a-zA-Z_][a-zA-Z0-9_]{1,127}$/.test(name)) {
      throw new Error(`invalid metric name: '${name}'`);
    }
    const known = vu.declared.get(name);
    if (known !== undefined && known.type !== type) {
      throw new Error(`metric '${name}' already exists but with type ${known.type}, instead of ${type}`);
    }
    vu.declared.set(name, { type, isTime });
    this.name = name;
  }

  add(value, tags = {}) {
    if (typeof value !== 'boolean' && !Number.isFinite(value)) {
      throw new Error(`${this.name}: '${value}' is an invalid value`);
    }
    sample(this.name, value, tags);
  }
}

export class Counter extends Metric {
  constructor(name) {
    super('counter', name, false);
  }
}

export class Rate extends Metric {
  constructor(name) {
    super('rate', name, false);
  }

  add(value, tags) {
    super.add(Boolean(value), tags);
  }
}

export class Trend extends Metric {
  constructor(name, isTime = false) {
    super('trend', name, isTime);
  }
}
