import { asUnits, rescale, type TokenRef, type Units } from '@interline/plugins';

/**
 * What the recipient gets, in the destination token's smallest units, rounded down; the rest of a
 * unit stays in the float.
 */
export function outputOf(
  amount: bigint,
  fee: bigint,
  from: Pick<TokenRef, 'decimals'>,
  to: Pick<TokenRef, 'decimals'>,
): Units {
  return asUnits(rescale(amount - fee, from.decimals, to.decimals));
}
