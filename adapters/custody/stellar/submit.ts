import type { SignedTransaction } from '@interline/kernel';
import type { BroadcastOutcome } from '@interline/ports';
import { jsonOf } from './horizon-node.ts';
import { submissionShape } from './horizon-shapes.ts';
import type { Horizons } from './horizons.ts';

/**
 * Different channels in parallel; the transactions of one channel one after another, because its
 * sequence numbers are strictly ordered and a node keeps one transaction of an account for the next
 * ledger.
 */
export async function submitInOrder(
  horizons: Horizons,
  signed: readonly SignedTransaction[],
  channelOf: (one: SignedTransaction) => number,
): Promise<readonly BroadcastOutcome[]> {
  const outcomes = new Map<SignedTransaction, BroadcastOutcome>();
  const lines = Map.groupBy(signed, channelOf);
  await Promise.all(
    [...lines.values()].map(async (line) => {
      for (const one of line) outcomes.set(one, await submitToAll(horizons, one));
    }),
  );
  return signed.map((one) => outcomes.get(one) ?? 'unknown');
}

/** To every Horizon. Refused only where all of them say that their node does not accept it. */
async function submitToAll(
  { nodes }: Horizons,
  { raw }: Pick<SignedTransaction, 'raw'>,
): Promise<BroadcastOutcome> {
  if (raw === null) return 'unknown';
  const words = await Promise.all(
    nodes.map(async (node) => {
      const response = await node.submit(raw);
      const read = submissionShape.safeParse(jsonOf(response?.body ?? ''));
      return read.success ? read.data.tx_status : null;
    }),
  );
  if (words.some((word) => word === 'PENDING' || word === 'DUPLICATE')) return 'accepted';
  return words.every((word) => word === 'ERROR') ? 'refused' : 'unknown';
}
