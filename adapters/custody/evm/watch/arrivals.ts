import { type EvmAddress, type Hex, nativeAddress } from '@interline/kernel';
import type { Arrival } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { blockAt, headNumber } from '../rpc/head-block.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { coinArrivals } from './coin-arrivals.ts';
import { receiptOf } from './read-receipt.ts';

export interface Wanted {
  readonly token: string;
  readonly to: EvmAddress;
  /**
   * Our accounts: what they send is no delivery and no refund, though a batch of theirs holds pulls
   * that look like one.
   */
  readonly ours: readonly EvmAddress[];
}

/** Empty unless the transaction succeeded and is as deep as the chain's confirmations. */
export async function readArrivals(
  chain: EvmChain,
  hash: Hex,
  want: Wanted,
  signal: AbortSignal,
): Promise<readonly Arrival[]> {
  return chain.client.read(async (node) => {
    const [head, receipt] = await node.ask([headNumber, receiptOf(hash)]);
    if (
      receipt === null ||
      !receipt.isSuccess ||
      want.ours.includes(receipt.from) ||
      head - receipt.block + 1 < chain.confirmations
    )
      return [];
    const timestampSec = await canonicalTime(node, receipt.block, receipt.blockHash);
    if (timestampSec === null) return [];
    // As the node spells it: an upstream may spell one hash in two ways, and it must be credited
    // once.
    const at = receipt.hash;
    if (want.token === nativeAddress) {
      return coinArrivals(node, { hash: at, block: receipt.block, to: want.to, timestampSec });
    }
    return receipt.transfers
      .filter((one) => one.token === want.token && one.to === want.to && one.units > 0n)
      .map(({ token, from, units, logIndex }) => ({
        hash: at,
        token,
        from,
        units,
        logIndex,
        timestampSec,
      }));
  }, signal);
}

/** Null where the receipt's block is not the chain's any more. */
async function canonicalTime(node: RpcNode, number: number, hash: Hex): Promise<number | null> {
  const [block] = await node.ask([blockAt(number)]);
  return block.hash === hash ? block.timestampSec : null;
}
