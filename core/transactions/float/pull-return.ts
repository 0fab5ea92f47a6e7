import type { Owner, Transaction } from '@interline/kernel';
import type { TransactionReads } from '../repository.ts';
import { withdrawalPrefix } from './withdrawal-owner.ts';

/**
 * State of the order to refund an unmatched pull to its payer. It has no separate record: what is
 * committed under the pull's own owner is the record.
 *
 * - none: nothing is pending; the next attempt is committed under that owner
 * - under-way: committed and not final, or void and that is not final
 * - returned: its payment is in a final block
 */
export type PullReturn =
  | { readonly kind: 'none'; readonly owner: string }
  | { readonly kind: 'under-way' | 'returned'; readonly transaction: Transaction };

const prefix = `${withdrawalPrefix}back_`;

/** After this many failed attempts, the last one blocks a further one. */
const triesAtMost = 20;

export async function readPullReturn(
  reads: Pick<TransactionReads, 'transactionsOf'>,
  unmatchedId: string,
): Promise<PullReturn> {
  for (let attempt = 1; ; attempt += 1) {
    const owner = `${prefix}${unmatchedId}/${attempt}`;
    const tried = await reads.transactionsOf(owner);
    const [last] = tried;
    if (last === undefined) return { kind: 'none', owner };
    const standing = tried.find((one) => !isVoid(one)) ?? (attempt < triesAtMost ? null : last);
    if (standing === null) continue;
    const isReturned = standing.state === 'mined' && standing.isFinal;
    return { kind: isReturned ? 'returned' : 'under-way', transaction: standing };
  }
}

/** Whether the owner refunds an unmatched pull. */
export function isPullReturn({ kind, id }: Owner): boolean {
  return kind === 'relayer' && id.startsWith(prefix);
}

/** Only final ones count: a reorg can let a reverted transaction succeed in another block. */
function isVoid({ state, isFinal }: Transaction): boolean {
  return isFinal && state !== 'open' && state !== 'mined';
}
