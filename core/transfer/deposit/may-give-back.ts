import type { MovedSeen, UnmatchedTransaction } from '../../transactions/index.ts';
import type { Route } from '../route.ts';
import { type Deposit, outputKey, returnsTo } from './deposit.ts';

/**
 * Whether a payment from the float that the store does not know may have refunded a part of the
 * deposit. A refund spends exactly the coins that it refunds, so the coins decide, not the amount
 * or the recipient: a lost part of the store may have known another address, or more of the
 * deposit. If the coins are unknown, any payment of its token may be one.
 */
export function mayGiveBack(
  { moved, spent, account }: Pick<UnmatchedTransaction, 'moved' | 'spent' | 'account'>,
  route: Pick<Route, 'order' | 'refundTo'>,
  deposit: Pick<Deposit, 'outputs' | 'refundAddress'>,
): boolean {
  const to = returnsTo(route, deposit);
  const own = new Set(deposit.outputs.map(outputKey));
  const mayBeIt = (one: MovedSeen): boolean =>
    one.token === route.order.from.address &&
    one.from === account &&
    (one.to === to || spent === null || spent.some((coin) => own.has(coin)));
  return moved.some(mayBeIt);
}
