import { asUnits, evmAddress, type Hex, isHash, noUnits, type PlanStep, type Progress, type Route, stages } from '@interline/domain';
import type { Arrival, JournalWriter } from '@interline/ports';
import type { MoneyPorts } from '../money/money-ports.ts';
import { arrivedSince } from './arrived-since.ts';
import { failRoute } from './end-route.ts';
import { nearestFirst } from './nearest-first.ts';
import { moved, type Turn } from './turn.ts';

type CallStep = Extract<PlanStep, { kind: 'call' }>;

/**
 * An upstream gave the money back (rule 8). What it sent straight to the payer is theirs; what it sent to our spender is
 * forwarded; what we kept as our charge follows, so that the payer has everything back. Null where no refund is to be seen.
 */
export async function settleGivenBack(ports: MoneyPorts, route: Route, { refundTx }: Progress, signal: AbortSignal): Promise<Turn | null> {
  const found = isHash(refundTx)
    ? await named(ports, route, refundTx, signal)
    : await searched(ports, route, signal);
  if (found === null || found.arrivals.length === 0) return null;
  const { arrivals, isToPayer } = found;
  const kept = keptUnits(route);
  const reason = 'the rail could not complete the transfer and gave the money back';
  const next = await ports.work.run('settle-given-back', async (tx) => {
    const arrival = await credited(tx, route, arrivals);
    if (arrival === null) return null;
    const owed = asUnits(isToPayer ? kept : kept + arrival.units);
    const givenBack = isToPayer ? { tx: arrival.hash, units: asUnits(arrival.units) } : null;
    if (owed === noUnits) return failRoute(ports, tx, route, { code: 'REFUNDED', reason, stage: stages.refunded }, { givenBack, owed });
    return tx.moveRoute(route, { phase: 'refunding', stage: stages.refunding, givenBack, owed, failure: { code: 'REFUNDED', reason } }, ports.clock.now());
  });
  if (next === null) return null;
  ports.log.info('given-back', { routeId: route.id, rail: route.rail, isToPayer });
  return next.phase === 'ended' ? { kind: 'ended', route: next } : moved(next);
}

interface GivenBack {
  /** The likeliest first. */
  readonly arrivals: readonly Arrival[];
  readonly isToPayer: boolean;
}

/** The first that is nobody else's: one transaction may give several routes' money back. */
async function credited(tx: JournalWriter, { id, order }: Route, arrivals: readonly Arrival[]): Promise<Arrival | null> {
  for (const one of arrivals) if (await tx.creditDelivery(order.lane.from, one.hash, one.logIndex, id)) return one;
  return null;
}

async function named(ports: MoneyPorts, route: Route, hash: Hex, signal: AbortSignal): Promise<GivenBack | null> {
  const { order } = route;
  for (const [to, isToPayer] of [[evmAddress(order.payer), true], [ports.custody.account('spender'), false]] as const) {
    const arrivals = await ports.custody.arrivals(order.lane.from, hash, { token: order.from.address, to }, signal).catch(() => []);
    const since = arrivals.filter((one) => arrivedSince(route, one));
    if (since.length > 0) return { arrivals: nearestFirst(since, handedUnits(route)), isToPayer };
  }
  return null;
}

/** Upstreams without a refund field give back to the depositor, which is us, and may not say where: the whole amount from whom we paid it to is it. */
async function searched(ports: MoneyPorts, route: Route, signal: AbortSignal): Promise<GivenBack | null> {
  const { order, srcTx } = route;
  const call = handedOver(route);
  if (call === undefined || !isHash(srcTx)) return null;
  const from = [...new Set([call.to, ...call.approve === undefined ? [] : [call.approve.spender]])];
  const candidates = await ports.custody.refundsSince(order.lane.from, { token: evmAddress(order.from.address), to: ports.custody.account('spender'), from, since: srcTx }, signal).catch(() => []);
  return { arrivals: candidates.filter((one) => one.units === handedUnits(route)), isToPayer: false };
}

function handedOver({ plan, cursor }: Route): CallStep | undefined {
  return plan.steps.slice(0, cursor).findLast((step): step is CallStep => step.kind === 'call' && step.handsOver);
}

/** Our charge: what was credited and not handed over. */
function keptUnits({ credited, plan }: Route): bigint {
  return credited === null || credited < plan.fee ? 0n : plan.fee;
}

function handedUnits(route: Route): bigint {
  return (route.credited ?? 0n) - keptUnits(route);
}
