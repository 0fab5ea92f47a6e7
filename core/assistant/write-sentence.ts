import type { TokenList, TokenRef } from '@interline/kernel';
import { chainName } from './chain-names.ts';
import { decimalOf } from './decimal-units.ts';
import type { UnderstoodTransfer } from './understanding.ts';

/** The transfer in the plainest words that are understood as that transfer again. */
export function writeSentence(
  { lane, from, to, amount, payer, recipient }: UnderstoodTransfer,
  tokens: TokenList,
): string {
  const source =
    payer === null ? `from ${chainName(lane.from)}` : `from ${payer} on ${chainName(lane.from)}`;
  const destination = `as ${nameOf(to, tokens)} on ${chainName(lane.to)}`;
  return `move ${decimalOf(amount, from.decimals)} ${nameOf(from, tokens)} ${source} ${destination}${recipient === null ? '' : ` to ${recipient}`}`;
}

/** The symbol where it is one token's only. */
function nameOf(token: TokenRef, tokens: TokenList): string {
  const isAlone =
    tokens
      .on(token.chain)
      .filter(({ symbol }) => symbol.toLowerCase() === token.symbol.toLowerCase()).length === 1;
  return isAlone ? token.symbol : token.address;
}
