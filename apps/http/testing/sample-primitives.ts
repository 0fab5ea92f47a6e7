import type { Batch, Conditional, Schedule } from '@interline/core/primitives';
import { asUnits } from '@interline/kernel';
import type { HttpDeps } from '../server/http-deps.ts';

type UseCases = HttpDeps['useCases'];
type Caller = Parameters<UseCases['primitives']['createSchedule']>[1];

export const sampleScheduleId = 'sched_0123456789abcdef0123456789abcdef';
export const sampleConditionalId = 'cond_0123456789abcdef0123456789abcdef';

const madeAtMs = 1_800_000_005_000;
const priced = {
  kind: 'priced',
  rail: 'floatlane',
  bridge: 'floatlane',
  output: asUnits(24_980_000n),
  minOutput: asUnits(24_980_000n),
  fee: asUnits(20_000n),
  etaSec: 3,
} as const;

export function sampleBatch(
  { legs, live }: Parameters<UseCases['primitives']['planBatch']>[0],
  caller: Caller,
): Batch {
  return {
    ...factsOf(live, caller),
    id: 'batch_0123456789abcdef0123456789abcdef',
    kind: 'batch',
    status: 'planned',
    legs: legs.map((terms, index) => ({
      terms,
      outcome:
        index === 1
          ? { kind: 'refused', code: 'NO_ROUTE', reason: 'no rail serves it now' }
          : priced,
    })),
  };
}

/** Asked for with one run behind it. */
export function sampleSchedule(
  { terms, live, everyMs, atMs, count }: Parameters<UseCases['primitives']['createSchedule']>[0],
  caller: Caller,
): Schedule {
  const startAtMs = atMs ?? madeAtMs;
  return {
    ...factsOf(live, caller),
    id: sampleScheduleId,
    kind: 'schedule',
    status: 'active',
    terms,
    grid: { startAtMs, everyMs, count },
    ticks: 1,
    refused: 0,
    fence: 1,
    reason: null,
    nextRunAtMs: everyMs === null ? null : startAtMs + everyMs,
    runs: [
      { tick: 0, dueAtMs: startAtMs, atMs: startAtMs + 250, isSimulated: true, outcome: priced },
    ],
  };
}

export function sampleConditional(
  { terms, live, when }: Parameters<UseCases['primitives']['createConditional']>[0],
  caller: Caller,
): Conditional {
  return {
    ...factsOf(live, caller),
    id: sampleConditionalId,
    kind: 'conditional',
    status: 'fired',
    terms,
    when,
    sample: null,
    nextRunAtMs: null,
    fence: 2,
    reason: null,
    runs: [
      {
        tick: 0,
        dueAtMs: madeAtMs,
        atMs: madeAtMs + 250,
        isSimulated: false,
        outcome: {
          kind: 'started',
          routeId: 'rt_0123456789abcdef0123456789abcdef',
          rail: 'floatlane',
        },
      },
    ],
  };
}

function factsOf(live: boolean, { client, isOperator }: Caller) {
  return {
    version: 0,
    live,
    isOperators: isOperator,
    client,
    warnings: live ? ['live runs are only for the operator'] : [],
    createdAtMs: madeAtMs,
    updatedAtMs: madeAtMs,
  };
}
