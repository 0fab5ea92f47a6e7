import type { Asset } from '../order.ts';

export const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';

/** A token with all that Socket repeats of it. */
export function tokenOf({ chainId, address, symbol, decimals }: Asset): object {
  return { chainId, address: address ?? coin, name: symbol, symbol, decimals };
}
