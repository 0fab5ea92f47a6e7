import {
  answer,
  asUnits,
  noUnits,
  type Plan,
  type RailOutcome,
  type Refusal,
  refuse,
  type Units,
} from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import type { Deposit } from './deposit.ts';
import { partCostOf } from './worth-of.ts';

type PricingPorts = Pick<TransferPorts, 'registry'>;

/**
 * What the route's engine currently pays for the agreed amount, if it is at least `least`. Whether
 * the float serves it is decided by the reservation: float that others hold is not a price.
 */
export async function currentTerms(
  ports: PricingPorts,
  route: Route,
  least: Units,
  signal: AbortSignal,
): Promise<RailOutcome<Deposit['terms']>> {
  const plan = await planNow(ports, route, least, signal);
  return plan.ok ? answer(termsOf(plan.value)) : plan;
}

function termsOf({ fee, output }: Plan): Deposit['terms'] {
  return { fee, output };
}

async function planNow(
  { registry }: PricingPorts,
  { order: agreed, rail: engine, railPackage }: Route,
  least: Units,
  signal: AbortSignal,
): Promise<RailOutcome<Plan>> {
  const rail = registry.byId(railPackage);
  if (rail === undefined) return refuse('RAIL_DOWN', 'the rail is gone');
  const order = { ...agreed, minOutput: least, priceOnly: true as const };
  const offer = (await rail.offers(order, signal)).find((one) => one.rail === engine);
  if (offer === undefined) return refuse('NO_ROUTE', 'the rail has no price now');
  if (!offer.outcome.ok) return offer.outcome;
  const quote = offer.outcome.value;
  if (quote.kind !== 'firm') return refuse('UNSUPPORTED_DIRECTION', quote.reason);
  const plan = await rail.plan(order, quote, signal);
  if (!plan.ok) return plan;
  const { output } = plan.value;
  return output < least
    ? refuse(
        'BELOW_AGREED_OUTPUT',
        `the deposit came after its price lock, and ${output} is below the agreed ${least}`,
      )
    : plan;
}

/**
 * Whether the current price is at most so far below the deposit's; a refusal if that is unknown
 * now. A payer who could still add to a deposit, or leave it, must not profit from a market move.
 */
export async function holdsWithin(
  ports: PricingPorts,
  route: Route,
  { output }: Deposit['terms'],
  fallBps: bigint,
  signal: AbortSignal,
): Promise<RailOutcome<boolean>> {
  const least = asUnits((output * (10_000n - fallBps) + 9_999n) / 10_000n);
  const now = await currentTerms(ports, route, least, signal);
  return now.ok || isTold(now) ? { ok: true, value: now.ok } : now;
}

export interface Costed {
  readonly terms: Deposit['terms'];
  /** The spending cost of each part that does not count in full. */
  readonly partCost: Units;
}

/**
 * The deposit's terms and part cost, updated to the current cost of payout and spending. Each is
 * unchanged if it rose by at most a tenth, or if it is unknown now; otherwise the whole rise is
 * charged. Nothing was paid yet, and fees may have risen for as long as the deposit took to arrive.
 */
export async function costsNow(
  ports: PricingPorts,
  route: Route,
  { agreed, terms }: Pick<Deposit, 'agreed' | 'terms'>,
  signal: AbortSignal,
): Promise<RailOutcome<Costed>> {
  const partCost = partCostOf(route);
  const now = await planNow(ports, route, noUnits, signal);
  if (!now.ok) return isTold(now) ? now : answer({ terms, partCost });
  const costNow = partCostOf({ plan: now.value });
  const parts = { partCost: isDearer(costNow, partCost) ? costNow : partCost };
  const { fee } = now.value;
  if (!isDearer(fee, terms.fee)) return answer({ terms, ...parts });
  const output = asUnits((terms.output * (agreed - fee)) / (agreed - terms.fee));
  return output < route.order.minOutput
    ? refuse(
        'BELOW_AGREED_OUTPUT',
        `what the payout costs rose from ${terms.fee} to ${fee}, and ${output} is below the agreed ${route.order.minOutput}`,
      )
    : answer({ terms: { fee, output }, ...parts });
}

function isDearer(now: Units, agreed: Units): boolean {
  return now * 10n > agreed * 11n;
}

/** Whether the refusal is the rail's answer. False if a price or gas figure is unknown to it. */
function isTold({ code, minInput }: Refusal): boolean {
  return code === 'BELOW_AGREED_OUTPUT' || minInput !== undefined;
}
