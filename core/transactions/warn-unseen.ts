import type { Transaction } from '@interline/kernel';
import type { Log, UnseenReason } from '@interline/ports';

/** What an operator can do. */
export const unseenAdvice: Readonly<Record<UnseenReason | 'receipt-owed', string>> = {
  'receipt-owed':
    'the transaction is in a block and no node serves its receipt, or not all show the same failure: ' +
    'add an RPC node whose receipts keep up, and mend or take out one that is silent or shows another end',
  'node-silent': 'a configured node does not answer; mend it or take it out of the config',
  'nodes-disagree':
    'the configured nodes show different chains; take out the one that follows another chain or stands still',
  'history-unserved':
    'no configured node serves the states or blocks since the slot was used; add one that does',
};

/** What became of a transaction of ours cannot be proven now, so it stays open: says why. */
export function warnUnseen(
  log: Log,
  { routeId, purpose, chain, nonce }: Transaction,
  reason: UnseenReason | 'receipt-owed',
): void {
  log.warn('outcome-unproven', {
    routeId,
    purpose,
    chain,
    nonce,
    reason,
    advice: unseenAdvice[reason],
  });
}
