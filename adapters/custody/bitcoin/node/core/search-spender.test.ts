import { chainRef } from '@interline/kernel';
import { expect } from 'chai';
import { outpointOf } from '../../outpoint.ts';
import type { CoreReply, CoreRpc } from './core-rpc.ts';
import { searchSpender } from './search-spender.ts';

const chain = chainRef('bip122:000000000019d6689c085ae165831e93');
const { signal } = new AbortController();

describe('the search of who spent an output', () => {
  const searched = async (reply: CoreReply, hash: string | null = 'ab'.repeat(32)) => {
    const rpc: CoreRpc = { call: async () => reply, batch: async () => [], ofWallet: () => rpc };
    const tip = { height: 7, hash: 'ab'.repeat(32), medianTimeSec: 1 };
    const node = { tip: async () => tip, blockHash: async () => hash };
    const outpoint = outpointOf('cd'.repeat(32), 0);
    return searchSpender(
      { chain, rpc, node, outpoint, fromHeight: 5, maxBlocks: 144 },
      signal,
    ).catch((error: unknown) => error);
  };

  it('says nothing where the node does not serve a block: that one could hold the spender', async () => {
    const replies: readonly CoreReply[] = [
      { ok: false, code: -1, message: 'Block not available (pruned data)' },
      { ok: true, result: 'zz' },
      { ok: true, result: '0123' },
      { ok: true, result: null },
    ];
    for (const reply of replies)
      expect(await searched(reply)).to.include({ code: 'CHAIN_UNREACHABLE' });
  });

  it('says nothing where the chain gets shorter under it', async () => {
    expect(await searched({ ok: true, result: '' }, null)).to.include({
      code: 'CHAIN_UNREACHABLE',
    });
  });
});
