import {
  asUnits,
  errorEntry,
  noUnits,
  type RailOutcome,
  refuse,
  type Units,
} from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import type { Deposit } from './deposit.ts';

/** What the route's engine pays out for the agreed amount now, where that is no less than `least`. */
export async function currentTerms(
  { registry }: Pick<TransferPorts, 'registry'>,
  { order: agreed, rail: engine, railPackage }: Route,
  least: Units,
  signal: AbortSignal,
): Promise<RailOutcome<Deposit['terms']>> {
  const rail = registry.byId(railPackage);
  if (rail === undefined) return refuse('RAIL_DOWN', 'the rail is gone');
  const order = { ...agreed, minOutput: least };
  const offer = (await rail.offers(order, signal)).find((one) => one.rail === engine);
  if (offer === undefined) return refuse('NO_ROUTE', 'the rail has no price now');
  if (!offer.outcome.ok) return offer.outcome;
  const quote = offer.outcome.value;
  if (quote.kind !== 'firm') return refuse('UNSUPPORTED_DIRECTION', quote.reason);
  const plan = await rail.plan(order, quote, signal);
  if (!plan.ok) return plan;
  const { fee, output } = plan.value;
  return output < least
    ? refuse(
        'BELOW_AGREED_OUTPUT',
        `the deposit came after its price lock, and ${output} is below the agreed ${least}`,
      )
    : { ok: true, value: { fee, output } };
}

/**
 * Whether the current price is at most so far below the deposit's. A payer who could still add to a
 * deposit, or leave it, must not gain by what the market did meanwhile.
 */
export async function holdsWithin(
  ports: Pick<TransferPorts, 'registry'>,
  route: Route,
  { output }: Deposit['terms'],
  fallBps: bigint,
  signal: AbortSignal,
): Promise<boolean> {
  const least = asUnits((output * (10_000n - fallBps) + 9_999n) / 10_000n);
  return (await currentTerms(ports, route, least, signal)).ok;
}

/**
 * The deposit's terms at what its payout costs now: unchanged where the charge rose by a tenth at most,
 * or cannot be told now; else all of the rise is charged. Nothing was paid out yet, and gas may have
 * risen for as long as the deposit took to come.
 */
export async function termsAtCostNow(
  ports: Pick<TransferPorts, 'registry'>,
  route: Route,
  { agreed, terms }: Pick<Deposit, 'agreed' | 'terms'>,
  signal: AbortSignal,
): Promise<RailOutcome<Deposit['terms']>> {
  const now = await currentTerms(ports, route, noUnits, signal);
  if (!now.ok && !errorEntry(now.code).retryable) return now;
  if (!now.ok || now.value.fee * 10n <= terms.fee * 11n) return { ok: true, value: terms };
  const { fee } = now.value;
  const output = asUnits((terms.output * (agreed - fee)) / (agreed - terms.fee));
  return output < route.order.minOutput
    ? refuse(
        'BELOW_AGREED_OUTPUT',
        `what the payout costs rose from ${terms.fee} to ${fee}, and ${output} is below the agreed ${route.order.minOutput}`,
      )
    : { ok: true, value: { fee, output } };
}
