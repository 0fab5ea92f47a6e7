import type { EvmAddress } from '@interline/plugins';
import type { Ask } from '../upstream/upstream.ts';
import { tokenAddress } from './token-address.ts';

/** What an engine's answer says it is for. A field that the engine does not tell is left out. */
export interface Echo {
  readonly fromChainId?: number;
  readonly toChainId?: number;
  readonly from?: EvmAddress;
  readonly to?: EvmAddress;
  readonly units?: bigint;
  readonly depositor?: EvmAddress;
  readonly recipient?: EvmAddress;
}

/**
 * What the answer is for that nobody asked for, in plain words; null where all it says fits. `coin`
 * is the engine's sign for a chain's own coin.
 */
export function echoMismatch(ask: Ask, echo: Echo, coin: EvmAddress): string | null {
  const asked: Required<Echo> = {
    ...ask,
    from: tokenAddress(ask.from, coin),
    to: tokenAddress(ask.to, coin),
  };
  const strange = (Object.keys(words) as (keyof Echo)[]).find(
    (field) => echo[field] !== undefined && echo[field] !== asked[field],
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
