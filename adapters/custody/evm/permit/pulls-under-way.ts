import { asUnits, type PullUnderWay, type Units } from '@interline/kernel';
import { bitmapPlace } from '../abi/permit2-calls.ts';
import { headBlock } from '../rpc/blocks.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import type { BlockPin } from '../rpc/state-calls.ts';

/** A payer chooses its own nonces. Pulls beyond this many words count as unspent. */
const wordsAtMost = 32;

/** The distinct words of the payer's bitmap that show which of its pulls are spent. */
export function wordsOfPulls(underWay: readonly PullUnderWay[]): readonly bigint[] {
  return [...new Set(underWay.map(({ nonce }) => bitmapPlace(nonce).word))].slice(0, wordsAtMost);
}

/**
 * What these pulls may still take from a balance, at the block that shows these bits. A pull whose
 * nonce is spent there has taken its units from that balance already, or never takes them.
 * `bitmaps` are in the order of `wordsOfPulls`, null where one was not read: such pulls count.
 */
export function unitsUnspent(
  underWay: readonly PullUnderWay[],
  bitmaps: readonly (bigint | null)[],
): Units {
  const words = wordsOfPulls(underWay);
  const spent = new Map(words.map((word, index) => [word, bitmaps[index] ?? 0n]));
  const unspent = underWay.filter(({ nonce }) => {
    const { word, mask } = bitmapPlace(nonce);
    return ((spent.get(word) ?? 0n) & mask) === 0n;
  });
  return asUnits(unspent.reduce((sum, { units }) => sum + units, 0n));
}

/**
 * The block for separate calls for balance and bitmap: both must read one block, because a pull
 * that is mined in between would be in neither.
 */
export async function pinFor(node: RpcNode, underWay: readonly PullUnderWay[]): Promise<BlockPin> {
  if (underWay.length === 0) return 'latest';
  const [{ hash }] = await node.ask([headBlock]);
  return { blockHash: hash };
}
