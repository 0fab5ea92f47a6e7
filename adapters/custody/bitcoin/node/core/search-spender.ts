import type { ChainRef } from '@interline/kernel';
import { Block } from 'bitcoinjs-lib';
import { partsOf, type Outpoint } from '../../outpoint.ts';
import type { BitcoinNode, BlockRef } from '../bitcoin-node.ts';
import { unreachable } from '../node-access.ts';
import { readHex, readReply } from '../read-reply.ts';
import type { CoreRpc } from './core-rpc.ts';

interface Search {
  readonly chain: ChainRef;
  readonly rpc: CoreRpc;
  readonly node: Pick<BitcoinNode, 'tip' | 'blockHash'>;
  readonly outpoint: Outpoint;
  /** The block of the output itself. An earlier block cannot spend it. */
  readonly fromHeight: number;
  readonly maxBlocks: number;
}

/**
 * The mined transaction that spends the output. Core has no index of spends, so this searches from
 * the tip down. Null when the spender is older than the bound. Throws `CHAIN_UNREACHABLE` when the
 * node does not serve a block in between.
 */
export async function searchSpender(
  { chain, rpc, node, outpoint, fromHeight, maxBlocks }: Search,
  signal: AbortSignal,
): Promise<{ readonly txid: string; readonly block: BlockRef } | null> {
  const { txid, vout } = partsOf(outpoint);
  const { height: top } = await node.tip(signal);
  for (let height = top; height >= fromHeight && height > top - maxBlocks; height -= 1) {
    const hash = await node.blockHash(height, signal);
    // A skipped block could be the one with the spender.
    if (hash === null) throw unreachable(chain, 'the chain moved under the search of a spender');
    const reply = await rpc.call({ method: 'getblock', params: [hash, 0] }, signal);
    if (!reply.ok) throw unreachable(chain, 'the bitcoin node does not serve a block of its chain');
    const { transactions } = readReply(chain, () => Block.fromHex(readHex(reply.result)));
    const spender = transactions?.find(({ ins }) =>
      ins.some(
        (input) =>
          input.index === vout && Buffer.from(input.hash).reverse().toString('hex') === txid,
      ),
    );
    if (spender !== undefined) return { txid: spender.getId(), block: { height, hash } };
  }
  return null;
}
