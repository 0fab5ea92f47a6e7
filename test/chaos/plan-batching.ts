import { batchPoints, type CrashMoment, mergedPoint, ownPoints } from './crash-points.ts';
import type { ArmedCrash } from './crash-trigger.ts';
import type { RunPlan } from './run-plan.ts';
import type { SeededChance } from './seeded-chance.ts';

/** Every run that merges sends a batch of pulls and one of payouts or refunds. */
const fewestBatches = 2;

/**
 * The same run with its transactions merged: what a seed decided stays, but for moments that do not
 * come in it.
 */
export function withBatching(plan: RunPlan, round: number, chance: SeededChance): RunPlan {
  const point = mergedPoint(plan.point, round);
  const [first, ...later] = plan.crashes.map(({ moment, nth }): ArmedCrash => ({
    moment: mergedMoment(moment, round),
    nth,
  }));
  // A delegation that is under way may leave a run with no batch at all.
  const mayBeOpening =
    plan.scenario === 'normal' && plan.minesByHand && !batchPoints.includes(point);
  return {
    ...plan,
    point,
    batching: mayBeOpening && chance.coin(0.5) ? 'opening' : 'open',
    crashes:
      first === undefined
        ? []
        : [{ ...first, nth: Math.min(first.nth, timesSure(first.moment)) }, ...later],
  };
}

function mergedMoment(moment: CrashMoment, round: number): CrashMoment {
  const point = ownPoints.find((one) => one.moment === moment);
  return point === undefined ? moment : mergedPoint(point, round).moment;
}

/** How often the moment is sure to come, as far as batching limits it. */
function timesSure(moment: CrashMoment): number {
  switch (moment.at) {
    case 'unit':
      // The last batch may be settled when all routes have ended and the run with them.
      if (moment.unit === 'settle-batch') return 1;
      return moment.unit === 'commit-batch' ? fewestBatches : Infinity;
    case 'broadcast':
      return fewestBatches;
    case 'receipt':
      return moment.of === 'batch' ? fewestBatches : Infinity;
    case 'write':
      return Infinity;
  }
}
