import { Transaction } from '../curve.ts';
import type { BitcoinNode } from './bitcoin-node.ts';

/** BIP-125: one input with a sequence below 0xfffffffe makes the whole transaction replaceable. */
export function signalsReplacement(raw: string): boolean {
  return Transaction.fromHex(raw).ins.some(({ sequence }) => sequence < 0xffff_fffe);
}

/** The transactions that wait in the mempool and signal replacement. */
export async function replaceableAmong(
  txids: readonly string[],
  { transaction }: Pick<BitcoinNode, 'transaction'>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const unique = [...new Set(txids)];
  const found = await Promise.all(unique.map((txid) => transaction(txid, signal)));
  return new Set(
    unique.filter((_, index) => {
      const one = found[index];
      return one?.state === 'mempool' && one.signalsReplacement;
    }),
  );
}
