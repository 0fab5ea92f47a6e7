import { isRelayError, routeOwner } from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import {
  type CommittedTransaction,
  commitTransactions,
  sendCommitted,
} from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import type { Route, RouteChange } from '../route.ts';
import { Crowded } from '../budgets/left-today.ts';
import { type Advance, later, moved, type WhyLeft } from './advance.ts';
import { assertNotPaused } from './assert-not-paused.ts';
import { type AssertAgreed, type Paying, whileBooksAgree } from '../float/while-books-agree.ts';

/** The prepared transactions of one step, and how their unit moves the route. */
interface StepCommit {
  /** Name of the unit. */
  readonly unit: string;
  readonly step: number;
  readonly prepared: readonly Prepared[];
  readonly change: RouteChange;
  /** Runs first in that unit, and rolls it back by throwing if the budgets have no room. */
  readonly withinBudgets?: (tx: TransferUnit) => Promise<void>;
  /** It only reduces risk, so a pause does not hold it back. */
  readonly ignoresPause?: true;
}

/** Commits the step's transactions and moves the route in one unit, then sends them. */
export async function commitStep(
  ports: TransferPorts,
  route: Route,
  commit: StepCommit,
  signal: AbortSignal,
): Promise<Advance> {
  return sendOn(ports, await commitInUnit(ports, route, commit), signal);
}

/**
 * The same for a step that pays from an account of ours; null while a deficit in the books
 * withholds that.
 */
export async function commitPaying(
  ports: TransferPorts,
  route: Route,
  paying: Paying,
  commit: StepCommit,
  signal: AbortSignal,
): Promise<Advance | null> {
  const committed = await whileBooksAgree(
    ports,
    paying,
    (assertAgreed) => commitInUnit(ports, route, commit, assertAgreed),
    signal,
  );
  return committed === null ? null : sendOn(ports, committed, signal);
}

interface Committed {
  readonly transactions: readonly CommittedTransaction[];
  readonly route: Route;
}

function commitInUnit(
  ports: TransferPorts,
  route: Route,
  { unit, step, prepared, change, withinBudgets, ignoresPause }: StepCommit,
  assertAgreed?: AssertAgreed,
): Promise<Committed> {
  return ports.store.run(unit, async (tx) => {
    if (ignoresPause !== true) await assertNotPaused(tx, route);
    await assertAgreed?.(tx);
    await withinBudgets?.(tx);
    // The route comes first: the store copies from it the fields by which its pull is counted.
    const next = await tx.transfers.moveRoute(route, change, ports.clock.now());
    return {
      transactions: await commitTransactions(ports, tx, routeOwner(route.id), step, prepared),
      route: next,
    };
  });
}

/** How long a step waits for room in the budgets while other transactions are pending. */
const roomWithinMs = 10 * 60_000;

/**
 * Handles a step for which the budgets have no room. It waits if that may help, for at most ten
 * minutes; otherwise `leave` decides. Rethrows errors that are not a budget's.
 */
export function withoutRoom(
  { clock, policy }: Pick<TransferPorts, 'clock' | 'policy'>,
  { updatedAtMs }: Pick<Route, 'updatedAtMs'>,
  error: unknown,
  leave: (why: WhyLeft) => Promise<Advance>,
): Promise<Advance> {
  if (!isRelayError(error) || error.code !== 'BUDGET_SPENT') throw error;
  const nowMs = clock.now();
  return error instanceof Crowded && nowMs - updatedAtMs < roomWithinMs
    ? Promise.resolve(later(nowMs + policy.retryAfterMs))
    : leave({ code: error.code, reason: error.message });
}

async function sendOn(
  ports: TransferPorts,
  { transactions, route }: Committed,
  signal: AbortSignal,
): Promise<Advance> {
  const chain = transactions[0]?.transaction.chain ?? route.order.lane.from;
  await ports.tracer.within({ name: 'broadcast', chain }, () =>
    sendCommitted(ports, transactions, signal),
  );
  return moved(route);
}
