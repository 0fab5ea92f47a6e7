import {
  asUnits,
  type ChainRef,
  type Inventory,
  noUnits,
  tokenKey,
  type TokenRef,
} from '@interline/plugins';

export interface Float {
  readonly token: TokenRef;
  readonly free: bigint;
  readonly target?: bigint;
}

/**
 * An inventory that holds what it is given; any other token has an empty float without a
 * target.
 */
export function memoryInventory(
  floats: readonly Float[],
  spent: Readonly<Record<string, bigint>>,
  chains: readonly ChainRef[],
): Inventory {
  const byToken = new Map(floats.map((float) => [tokenKey(float.token), float]));
  return {
    free: async (token, signal) => {
      signal.throwIfAborted();
      return asUnits(byToken.get(tokenKey(token))?.free ?? 0n);
    },
    held: async (token) => asUnits(byToken.get(tokenKey(token))?.free ?? 0n),
    target: (token) => {
      const target = byToken.get(tokenKey(token))?.target;
      return target === undefined ? null : asUnits(target);
    },
    spentToday: async (budget) => asUnits(spent[budget] ?? noUnits),
    confirmations: async () => 1,
    absence: () => null,
    serves: (chain) => chains.includes(chain),
  };
}
