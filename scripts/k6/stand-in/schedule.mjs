// When the iterations of a scenario are due, in milliseconds from its start.

const UNITS = { ms: 1, s: 1000, m: 60000, h: 3600000 };

export function millis(duration) {
  const parts = [...String(duration).matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== duration) {
    throw new Error(`not a duration: ${duration} (expected: for example 500ms, 20s or 1m30s)`);
  }
  return parts.reduce((sum, [, number, unit]) => sum + Number(number) * UNITS[unit], 0);
}

// The pieces of a scenario: for so long, from one rate to another, in iterations per millisecond.
export function pieces(scenario) {
  const unit = millis(scenario.timeUnit ?? '1s');
  switch (scenario.executor) {
    case 'constant-arrival-rate': {
      const rate = scenario.rate / unit;
      return [{ length: millis(scenario.duration), from: rate, to: rate }];
    }
    case 'ramping-arrival-rate': {
      let from = (scenario.startRate ?? 0) / unit;
      return scenario.stages.map((stage) => {
        const piece = { length: millis(stage.duration), from, to: stage.target / unit };
        from = piece.to;
        return piece;
      });
    }
    default:
      throw new Error(`the stand-in has no executor ${scenario.executor}`);
  }
}

export function lengthOf(plan) {
  return plan.reduce((sum, piece) => sum + piece.length, 0);
}

// How many iterations are due up to and including this moment: the area under the rate. The first is due at 0.
export function dueUntil(plan, elapsed) {
  let left = Math.min(elapsed, lengthOf(plan));
  let area = 0;
  for (const { length, from, to } of plan) {
    const part = Math.min(left, length);
    if (part > 0) {
      area += part * (from + ((to - from) * part) / length / 2);
    }
    left -= part;
  }
  return elapsed >= lengthOf(plan) ? Math.floor(area + 1e-6) : Math.floor(area + 1e-6) + (plan[0].from > 0 ? 1 : 0);
}
