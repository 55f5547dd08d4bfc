// What the stand-in's modules know about the VU they run in. Without a VU (the script is only being read for
// its options) there is nobody to send anything.

export const vu = {
  id: 0,
  scenario: '',
  scenarioStartTime: 0,
  scenarioTags: {},
  iterationInTest: 0,
  series: new Map(), // name and tags -> { name, type, tags, values | sum | trues, total }
  declared: new Map(), // metric name -> { type, isTime }
  discardBodies: false,
  exchange() {
    throw new Error('http may not be used while the script is loaded');
  },
  sleep() {
    throw new Error('sleep may not be used while the script is loaded');
  },
};

const BUILT_IN = {
  http_reqs: 'counter',
  http_req_duration: 'trend',
  http_req_waiting: 'trend',
  http_req_failed: 'rate',
  iterations: 'counter',
  iteration_duration: 'trend',
  dropped_iterations: 'counter',
  checks: 'rate',
};

for (const [name, type] of Object.entries(BUILT_IN)) {
  vu.declared.set(name, { type, isTime: type === 'trend' });
}

// Adds one sample; the scenario's tags go with every one, as in k6.
export function sample(name, value, tags) {
  const all = { scenario: vu.scenario, ...vu.scenarioTags, ...tags };
  const key = name + JSON.stringify(Object.entries(all).sort());
  let series = vu.series.get(key);
  if (series === undefined) {
    series = { name, tags: all, values: [], sum: 0, total: 0 };
    vu.series.set(key, series);
  }
  series.total += 1;
  series.sum += Number(value); // of a rate: how many were true
  if (vu.declared.get(name).type === 'trend') {
    series.values.push(value);
  }
}
