import { evmAddress, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import type { EvmChain } from '../evm-chain.ts';
import { nftHoldings } from './nft-holdings.ts';

const base = evmChain(8453);
const collection = { chain: base, address: evmAddress(`0x${'a5'.repeat(20)}`) };
const owner = evmAddress(`0x${'11'.repeat(20)}`);

describe('what an account holds of NFTs, on nodes that hung a moment ago', () => {
  /** Whether any node gets a request; none of them responds. */
  async function isAsked(...hung: readonly boolean[]): Promise<boolean> {
    let asked = 0;
    const client = {
      nodes: hung.map((isHung) => ({ isHung, isResting: isHung })),
      clock: { alarm: () => ({ rang: new Promise(() => undefined), cancel: () => undefined }) },
      tryOne: async () => {
        asked += 1;
        return null;
      },
    };
    const chain = { ref: base, client } as unknown as EvmChain; // CAST: all that is looked at here.
    const seen = await nftHoldings(new Map([[base, chain]]))
      .heldFor(collection, owner, 0, new AbortController().signal)
      .catch(({ code }: { readonly code?: string }) => code);
    expect(seen).to.equal('CHAIN_UNREACHABLE');
    return asked > 0;
  }

  it('is not read when too few other nodes are left, and is when two are, or when only one is configured', async () => {
    expect([
      await isAsked(true),
      await isAsked(true, false),
      await isAsked(true, false, false),
      await isAsked(false),
    ]).to.deep.equal([false, false, true, true]);
  });
});
