import type { CustodyPort } from '@interline/ports';
import { auditEnd, auditNow, calmDown } from './hostile-audit.ts';
import { hostileHarness } from './hostile-harness.ts';
import {
  type HostileHistory,
  hostileHistory,
  type HostileStep,
  takeHostileStep,
} from './hostile-steps.ts';
import type { StoreBench } from './store-bench.ts';
import fc from 'fast-check';

export interface HistoryResult {
  readonly wrong: readonly string[];
  /** After which step; null after the calm at the end, or where nothing is wrong. */
  readonly at: number | null;
  /** Stages of the routes and codes of the refusals. */
  readonly ends: readonly string[];
}

export type HistoryLength = 'short' | 'long';

const mostSteps: Readonly<Record<HistoryLength, number>> = { short: 6, long: 24 };

/** The history of a seed, always the same. */
export function historyOf(seed: number, length: HistoryLength): HostileHistory {
  const [history] = fc.sample(hostileHistory(mostSteps[length]), { seed, numRuns: 1 });
  if (history === undefined) throw new Error('a sample of one has one');
  return history;
}

/**
 * Lives through it, looks after each step, lets everything end, and looks again. `plant` puts a
 * fault into custody that has to be seen.
 */
export async function runHistory(
  bench: StoreBench,
  { setting, steps }: HostileHistory,
  plant: (custody: CustodyPort) => void = () => undefined,
): Promise<HistoryResult> {
  const isSetBack = steps.some(({ step }) => step === 'set-back');
  const harness = await hostileHarness(bench, setting, isSetBack);
  plant(harness.custody);
  try {
    for (const [at, step] of steps.entries()) {
      await takeHostileStep(harness, step);
      const wrong = auditNow(harness);
      if (wrong.length > 0) return { wrong, at, ends: [] };
    }
    await calmDown(harness);
    const { wrong, ends } = await auditEnd(harness);
    return { wrong, at: null, ends: [...ends, ...harness.refusals] };
  } finally {
    await harness.close();
  }
}

/**
 * A history that still goes wrong with as few steps and acts as can be found by leaving out parts,
 * half of them first, in a bounded number of tries.
 */
export async function shrunk(
  bench: StoreBench,
  history: HostileHistory,
  tries = 400,
): Promise<HostileHistory> {
  let best = history;
  let left = tries;
  const fails = async (one: HostileHistory): Promise<boolean> => {
    left -= 1;
    const result = await runHistory(bench, one).catch((error: unknown) => ({
      wrong: [String(error)],
    }));
    return result.wrong.length > 0;
  };
  for (let size = best.steps.length; size >= 1 && left > 0; size = Math.floor(size / 2)) {
    for (let at = 0; at < best.steps.length && left > 0;) {
      const steps = best.steps.toSpliced(at, size);
      if (await fails({ ...best, steps })) best = { ...best, steps };
      else at += size;
    }
  }
  for (let at = 0; at < best.steps.length && left > 0; at += 1) {
    for (let act = 0; left > 0;) {
      const step: HostileStep | undefined = best.steps[at];
      if (step?.step !== 'together' || act >= step.acts.length || step.acts.length < 2) break;
      const steps = best.steps.with(at, { ...step, acts: step.acts.toSpliced(act, 1) });
      if (await fails({ ...best, steps })) best = { ...best, steps };
      else act += 1;
    }
  }
  return best;
}
