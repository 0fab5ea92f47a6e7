import { firstAction } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { chooseSuccessor, type Successor } from './choose-successor.ts';
import { leaveRail, takeOver, type WhyLeft } from './leave-rail.ts';
import { later, moved, type Turn } from './turn.ts';

/**
 * Whether the plan must be asked for again once the pull is credited: upstream transactions go
 * stale in seconds, and a plan made for more than came is no plan.
 */
export function needsRenewal(route: Route): boolean {
  return (
    route.cursor === firstAction(route.plan.steps) &&
    route.credited !== null &&
    (route.plan.keeps === 'perishable' || route.credited !== route.order.amount)
  );
}

/**
 * The same rail first, with what was credited; where it no longer meets the agreed minimum, the
 * next one that does, else the refund.
 */
export async function renewPlan(
  ports: TransferPorts,
  route: Route,
  signal: AbortSignal,
): Promise<Turn> {
  const found =
    (await renewedPlan(ports, route, signal)) ?? (await askedAgain(ports, route, signal));
  if (signal.aborted) return later(ports.clock.now());
  const renewed = 'plan' in found ? await takeOver(ports, route, found, route.refusals) : null;
  if (renewed !== null) return moved(renewed);
  return leaveRail(ports, route, 'plan' in found ? noLongerMet : found, signal);
}

const noLongerMet: WhyLeft = {
  code: 'BELOW_AGREED_OUTPUT',
  reason: 'the agreed minimum can no longer be met with what was credited',
};

/**
 * From the quote that was taken, where all of its amount came: then nobody else has to be asked.
 */
async function renewedPlan(
  ports: TransferPorts,
  route: Route,
  signal: AbortSignal,
): Promise<Successor | WhyLeft | null> {
  const { order, quote, credited, railPackage, rail, bridge } = route;
  if (quote === null || credited !== quote.input) return null;
  const outcome = await ports.registry.byId(railPackage)?.plan(order, quote, signal);
  if (outcome === undefined || !outcome.ok) return outcome ?? null;
  return { rail, railPackage, bridge, plan: outcome.value, quote };
}

async function askedAgain(
  ports: TransferPorts,
  route: Route,
  signal: AbortSignal,
): Promise<Successor | WhyLeft> {
  const { successor, refusals } = await chooseSuccessor(
    ports,
    route,
    { without: route.refusals.map((one) => one.rail), first: route.rail },
    signal,
  );
  return successor ?? refusals.find((one) => one.rail === route.rail) ?? noLongerMet;
}
