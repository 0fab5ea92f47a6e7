import type { TransactionPurpose, SignedTransaction } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import type { CrashMoment, SentAs } from './crash-points.ts';
import type { CrashTrigger } from './crash-trigger.ts';

/** Custody that dies around the broadcast, or after the receipt, that the trigger names. */
export function crashCustody(custody: CustodyPort, trigger: CrashTrigger): CustodyPort {
  const sealed = new Map<
    string,
    { readonly purpose: TransactionPurpose; readonly firstHash: string }
  >();
  const sent = new Set<string>();
  const mined = new Set<string>();

  const sentAs = ({ transactionId, hash }: SignedTransaction): SentAs | null => {
    const transaction = sealed.get(transactionId);
    if (transaction === undefined) return null;
    // What makes batches possible is outbid on a slow machine before any route has begun, and
    // no crash is armed for that.
    return transaction.firstHash === hash ||
      transaction.purpose === 'deploy' ||
      transaction.purpose === 'delegate'
      ? transaction.purpose
      : 'replacement';
  };
  /**
   * How many signed transactions of the batch go out before the process dies; null where it lives
   * on.
   */
  const cutOf = (signedTransactions: readonly SignedTransaction[]): number | null => {
    for (const [index, signedTransaction] of signedTransactions.entries()) {
      if (sent.has(signedTransaction.hash)) continue;
      sent.add(signedTransaction.hash);
      const of = sentAs(signedTransaction);
      const isAt =
        (edge: 'before' | 'after') =>
        (moment: CrashMoment): boolean =>
          moment.at === 'broadcast' && moment.of === of && moment.edge === edge;
      if (trigger.isDue(isAt('before'))) return index;
      if (trigger.isDue(isAt('after'))) return index + 1;
    }
    return null;
  };

  return {
    ...custody,
    seal(content, prepared, nonce, nowMs) {
      const signedTransaction = custody.seal(content, prepared, nonce, nowMs);
      const { transactionId } = content;
      if (!sealed.has(transactionId))
        sealed.set(transactionId, { purpose: prepared.purpose, firstHash: signedTransaction.hash });
      return signedTransaction;
    },
    async broadcast(signedTransactions) {
      const cut = cutOf(signedTransactions);
      if (cut === null) return custody.broadcast(signedTransactions);
      const outcomes = await custody.broadcast(signedTransactions.slice(0, cut));
      trigger.die();
      return outcomes;
    },
    async observe(chain, watched, signal) {
      const reading = await custody.observe(chain, watched, signal);
      for (const { transactionId } of reading.transactions.filter(
        (one) => one.mined !== null && !mined.has(one.transactionId),
      )) {
        mined.add(transactionId);
        const purpose = watched.find(({ transaction }) => transaction.id === transactionId)
          ?.transaction.purpose;
        if (trigger.isDue((moment) => moment.at === 'receipt' && moment.of === purpose))
          trigger.die();
      }
      return reading;
    },
  };
}
