import type { Book } from '@interline/kernel';
import type { KnownUnmatched } from './reconcile-ports.ts';

/**
 * What pulls for routes that the store has lost brought to a holding at or below a block, without
 * those that were returned: by an operator's closing, or by a lost refund, which pays the payer
 * exactly the same amount and counts for one pull.
 */
export function pulledUnits(
  { chain, account, token }: Book,
  unmatched: readonly KnownUnmatched[],
  block: number,
): bigint {
  const seen = unmatched.filter(
    (one) => one.chain === chain && one.block !== null && one.block <= block,
  );
  const payments = seen.filter(({ kind }) => kind === 'payment').flatMap(({ moved }) => moved);
  let pulled = 0n;
  const pulls = seen.filter(({ kind, closed }) => kind === 'pull' && closed?.as !== 'returned');
  for (const { permit, moved } of pulls) {
    for (const { units } of moved.filter((one) => one.token === token && one.to === account)) {
      const refund = payments.findIndex(
        (one) => one.token === token && one.to === permit?.owner && one.units === units,
      );
      if (refund < 0) pulled += units;
      else payments.splice(refund, 1);
    }
  }
  return pulled;
}
