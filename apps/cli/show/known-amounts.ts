import { createClient } from '@interline/client';
import { chainToWire, evmNodes, inTokens, nativeAddress, type TokenRef } from '@interline/kernel';
import { besideCoin, besideToken } from './beside-tokens.ts';
import { chainWords } from './chain-words.ts';
import { readTokenAmounts, type TokenAmounts } from './token-amounts.ts';

/**
 * Amounts for a command that reads a deployment's own files: by the tokens of its config, else by
 * what a service that runs at the URL lists. Coins go by the names of their chains.
 */
export async function knownAmounts(
  tokens: readonly TokenRef[],
  url: string,
): Promise<TokenAmounts> {
  const served = tokens.length > 0 ? null : await readTokenAmounts(createClient({ baseUrl: url }));
  const coin = (units: string, chain: string | number): string => {
    const beside = besideCoin(String(chain));
    if (beside !== undefined) return inTokens(BigInt(units), beside);
    const node = nodeOf(chain);
    return inTokens(BigInt(units), { decimals: 18, symbol: node?.nativeSymbol ?? 'coin' });
  };
  return {
    coin,
    chain: (chain) => chainWords(chain, nodeOf(chain)?.name),
    of(units, chain, token) {
      if (token === nativeAddress) return coin(units, chain);
      const listed = tokens.find(
        (one) => String(chainToWire(one.chain)) === String(chain) && one.address === token,
      );
      const known = listed ?? besideToken(String(chain), token);
      if (known !== undefined) return inTokens(BigInt(units), known);
      return served?.of(units, chain, token) ?? `${units} smallest units of ${token}`;
    },
  };
}

function nodeOf(chain: string | number) {
  return evmNodes.find(({ chainId }) => String(chainId) === String(chain));
}
