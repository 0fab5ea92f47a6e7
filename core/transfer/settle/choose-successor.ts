import { asAmount, type FirmQuote, type Order, type Plan } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import { collectOffers, type PricedOffer } from '../quote/collect-offers.ts';
import type { RailRefusal, Route } from '../route.ts';

export interface Successor {
  readonly rail: string;
  readonly railPackage: string;
  readonly bridge: string;
  readonly plan: Plan;
  readonly quote: FirmQuote;
}

export interface Succession {
  readonly successor: Successor | null;
  /** Ways that were asked on the way there and refused. */
  readonly refusals: readonly RailRefusal[];
}

/**
 * The first way, of those the caller allows and in the order it wants, that delivers the agreed
 * minimum with what was credited and whose plan starts from the account the money is on now.
 */
export async function chooseSuccessor(
  ports: Pick<TransferPorts, 'registry'>,
  route: Route,
  wanted: { readonly without: readonly string[]; readonly first?: string },
  signal: AbortSignal,
): Promise<Succession> {
  if (route.isSimulated || route.credited === null || route.credited === 0n)
    return { successor: null, refusals: [] };
  const order: Order = { ...route.order, amount: asAmount(route.credited) };
  const offers = await collectOffers(ports.registry, order, wanted.without, signal).catch(
    () => null,
  );
  const refusals: RailRefusal[] = [...(offers?.refusals ?? [])];
  for (const { rail, quote } of inOrder(offers?.priced ?? [], wanted.first)) {
    if (quote.kind !== 'firm' || quote.minOutput < order.minOutput) continue;
    const plan = await rail.plan(order, quote, signal);
    if (!plan.ok) refusals.push({ rail: quote.rail, code: plan.code, reason: plan.reason });
    else if (plan.value.pullTo === route.plan.pullTo)
      return {
        successor: {
          rail: quote.rail,
          railPackage: rail.manifest.id,
          bridge: quote.bridge,
          plan: plan.value,
          quote,
        },
        refusals,
      };
  }
  return { successor: null, refusals };
}

function inOrder(
  priced: readonly PricedOffer[],
  first: string | undefined,
): readonly PricedOffer[] {
  return [
    ...priced.filter((offer) => offer.quote.rail === first),
    ...priced.filter((offer) => offer.quote.rail !== first),
  ];
}
