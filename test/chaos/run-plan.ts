import {
  batchPoints,
  type CrashMoment,
  type CrashPoint,
  mergedPoint,
  ownPoints,
  type Scenario,
} from './crash-points.ts';
import type { ArmedCrash } from './crash-trigger.ts';
import { type SeededChance, seededChance } from './seeded-chance.ts';

export interface PlannedTransfer {
  /** Which of the run's payers signs it; one payer may sign several. */
  readonly payer: number;
  readonly from: number;
  readonly to: number;
  /** Of no other transfer of the run, so that its logs on chain are known by it. */
  readonly units: bigint;
  /** Its recipient is put on the token's blocklist after it was accepted. */
  readonly isBanned: boolean;
  /** Its client does not ask again when the service dies on it. */
  readonly givesUp: boolean;
}

/**
 * - off: every transaction has a transaction of its own
 * - opening: transfers come while the service's accounts are being delegated, some before, some
 *   after
 * - open: they come once transactions are merged on both chains
 */
type Batching = 'off' | 'opening' | 'open';

/** All that a seed decides. What it cannot decide is how the machine interleaves the processes. */
export interface RunPlan {
  readonly seed: number;
  readonly point: CrashPoint;
  /** One for each life of the service but the last: dies at that moment the nth time. */
  readonly crashes: readonly ArmedCrash[];
  readonly scenario: Scenario;
  readonly batching: Batching;
  /** Blocks come when the run mines them, so that transactions really are in flight. */
  readonly minesByHand: boolean;
  readonly minesWhileDown: boolean;
  /** Between two blocks of one chain that are mined by hand. */
  readonly blockEveryMs: readonly [least: number, most: number];
  readonly transfers: readonly PlannedTransfer[];
  /** Null where the service asks the nodes themselves. */
  readonly weather: PlannedWeather | null;
  /** The commit after which a copy of the store is taken, which a later life starts with. */
  readonly restoresCommit: number | null;
  /** Units of USDC that the float loses when all is over: the books must find them. */
  readonly plantedLoss: bigint | null;
  /** On PostgreSQL: the leases of a dead process run out by the clock. */
  readonly waitsForLeases: boolean;
}

/** Each chain's RPC endpoint has so many backends, hostile from the first request on. */
export interface PlannedWeather {
  readonly backends: number;
  readonly clearsAfterMs: number;
  readonly mostLagMs: number;
}

/** The chains of a run's devnet. */
export const runChains: readonly [number, number] = [8453, 42161];

const weatherShare = 0.5;
/** Of the runs on PostgreSQL; in the others the harness ends them. */
const leaseShare = 0.1;
const lossShare = 0.15;
/** Every run that ends has had more. */
const mostCommitsBefore = 10;
const fewestTransfers = 3;
const mostTransfers = 8;

/**
 * Fourteen seeds in a row visit every point of an unmerged run once, or every point of a merged
 * one; the two take turns by 28.
 */
export function runPlan(seed: number): RunPlan {
  const chance = seededChance(seed);
  const turn = seed % ownPoints.length;
  const round = Math.floor(seed / ownPoints.length);
  const point = ownPoints[turn] ?? chance.pick(ownPoints);
  const scenario =
    point.scenarios.includes('normal') && chance.coin(0.55)
      ? 'normal'
      : chance.pick(point.scenarios);
  const transfers = planTransfers(chance, scenario);
  const first: ArmedCrash = {
    moment: point.moment,
    nth: chance.between(1, timesSure(point, transfers)),
  };
  const plan: RunPlan = {
    seed,
    point,
    scenario,
    transfers,
    batching: 'off',
    // What is left for the second life to reach depends on the first, so it is not sure to die
    // again.
    crashes: chance.coin(0.25)
      ? [first, { moment: chance.pick(ownPoints).moment, nth: chance.between(1, 2) }]
      : [first],
    minesByHand: scenario !== 'normal' || (turn + round) % 2 === 0,
    minesWhileDown: chance.coin(0.5),
    blockEveryMs: scenario === 'replacement' ? [400, 700] : [20, 150],
    ...planHostility(seed),
  };
  // By two rounds, so that each point of either kind meets both ways of mining.
  return Math.floor((round + 1) / 2) % 2 === 1 ? withBatching(plan, round, chance) : plan;
}

/**
 * What the world does beside killing. By chances of its own, so that the rest of a seed stays what it
 * was.
 */
function planHostility(
  seed: number,
): Pick<RunPlan, 'weather' | 'restoresCommit' | 'waitsForLeases' | 'plantedLoss'> {
  const chance = seededChance(seed + 2_000_000);
  const clearsAfterMs = chance.between(2_500, 6_000);
  const weather = {
    backends: chance.pick([2, 3]),
    clearsAfterMs,
    mostLagMs: chance.pick([1_000, 3_000]),
  };
  return {
    weather: chance.coin(weatherShare) ? weather : null,
    restoresCommit: isRestored(seed) ? chance.between(1, mostCommitsBefore) : null,
    waitsForLeases: chance.coin(leaseShare),
    plantedLoss: chance.coin(lossShare) ? BigInt(chance.between(1, 1_000_000)) : null,
  };
}

/** One seed of every ten in a row. */
function isRestored(seed: number): boolean {
  return seededChance(Math.floor(seed / 10) + 3_000_000).between(0, 9) === seed % 10;
}

/** How often the point is sure to be passed. */
function timesSure({ moment }: CrashPoint, transfers: readonly PlannedTransfer[]): number {
  const isOfRefund = moment.at === 'broadcast' && moment.of === 'refund';
  return isOfRefund ? transfers.filter((one) => one.isBanned).length : transfers.length;
}

function planTransfers(chance: SeededChance, scenario: Scenario): readonly PlannedTransfer[] {
  const count = chance.between(fewestTransfers, mostTransfers);
  const payers = chance.between(Math.ceil(count / 2), count);
  const [one, other] = chance.coin(0.5) ? runChains : ([runChains[1], runChains[0]] as const);
  const isRefunding = scenario === 'refund' || scenario === 'late-refund';
  return Array.from({ length: count }, (_, index): PlannedTransfer => {
    // Only where all go one way the ban on the destination can be timed against the pulls on the
    // source.
    const isReturning = !isRefunding && chance.coin(0.3);
    return {
      payer: chance.between(0, payers - 1),
      from: isReturning ? other : one,
      to: isReturning ? one : other,
      units: BigInt(chance.between(1_000, 40_000_000)) * 10n + BigInt(index),
      isBanned: isRefunding && (index === 0 || chance.coin(0.7)),
      givesUp: scenario === 'normal' && chance.coin(0.15),
    };
  });
}

/** Every run that merges sends a batch of pulls and one of payouts or refunds. */
const fewestBatches = 2;

/**
 * The same run with its transactions merged: what a seed decided stays, but for moments that do not
 * come in it.
 */
function withBatching(plan: RunPlan, round: number, chance: SeededChance): RunPlan {
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
        : [{ ...first, nth: Math.min(first.nth, timesSureMerged(first.moment)) }, ...later],
  };
}

function mergedMoment(moment: CrashMoment, round: number): CrashMoment {
  const point = ownPoints.find((one) => one.moment === moment);
  return point === undefined ? moment : mergedPoint(point, round).moment;
}

/** How often the moment is sure to come, as far as batching limits it. */
function timesSureMerged(moment: CrashMoment): number {
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
