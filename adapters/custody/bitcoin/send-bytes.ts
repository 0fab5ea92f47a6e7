import type { SignedTransaction } from '@interline/kernel';
import type { BroadcastOutcome } from '@interline/ports';
import type { FloatWallet } from './float-wallet.ts';

const never = new AbortController().signal;

/**
 * Sends the transactions to every node, in the given order. Bytes count as refused only if they are
 * invalid by themselves according to every configured node. Other rejections may be temporary or
 * local: missing inputs may return with a reorg, a low fee may suffice later, a conflict may exist
 * only in one mempool, and relay policy differs per node.
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
