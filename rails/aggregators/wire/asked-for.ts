import type { EvmAddress } from '@interline/plugins';
import type { Ask } from '../upstream/upstream.ts';
import { engineFault } from './engine-fault.ts';
import { tokenAddress } from './native-coin.ts';

/** The request as a response repeats it; null or left out if the engine does not repeat it. */
export interface Echo {
  readonly fromChainId?: number | null | undefined;
  readonly toChainId?: number | null | undefined;
  readonly from?: EvmAddress | null | undefined;
  readonly to?: EvmAddress | null | undefined;
  readonly units?: bigint | null | undefined;
  readonly depositor?: EvmAddress | null | undefined;
  readonly recipient?: EvmAddress | null | undefined;
}

/**
 * Throws `RAIL_FAULT` for a response about a different transfer than requested. `coin` is the
 * engine's address for native coins.
 */
export function assertAskedFor(engine: string, ask: Ask, echo: Echo, coin: EvmAddress): void {
  const mismatch = echoMismatch(ask, echo, coin);
  if (mismatch !== null)
    throw engineFault(engine, 'quote', `${engine} answers for ${mismatch} than was asked for`);
}

/** The offers for the requested transfer. Throws `RAIL_FAULT` if all are for another. */
export function offersAskedFor<Offer>(
  engine: string,
  ask: Ask,
  offers: readonly Offer[],
  echoesOf: (offer: Offer) => readonly Echo[],
  coin: EvmAddress,
): readonly Offer[] {
  const ours = offers.filter((offer) =>
    echoesOf(offer).every((echo) => echoMismatch(ask, echo, coin) === null),
  );
  if (ours.length === 0)
    for (const echo of offers.flatMap(echoesOf)) assertAskedFor(engine, ask, echo, coin);
  return ours;
}

/** The first field in which a response differs from the request; null if all match. */
function echoMismatch(ask: Ask, echo: Echo, coin: EvmAddress): string | null {
  const asked: Echo = {
    ...ask,
    from: tokenAddress(ask.from, coin),
    to: tokenAddress(ask.to, coin),
  };
  const strange = (Object.keys(words) as (keyof Echo)[]).find(
    (field) => (echo[field] ?? asked[field]) !== asked[field],
  );
  return strange === undefined ? null : words[strange];
}

const words = {
  fromChainId: 'another source chain',
  toChainId: 'another destination chain',
  from: 'another source token',
  to: 'another destination token',
  units: 'another amount',
  depositor: 'another depositor',
  recipient: 'another recipient',
} as const satisfies Record<keyof Echo, string>;
