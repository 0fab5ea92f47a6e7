import { Transaction } from '../curve.ts';
import type { BitcoinNode, BroadcastOutcome } from './bitcoin-node.ts';

/**
 * Sends once and reads the verdict. A node that has already mined the transaction reports its
 * inputs as missing, so that verdict counts only if the node does not know the transaction.
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
