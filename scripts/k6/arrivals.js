// Open-loop arrivals per tier: requests are due on a schedule that does not care how slowly they are
// answered. P0 stays at its rate whatever the load: it is the others that surge.
//
// Environment: RATE (2000, requests a second, all tiers), P0_RATE (400), DURATION (20s), WARM_UP (20s; 0s for
// none), MAX_VUS (2000, per scenario), TIMEOUT_MS (500, a client's patience with one attempt).

const RATE = Number(__ENV.RATE || 2000);
const DURATION = __ENV.DURATION || '20s';
const WARM_UP = __ENV.WARM_UP || '20s';
const MAX_VUS = Number(__ENV.MAX_VUS || 2000);
// VUs are needed for as long as an iteration lasts, and arrivals without one are dropped. Half a client's
// patience is far more than a healthy gateway takes, and leaves room for the generator's own hiccups.
const BUSY_SECONDS = Number(__ENV.TIMEOUT_MS || 500) / 2000;

// Requests a second of each tier when all of them together are `rate`: 20 %, 30 % and 50 % at the reference.
function rates(rate) {
  const p0 = Math.min(Number(__ENV.P0_RATE || 400), rate);
  const rest = rate - p0;
  return { p0: Math.round(p0), p1: Math.round((rest * 3) / 8), p2: Math.round((rest * 5) / 8) };
}

// A scenario per tier, each calling the exported function of its name. `waitSeconds` is how long its clients
// may wait between attempts, on top.
export function constant(waitSeconds = 0) {
  const perSecond = rates(RATE);
  return perTier((tier) => ({
    executor: 'constant-arrival-rate',
    rate: perSecond[tier],
    timeUnit: '1s',
    duration: DURATION,
    ...vus(perSecond[tier], BUSY_SECONDS + waitSeconds),
  }));
}

// The same climbing: `steps` are { load, climb, hold }, where load multiplies `perSecond`.
export function climbing(perSecond, steps) {
  const most = rates(perSecond * Math.max(...steps.map((step) => step.load)));
  return perTier((tier) => ({
    executor: 'ramping-arrival-rate',
    startRate: rates(perSecond)[tier],
    timeUnit: '1s',
    stages: steps.flatMap((step) => {
      const target = rates(perSecond * step.load)[tier];
      return [
        { target, duration: step.climb },
        { target, duration: step.hold },
      ];
    }),
    ...vus(most[tier], BUSY_SECONDS),
  }));
}

function perTier(scenario) {
  const tiers = ['p0', 'p1', 'p2'].map((tier) => [
    tier,
    { ...scenario(tier), exec: tier, startTime: WARM_UP, gracefulStop: '5s', tags: { tier } },
  ]);
  return Object.fromEntries(WARM_UP === '0s' ? tiers : [...tiers, ['warm_up', warmUp()]]);
}

function warmUp() {
  return {
    executor: 'ramping-arrival-rate',
    exec: 'warmUp',
    startRate: 50,
    timeUnit: '1s',
    stages: [{ target: Math.min(RATE, 1000), duration: WARM_UP }],
    gracefulStop: '1s',
    tags: { tier: 'warm-up' },
    ...vus(RATE, BUSY_SECONDS / 10),
  };
}

function vus(rate, seconds) {
  const preAllocatedVUs = Math.min(MAX_VUS, Math.max(1, Math.ceil(rate * seconds)));
  return { preAllocatedVUs, maxVUs: MAX_VUS };
}
