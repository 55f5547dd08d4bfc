// What Sluice promises, as thresholds, tier by tier.
//
// Environment: P0_P99_MS (250). P0 waits up to 100 ms for a permit, and then is worked on.

const P0_P99_MS = Number(__ENV.P0_P99_MS || 250);

// At any load: every P0 is served, in time; nothing but sheds goes wrong elsewhere.
export const AT_ANY_LOAD = {
  'http_reqs{tier:p0}': ['count>0'],
  'http_reqs{tier:p1}': ['count>0'],
  'http_reqs{tier:p2}': ['count>0'],
  'http_req_failed{tier:p0}': ['rate==0'],
  'http_req_failed{tier:p1}': ['rate<0.01'],
  'http_req_failed{tier:p2}': ['rate<0.01'],
  'http_req_duration{tier:p0}': [`p(99)<${P0_P99_MS}`],
  'succeeded{tier:p0}': ['rate==1'],
  'sheds{tier:p0}': ['rate==0'],
  'late{tier:p0}': ['rate==0'],
  'late{tier:p1}': ['rate<0.01'],
  'late{tier:p2}': ['rate<0.01'],
  // Arrivals without a VU are missing from every other number: the generator was too small.
  'dropped_iterations{scenario:p0}': ['count==0'],
  'dropped_iterations{scenario:p1}': ['count==0'],
  'dropped_iterations{scenario:p2}': ['count==0'],
};

// Above the capacity: what is left out is P2, and it is told so quickly, and when to come back.
export const ABOVE_CAPACITY = {
  'sheds{tier:p2}': ['rate>0'],
  'checks{tier:p2}': ['rate==1'],
  'hint{tier:p2}': ['min>=100'],
  'refusal_duration{tier:p2}': ['med<50'],
};

// At 1.5 × the capacity P0 and P1 fit in together, so P1 is hardly touched.
export const AT_THE_REFERENCE = {
  ...AT_ANY_LOAD,
  ...ABOVE_CAPACITY,
  'succeeded{tier:p1}': ['rate>0.9'],
};
