import type { ChainRef } from '@interline/kernel';
import type { DepositPort } from '@interline/ports';
import type { OpenFamily } from './chain-family.ts';

/**
 * Combines the deposit addresses of all families: each call goes to the family that has the chain.
 */
export function depositsOfFamilies(families: readonly Pick<OpenFamily, 'deposits'>[]): DepositPort {
  const all = families.flatMap(({ deposits }) => deposits ?? []);
  const of = (chain: ChainRef): DepositPort => {
    const found = all.find(({ chains }) => chains.includes(chain));
    if (found === undefined) throw new RangeError(`${chain} has no deposit addresses`);
    return found;
  };
  return {
    chains: all.flatMap(({ chains }) => chains),
    addressOf: (chain, index) => of(chain).addressOf(chain, index),
    drawAhead: async (chain, ...rest) => of(chain).drawAhead(chain, ...rest),
    takeIndex: async (chain, ...rest) => of(chain).takeIndex(chain, ...rest),
    outputsAtMost: (chain) => of(chain).outputsAtMost(chain),
    seenAt: async (chain, ...rest) => of(chain).seenAt(chain, ...rest),
  };
}
