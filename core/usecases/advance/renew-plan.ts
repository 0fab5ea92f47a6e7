import { firstAction, type Route } from '@interline/domain';
import type { MoneyPorts } from '../money/money-ports.ts';
import { chooseSuccessor } from './choose-successor.ts';
import { leaveRail, takeOver } from './leave-rail.ts';
import { later, moved, type Turn } from './turn.ts';

/** Whether the plan must be asked for again once the pull is credited: upstream transactions go stale in seconds, and a plan made for more than came is no plan. */
export function needsRenewal(route: Route): boolean {
  return route.cursor === firstAction(route.plan.steps) && route.credited !== null && (route.plan.keeps === 'perishable' || route.credited !== route.order.amount);
}

/** The same rail first, with what was credited; where it no longer meets the agreed minimum, the next one that does, else the refund. */
export async function renewPlan(ports: MoneyPorts, route: Route, signal: AbortSignal): Promise<Turn> {
  const { successor, refusals } = await chooseSuccessor(ports, route, { without: route.refusals.map((one) => one.rail), first: route.rail }, signal);
  if (signal.aborted) return later(ports.clock.now());
  const renewed = successor === null ? null : await takeOver(ports, route, successor, route.refusals);
  if (renewed !== null) return moved(renewed);
  const own = refusals.find((one) => one.rail === route.rail);
  return leaveRail(ports, route, own ?? { code: 'BELOW_AGREED_OUTPUT', reason: 'the agreed minimum can no longer be met with what was credited' }, signal);
}
