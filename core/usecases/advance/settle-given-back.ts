import { asUnits, evmAddress, isHash, noUnits, type PlanStep, type Progress, type Route, stages } from '@interline/domain';
import type { Arrival } from '@interline/ports';
import type { MoneyPorts } from '../money/money-ports.ts';
import { failRoute } from './end-route.ts';
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
  if (found === null) return null;
  const { arrival, isToPayer } = found;
  const kept = keptUnits(route);
  const owed = asUnits(isToPayer ? kept : kept + arrival.units);
  const reason = 'the rail could not complete the transfer and gave the money back';
  const next = await ports.work.run('settle-given-back', async (tx) => {
    if (!await tx.creditDelivery(route.order.lane.from, arrival.hash, arrival.logIndex, route.id)) return null;
    const givenBack = isToPayer ? { tx: arrival.hash, units: asUnits(arrival.units) } : null;
    if (owed === noUnits) return failRoute(ports, tx, route, { code: 'REFUNDED', reason, stage: stages.refunded }, { givenBack, owed });
    return tx.moveRoute(route, { phase: 'refunding', stage: stages.refunding, givenBack, owed, failure: { code: 'REFUNDED', reason } }, ports.clock.now());
  });
  if (next === null) return null;
  ports.log.info('given-back', { routeId: route.id, rail: route.rail, isToPayer });
  return next.phase === 'ended' ? { kind: 'ended', route: next } : moved(next);
}

interface GivenBack {
  readonly arrival: Arrival;
  readonly isToPayer: boolean;
}

async function named(ports: MoneyPorts, { order }: Route, hash: `0x${string}`, signal: AbortSignal): Promise<GivenBack | null> {
  for (const [to, isToPayer] of [[evmAddress(order.payer), true], [ports.custody.account('spender'), false]] as const) {
    const [arrival] = await ports.custody.arrivals(order.lane.from, hash, { token: order.from.address, to }, signal).catch(() => []);
    if (arrival !== undefined) return { arrival, isToPayer };
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
  const handed = (route.credited ?? 0n) - keptUnits(route);
  for (const arrival of candidates.filter((one) => one.units === handed)) {
    if (!await ports.reader.isDeliveryCredited(order.lane.from, arrival.hash, arrival.logIndex)) return { arrival, isToPayer: false };
  }
  return null;
}

function handedOver({ plan, cursor }: Route): CallStep | undefined {
  return plan.steps.slice(0, cursor).findLast((step): step is CallStep => step.kind === 'call' && step.handsOver);
}

/** Our charge: what was credited and not handed over. */
function keptUnits({ credited, plan }: Route): bigint {
  return credited === null || credited < plan.fee ? 0n : plan.fee;
}
