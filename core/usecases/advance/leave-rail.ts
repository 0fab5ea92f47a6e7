import { type ErrorCode, type Order, type Plan, type RailRefusal, type Route, stages } from '@interline/domain';
import type { RailPort } from '@interline/ports';
import { commitPlanReservation } from '../execute/reserve-float.ts';
import type { MoneyPorts } from '../money/money-ports.ts';
import { collectWays } from '../quote/collect-ways.ts';
import { claimId, failRoute } from './end-route.ts';
import { later, moved, type Turn } from './turn.ts';

/**
 * The rail in charge cannot go on and no value has left (rule 5): the next rail that still meets the agreed
 * minimum with what was credited takes over, else the payer gets everything back.
 */
export async function leaveRail(ports: MoneyPorts, route: Route, why: { readonly code: ErrorCode; readonly reason: string }, signal: AbortSignal): Promise<Turn> {
  // A stopping process makes every rail refuse; that is no verdict on the route.
  if (signal.aborted) return later(ports.clock.now());
  const refusals = [...route.refusals, { rail: route.rail, code: why.code, reason: why.reason }];
  ports.log.warn('rail-left', { routeId: route.id, rail: route.rail, code: why.code });
  const successor = route.isSimulated ? null : await findSuccessor(ports, route, refusals, signal);
  if (signal.aborted) return later(ports.clock.now());
  const next = await ports.work.run('leave-rail', async (tx) => {
    const claim = (await tx.reservationsOf(route.id)).find((one) => one.id === claimId(route.id));
    if (claim?.state === 'open') await tx.releaseReservation(claim.id);
    if (successor !== null) {
      await commitPlanReservation(ports, tx, route.id, successor.plan);
      return tx.moveRoute(route, {
        rail: successor.rail, railPackage: successor.railPackage, bridge: successor.bridge, plan: successor.plan, cursor: 0, refusals, stage: stages.sending,
      }, ports.clock.now());
    }
    if (route.credited === null) return failRoute(ports, tx, route, { code: why.code, reason: why.reason, stage: stages.notPulled }, { refusals });
    return tx.moveRoute(route, { phase: 'refunding', stage: stages.refunding, refusals, failure: { code: why.code, reason: why.reason } }, ports.clock.now());
  });
  return next.phase === 'ended' ? { kind: 'ended', route: next } : moved(next);
}

interface Successor {
  readonly rail: string;
  readonly railPackage: string;
  readonly bridge: string;
  readonly plan: Plan;
}

/** A way not tried yet, whose plan starts from the account the money is on now. */
async function findSuccessor(ports: MoneyPorts, route: Route, refusals: RailRefusal[], signal: AbortSignal): Promise<Successor | null> {
  if (route.credited === null || route.credited === 0n) return null;
  const order: Order = { ...route.order, amount: route.credited as Order['amount'] };
  const tried = refusals.map((one) => one.rail);
  const ways = await collectWays(ports.registry, order, tried, signal).catch(() => null);
  for (const { rail, quote } of ways?.priced ?? []) {
    if (quote.kind !== 'firm' || quote.minOutput < order.minOutput) continue;
    const plan = await planOrNull(rail, order, quote, refusals, signal);
    if (plan === null || plan.pullTo !== route.plan.pullTo) continue;
    return { rail: quote.rail, railPackage: rail.manifest.id, bridge: quote.bridge, plan };
  }
  return null;
}

async function planOrNull(rail: RailPort, order: Order, quote: Parameters<RailPort['plan']>[1], refusals: RailRefusal[], signal: AbortSignal): Promise<Plan | null> {
  const outcome = await rail.plan(order, quote, signal);
  if (outcome.ok) return outcome.value;
  refusals.push({ rail: quote.rail, code: outcome.code, reason: outcome.reason });
  return null;
}
