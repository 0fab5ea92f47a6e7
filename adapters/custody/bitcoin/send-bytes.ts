import type { SignedTransaction } from '@interline/kernel';
import type { BroadcastOutcome } from '@interline/ports';
import type { FloatWallet } from './float-wallet.ts';

const never = new AbortController().signal;

/**
 * Sends to every node, in the given order. Refused are only bytes that are invalid by themselves, by
 * every node that is configured: missing inputs may come back with a reorg, a fee that is too low may
 * do later, what a conflict keeps out may be in another mempool, and a node's policy is its own.
 */
export async function broadcast(
  wallet: FloatWallet,
  signedTransactions: readonly SignedTransaction[],
): Promise<readonly BroadcastOutcome[]> {
  const outcomes: BroadcastOutcome[] = [];
  for (const { raw } of signedTransactions) outcomes.push(await sent(wallet, raw));
  return outcomes;
}

async function sent({ settings: { nodes } }: FloatWallet, raw: string | null) {
  if (raw === null) return 'unknown';
  const answers = await Promise.all(
    nodes.map(async (node) => {
      try {
        return await node.broadcast(raw, never);
      } catch {
        return { kind: 'unknown' } as const;
      }
    }),
  );
  if (answers.some(({ kind }) => kind === 'accepted' || kind === 'already-known'))
    return 'accepted';
  const isInvalid = answers.every((one) => one.kind === 'refused' && one.reason === 'invalid');
  return isInvalid ? 'refused' : 'unknown';
}
