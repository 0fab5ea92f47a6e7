import { crashPoints } from './crash-points.ts';
import type { DealtTally } from './hostile-rpc/hostile-endpoint.ts';
import type { DatabaseKind } from './run-store.ts';
import { sumOf } from './run-weather.ts';
import type { CrashRunResult, TransferEnd } from './crash-run.ts';
import { type Violation, violationKinds } from './violation.ts';
import type { StoreAudit } from './process-messages.ts';

/** All runs of a session in figures; what `--json` prints. */
export interface CrashTally {
  readonly runs: number;
  readonly hits: number;
  readonly deaths: number;
  readonly byHand: number;
  readonly on: Readonly<Record<DatabaseKind, number>>;
  /** Runs in front of hostile backends, and what those dealt out. */
  readonly weather: { readonly runs: number; readonly dealt: DealtTally };
  /** Runs whose store went back in time. */
  readonly restored: number;
  /** Runs whose books were held against the chains, and losses planted for them to find. */
  readonly booked: number;
  readonly planted: number;
  /** Runs that took longer than holding time, lag and ten seconds; no verdict. */
  readonly neededLonger: number;
  readonly transfers: Readonly<Record<TransferEnd, number>>;
  /** Runs with batching, and what those merged. */
  readonly merged: StoreAudit['merged'] & { readonly runs: number };
  readonly slowestMoveMs: number;
  readonly slowestEndMs: number;
  readonly meanRunMs: number;
  readonly points: readonly PointTally[];
  /** Each with the seed that replays it; `fault` where the run itself could not be finished. */
  readonly violations: readonly SeededViolation[];
}

export interface PointTally {
  readonly name: string;
  readonly runs: number;
  readonly hits: number;
  readonly found: Readonly<Record<Violation['kind'], number>>;
  readonly slowestMoveMs: number;
}

export interface SeededViolation {
  readonly seed: number;
  readonly database: DatabaseKind;
  readonly point: string;
  readonly kind: Violation['kind'] | 'fault';
  readonly what: string;
}

export function crashTally(
  results: readonly CrashRunResult[],
  faults: readonly SeededViolation[],
): CrashTally {
  const sum = (of: (one: CrashRunResult) => number): number =>
    results.reduce((total, one) => total + of(one), 0);
  const most = (of: (one: CrashRunResult) => number): number =>
    Math.round(Math.max(0, ...results.map(of)));
  return {
    runs: results.length + faults.length,
    hits: sum((one) => Number(one.isHit)),
    deaths: sum((one) => one.deaths),
    byHand: sum((one) => Number(one.plan.minesByHand)),
    on: {
      sqlite: sum((one) => Number(one.database === 'sqlite')),
      postgres: sum((one) => Number(one.database === 'postgres')),
    },
    weather: {
      runs: sum((one) => Number(one.plan.weather !== null)),
      dealt: sumOf(results.map((one) => one.dealt)),
    },
    restored: sum((one) => Number(one.wasRestored)),
    booked: sum((one) => Number(one.isBooked)),
    planted: sum((one) => Number(one.isPlanted)),
    neededLonger: sum((one) => Number(one.neededLonger)),
    transfers: {
      done: sum((one) => one.ends.done),
      refunded: sum((one) => one.ends.refunded),
      untouched: sum((one) => one.ends.untouched),
      waiting: sum((one) => one.ends.waiting),
    },
    merged: mergedIn(results.filter(({ plan }) => plan.batching !== 'off')),
    slowestMoveMs: most((one) => one.slowestMoveMs),
    slowestEndMs: most((one) => one.slowestEndMs),
    meanRunMs: results.length === 0 ? 0 : Math.round(sum((one) => one.tookMs) / results.length),
    points: crashPoints.map(({ name }) =>
      pointTally(
        name,
        results.filter((one) => one.plan.point.name === name),
      ),
    ),
    violations: [
      ...results.flatMap(({ plan, database, violations }) =>
        violations.map((one) => ({ seed: plan.seed, database, point: plan.point.name, ...one })),
      ),
      ...faults,
    ],
  };
}

function mergedIn(results: readonly CrashRunResult[]): CrashTally['merged'] {
  const sum = (of: (one: StoreAudit['merged']) => number): number =>
    results.reduce((total, { merged }) => total + of(merged), 0);
  return {
    runs: results.length,
    transactions: sum((one) => one.transactions),
    batches: sum((one) => one.batches),
    alone: sum((one) => one.alone),
  };
}

function pointTally(name: string, results: readonly CrashRunResult[]): PointTally {
  const found = violationKinds.map(
    (kind) =>
      [
        kind,
        results.flatMap((one) => one.violations).filter((one) => one.kind === kind).length,
      ] as const,
  );
  return {
    name,
    runs: results.length,
    hits: results.filter((one) => one.isHit).length,
    found: Object.fromEntries(found) as PointTally['found'], // CAST: one entry per kind.
    slowestMoveMs: Math.round(Math.max(0, ...results.map((one) => one.slowestMoveMs))),
  };
}
