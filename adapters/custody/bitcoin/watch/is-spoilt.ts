import type { SignedTransaction } from '@interline/kernel';
import type { OpenNode } from '../float-wallet.ts';
import { bitcoinTx } from '../bitcoin-tx-fields.ts';
import type { ReadSpine } from '../spine/read-spine.ts';

/**
 * A reorg took a coin that the transaction spends besides the slot's, and another transaction has
 * taken its place or it has not reappeared yet. A coin in the mempool is waited for.
 */
export async function isSpoilt(
  readSpine: ReadSpine,
  last: Pick<SignedTransaction, 'slot' | 'tx' | 'hash'>,
  at: OpenNode,
  signal: AbortSignal,
): Promise<boolean> {
  const [, ...further] = bitcoinTx(last.tx).inputs;
  if (further.length === 0) return false;
  // All coins of a form in the mempool exist.
  const { entries } = await readSpine(at, signal);
  if (entries[last.slot] !== undefined) return false;
  for (const { outpoint } of further) {
    const spend = await at.node.spendOf(outpoint, signal);
    if (spend.state === 'unknown') return true;
    if (spend.state === 'spent' && spend.by?.txid !== last.hash) return true;
  }
  return false;
}
