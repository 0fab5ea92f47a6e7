import type { QuoteRequest } from '@interline/kernel';
import type { TransferReads } from '../repository.ts';
import { PullRefused } from '../pull-refused.ts';

/**
 * Throws `WRONG_STATE` while another rebalancing of the same token and pair of chains is pending. A
 * second one would be compared with floats that the first is about to change.
 */
export async function assertNoneUnderWay(
  { transfers }: { readonly transfers: Pick<TransferReads, 'openRebalances'> },
  { from, to }: Pick<QuoteRequest, 'from' | 'to'>,
): Promise<void> {
  const other = (await transfers.openRebalances()).find(
    ({ order }) =>
      order.from.chain === from.chain &&
      order.from.address === from.address &&
      order.to.chain === to.chain,
  );
  if (other === undefined) return;
  throw new PullRefused(
    'WRONG_STATE',
    { field: 'token', route: other.id },
    `${from.symbol} is being moved from ${from.chain} to ${to.chain} already, by ${other.id} (stage ${other.stage}); wait until that has ended`,
  );
}
