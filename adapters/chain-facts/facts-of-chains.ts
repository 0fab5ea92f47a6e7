import { type ChainRef, RelayError } from '@interline/kernel';
import type { ChainFacts } from '@interline/ports';

/** Several chains' facts as one: a question goes to the one that reads the chain. */
export function factsOfChains(all: readonly ChainFacts[]): ChainFacts {
  const of = (chain: ChainRef): ChainFacts => {
    const found = all.find((one) => one.reads(chain));
    if (found === undefined)
      throw new RelayError('CHAIN_UNREACHABLE', { chain }, `no node is configured for ${chain}`);
    return found;
  };
  return {
    reads: (chain) => all.some((one) => one.reads(chain)),
    heightOf: async (chain, signal) => of(chain).heightOf(chain, signal),
    decimalsOf: async (token, signal) => of(token.chain).decimalsOf(token, signal),
    accountCostOf: async (token, owner, signal) =>
      of(token.chain).accountCostOf(token, owner, signal),
    recipientOf: async (token, owner, signal) => of(token.chain).recipientOf(token, owner, signal),
  };
}
