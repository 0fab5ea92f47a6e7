import type { Client } from '@interline/client';
import { besideCoin, besideToken } from './beside-tokens.ts';
import { chainWords } from './chain-words.ts';
import { inTokens } from './terminal.ts';

/** Base units as a person reads them: `4.996 USDC`. */
export interface TokenAmounts {
  /**
   * By the chain's id and the token's address, symbol or `native`; may be below zero. A token that
   * the service does not list stays in its smallest units, and is called so.
   */
  readonly of: (units: string, chain: string | number, token: string) => string;
  /** The coin of a chain, from its smallest unit. */
  readonly coin: (units: string, chain: string | number) => string;
  /** `Base (8453)`, the number alone where the service does not name it. */
  readonly chain: (chain: string | number) => string;
}

/** Of every EVM chain. */
const coinDecimals = 18;

/**
 * Asks the service once which tokens and coins it knows. Never throws: what is to be shown is known
 * already, and is shown in smallest units where the service does not answer this.
 */
export async function readTokenAmounts(client: Pick<Client, 'call'>): Promise<TokenAmounts> {
  const { acceptedTokens, gaslessChains } = await client
    .call('GET /api/gasless/info', {})
    .catch(() => ({ acceptedTokens: [], gaslessChains: {} }) as const);
  const symbols = new Map(
    Object.entries(gaslessChains).map(([id, { nativeSymbol }]) => [id, nativeSymbol]),
  );
  const names = new Map(Object.entries(gaslessChains).map(([id, { name }]) => [id, name]));
  const coin = (units: string, chain: string | number): string => {
    const beside = besideCoin(String(chain));
    return beside === undefined
      ? inTokens(units, coinDecimals, symbols.get(String(chain)) ?? 'coin')
      : inTokens(units, beside.decimals, beside.symbol);
  };
  return {
    coin,
    chain: (chain) => chainWords(chain, names.get(String(chain))),
    of(units, chain, token) {
      const listed = acceptedTokens.find(
        (one) =>
          String(one.chainId) === String(chain) &&
          [one.address, one.symbol].some((name) => name.toLowerCase() === token.toLowerCase()),
      );
      const known = listed ?? besideToken(String(chain), token);
      if (known !== undefined) return inTokens(units, known.decimals, known.symbol);
      return token === 'native' ? coin(units, chain) : `${units} smallest units of ${token}`;
    },
  };
}
