import { utcDay, asUnits, type ErrorCode, noUnits, type Order } from '@interline/kernel';
import { isGasReservation } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { RouteEvent } from '../announcements.ts';
import type { TransferRecord, TransferUnit } from '../repository.ts';
import { type Route, type RouteChange, stages } from '../route.ts';
import { dividedUp } from '../compare/guard.ts';
import { chargesOf } from '../budgets/charges-of.ts';
import { holdId } from '../float/route-reservations.ts';

interface Failure {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly stage: string;
}

/**
 * Must run in the caller's unit. The route fails and nothing is owed any more. Reserved money that
 * did not leave is free again; the gas of its transactions stays reserved until they end. Its share
 * of the daily budgets is returned if nothing was pulled.
 */
export async function failRoute(
  ports: TransferPorts,
  tx: TransferUnit,
  route: Route,
  failure: Failure,
  change: RouteChange = {},
): Promise<Route> {
  const nowMs = ports.clock.now();
  const reserved = await tx.transactions.reservationsOf(route.id);
  await tx.transactions.releaseReservations(
    reserved.filter((one) => one.state === 'open' && !isGasReservation(one)).map(({ id }) => id),
  );
  // Nothing was pulled, so the plan's charge to its day of acceptance was not used.
  const wasCharged = !route.isSimulated && route.mode !== 'deposit' && route.phase !== 'funding';
  if (route.credited === null && route.failure === null && wasCharged) {
    for (const charge of chargesOf(ports.policy, route))
      await tx.transactions.uncharge(charge, utcDay(route.createdAtMs));
  }
  if (route.phase === 'funding') await tx.transfers.removeFunding(route.id);
  const failed = await tx.transfers.moveRoute(
    route,
    {
      ...change,
      status: 'FAILED',
      stage: failure.stage,
      phase: 'ended',
      failure: { code: failure.code, reason: failure.reason },
    },
    nowMs,
  );
  await tx.books.clearLiability(route.id);
  await announceEnd(tx, 'route.failed', route, failed, nowMs);
  return failed;
}

interface SeenArrival {
  readonly srcTx: string | null;
  readonly destTx: string | null;
  readonly delivered: bigint;
  /** Left out if the chain shows it. */
  readonly stage?: string;
  /** A reorg could still remove it, so the pulled money stays reserved until it is final. */
  readonly isFresh?: boolean;
}

/** Must run in the caller's unit. The route is done, with what was seen to arrive. */
export async function finishRoute(
  ports: TransferPorts,
  tx: TransferUnit,
  route: Route,
  seen: SeenArrival,
): Promise<Route> {
  const nowMs = ports.clock.now();
  if (seen.isFresh !== true) await tx.transactions.releaseReservation(holdId(route.id));
  const done = await tx.transfers.moveRoute(
    route,
    {
      status: 'DONE',
      stage: seen.stage ?? stages.delivered,
      phase: 'ended',
      srcTx: seen.srcTx,
      destTx: seen.destTx,
      delivered: asUnits(seen.delivered),
    },
    nowMs,
  );
  await announceEnd(tx, 'route.done', route, done, nowMs);
  return done;
}

/** Stores what the end shows about its engine, and announces it. */
async function announceEnd(
  tx: TransferUnit,
  kind: 'route.done' | 'route.failed',
  before: Route,
  ended: Route,
  atMs: number,
): Promise<void> {
  const record = recordOf(before, ended);
  if (record !== null) await tx.transfers.putTransferRecord(record);
  const { id: routeId, version, srcTx, destTx } = ended;
  const event = { id: `ev_${routeId}_${version}`, kind, routeId, srcTx, destTx, atMs };
  const kept = await tx.transfers.recordEvent(event);
  if (kept !== null) await tx.announce.routeEnded(kept, ended);
}

/**
 * What the end of a route shows about the engine that had it last; null if it shows nothing about
 * any engine.
 */
export function recordOf(before: Route, ended: Route): TransferRecord | null {
  if (ended.isSimulated || (ended.status === 'FAILED' && isThePayersEnd(before, ended)))
    return null;
  const { id, rail, order, plan, quote, delivered, createdAtMs, updatedAtMs } = ended;
  const record = {
    routeId: id,
    rail,
    lane: order.lane,
    quoted: quote?.output ?? plan.output,
    delivered: delivered ?? noUnits,
    agreed: order.minOutput,
    tookMs: updatedAtMs - createdAtMs,
    atMs: updatedAtMs,
    token: order.from.symbol === order.to.symbol ? order.from.symbol : null,
  };
  if (ended.status !== 'DONE') return { ...record, outcome: 'failed', costBps: null };
  return {
    ...record,
    outcome: record.delivered < record.quoted ? 'missed' : 'delivered',
    costBps:
      record.token === null ? null : bpsLost(order, quote?.input ?? order.amount, record.delivered),
  };
}

/**
 * Limited to -10,000 (twice as much or more arrived) and 10,000, because no figure may keep a route
 * from ending.
 */
function bpsLost(
  { from, to }: Pick<Order, 'from' | 'to'>,
  sent: bigint,
  delivered: bigint,
): number {
  const paid = sent * 10n ** BigInt(to.decimals);
  const lost = dividedUp((paid - delivered * 10n ** BigInt(from.decimals)) * 10_000n, paid);
  return Math.max(Number(lost), -10_000);
}

/**
 * Nothing was pulled, the deposit never came, or a reorg brought a pull whose route had failed
 * without it. No engine had a part in that.
 */
function isThePayersEnd(before: Route, ended: Route): boolean {
  return (
    ended.stage === stages.notPulled ||
    before.status !== 'BRIDGING' ||
    before.failure?.code === 'PULL_REVERTED' ||
    before.failure?.code === 'PULL_EXPIRED'
  );
}

/** Must run in the caller's unit. A reorg reverted the end; this notifies the listening modules. */
export async function announceReopening(
  tx: Pick<TransferUnit, 'transfers' | 'announce'>,
  event: RouteEvent,
): Promise<void> {
  const kept = await tx.transfers.recordEvent(event);
  if (kept !== null) await tx.announce.routeReopened(kept);
}
