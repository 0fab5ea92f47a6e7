import type { EvmAddress } from '@interline/plugins';
import type { Ask } from '../upstream/upstream.ts';
import { tokenAddress } from './native-coin.ts';

/** What a response says it is for. Fields that the engine does not send are left out. */
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
 * The first field in which a response differs from the question, in plain words; null where all
 * fields match. `coin` is the engine's address for native coins.
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
