import { Transaction } from '../curve.ts';
import type { BitcoinNode, BroadcastOutcome } from './bitcoin-node.ts';

/**
 * Sends once and reads the verdict. A node that has mined a transaction calls its inputs missing,
 * so that verdict counts only where it does not know the transaction itself.
 */
export async function broadcastBy(
  send: () => Promise<BroadcastOutcome>,
  raw: string,
  { transaction }: Pick<BitcoinNode, 'transaction'>,
  signal: AbortSignal,
): Promise<BroadcastOutcome> {
  try {
    const outcome = await send();
    if (outcome.kind !== 'refused' || outcome.reason !== 'missing-inputs') return outcome;
    const { state } = await transaction(Transaction.fromHex(raw).getId(), signal);
    return state === 'unknown' ? outcome : { kind: 'already-known' };
  } catch {
    return { kind: 'unknown' };
  }
}
