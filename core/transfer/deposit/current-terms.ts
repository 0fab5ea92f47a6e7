import { type RailOutcome, refuse, type Units } from '@interline/kernel';
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
