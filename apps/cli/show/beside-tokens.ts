import { wellKnownTokens } from '@interline/kernel';

export interface BesideToken {
  readonly symbol: string;
  readonly decimals: number;
}

/**
 * A token of a chain beside the EVM, by its symbol, its address or `native`; undefined where it is
 * not known. An asset on Stellar counts by its code, because a devnet's dollars have an issuer of
 * their own.
 */
export function besideToken(chain: string, token: string): BesideToken | undefined {
  const wanted = token.toLowerCase();
  return tokensOn(chain).find(
    ({ address, symbol }) =>
      [address, symbol].some((name) => name.toLowerCase() === wanted) ||
      (chain === 'stellar' && wanted.startsWith(`${symbol.toLowerCase()}:`)),
  );
}

/** Undefined for a chain that is none of them. */
export function besideCoin(chain: string): BesideToken | undefined {
  return tokensOn(chain).find(({ address }) => address === 'native');
}

export function besideSymbols(chain: string): readonly string[] {
  return tokensOn(chain).map(({ symbol }) => symbol);
}

/** The chains that are called by a name. */
export function besideNames(): readonly string[] {
  const chains = wellKnownTokens.map(({ chain }) => chain);
  return [...new Set(chains)].filter((chain) => !/^[0-9]+$/.test(chain));
}

function tokensOn(wire: string) {
  return wellKnownTokens.filter(({ chain }) => chain === wire);
}
