import type { MovedSeen, UnmatchedTransaction } from '../../transactions/index.ts';
import type { Route } from '../route.ts';
import { type Deposit, outputKey, returnsTo } from './deposit.ts';

/**
 * Whether a payment out of the float that the store does not know may have given back something of the
 * deposit. A refund spends the very coins that it gives back, so these tell it whatever it paid and to
 * whom: a part of the store that was lost may have known another address, or more of the deposit. Where
 * the coins are not known, any payment of its token may be one.
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
