import type { Transaction } from '@interline/kernel';
import type { BlockRange, Log } from '@interline/ports';
import type { UnprovenReason } from '../unproven-slot.ts';

/** Advice for an operator. */
export const unprovenAdvice: Readonly<Record<UnprovenReason, string>> = {
  'receipt-owed':
    'the transaction is in a block, and too few nodes serve its receipt or they show different ends: ' +
    'add an RPC node whose receipts keep up, and mend or take out one that is silent or shows another end',
  'node-silent':
    'fewer than two of the configured nodes answer in time; mend them, or add one that does',
  'nodes-disagree':
    'the configured nodes show different chains; take out the one that follows another chain or stands still',
  'history-unserved':
    'no configured node serves the states or blocks since the slot was used; add one that does',
  'search-goes-on':
    'the blocks since the slot was used are being read one by one; a node that serves old states is faster',
  'not-in-range':
    'every block since the slot was used was read and none has what used it; compare with another node, or a block explorer',
};

/** Logs why the end of a transaction of ours cannot be proven now and it stays open. */
export function warnUnproven(
  log: Log,
  { owner, purpose, chain, slot }: Transaction,
  reason: UnprovenReason,
  range: BlockRange | null = null,
): void {
  log.warn('outcome-unproven', {
    routeId: owner.id,
    purpose,
    chain,
    slot,
    reason,
    ...(range === null ? {} : { from: range.from, to: range.to }),
    advice: unprovenAdvice[reason],
  });
}
