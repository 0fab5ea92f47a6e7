import { chainFamily, isNative, type QuoteRequest, refuse, type Refusal } from '@interline/plugins';
import type { LaneSetup } from './lane-setup.ts';

/** Why the lane cannot serve the pair at any amount, or null where it can. */
export function unservedPair(
  { context, inventory }: LaneSetup,
  request: Pick<QuoteRequest, 'lane' | 'from' | 'to'>,
): Refusal | null {
  const { lane, from, to } = request;
  if (lane.from === lane.to)
    return refuse(
      'NO_ROUTE',
      `the float lane moves between two chains; both sides are ${lane.from}`,
    );
  const unserved = [lane.from, lane.to].find(
    (chain) => chainFamily(chain) !== 'eip155' || !inventory.serves(chain),
  );
  if (unserved !== undefined)
    return refuse('NO_ROUTE', `the float lane holds no inventory on ${unserved}`);
  if (isNative(from))
    return refuse(
      'NO_ROUTE',
      `the float lane cannot pull the native ${from.symbol} with a permit; send the wrapped token`,
    );
  if (from.asset !== to.asset)
    return refuse(
      'NO_ROUTE',
      `the float lane pays out the same asset only; ${from.symbol} is ${from.asset} and ${to.symbol} is ${to.asset}`,
    );
  return downChain({ context }, request);
}

/** Why the lane waits for one of its chains, or null where none of them is known to be down. */
export function downChain(
  { context }: Pick<LaneSetup, 'context'>,
  { lane }: Pick<QuoteRequest, 'lane'>,
): Refusal | null {
  const down = [lane.from, lane.to].find((chain) => !context.chains.isUp(chain));
  return down === undefined ? null : refuse('CHAIN_UNREACHABLE', `${down} does not answer now`);
}
