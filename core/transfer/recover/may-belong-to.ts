import { isNative, nativeAddress, type Transaction } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import type { MovedSeen, UnmatchedTransaction } from '../../transactions/index.ts';
import type { Deposit } from '../deposit/deposit.ts';
import { mayGiveBack } from '../deposit/may-give-back.ts';
import { isRebalance, type Route } from '../route.ts';
import { worksWith } from '../settle/judge-accounts-of.ts';
import { handsOver, outcomeOf } from '../settle/outcomes-of.ts';

/** How far our clock may be ahead of a chain's when lost transactions are searched for. */
export const clockSlackMs = 3_600_000;

/** A route that waits until everything its accounts did is known. */
export interface HeldRoute {
  readonly route: Route;
  readonly transactions: readonly Transaction[];
  /** Null if it has none. */
  readonly deposit: Deposit | null;
}

/**
 * Whether an unmatched transaction may have pulled, paid, refunded or handed over for the route. In
 * doubt it may, and then nothing is done for the route before an operator has looked.
 */
export function mayBelongTo(
  custody: Pick<CustodyPort, 'account' | 'roles'>,
  unmatched: UnmatchedTransaction,
  { route, transactions, deposit }: HeldRoute,
): boolean {
  const { chain, account, kind, atMs } = unmatched;
  const role = custody.roles(chain).find((one) => custody.account(chain, one) === account);
  if (role === undefined || !worksWith(route, chain, role)) return false;
  if (route.createdAtMs > atMs + clockSlackMs) return false;
  switch (kind) {
    case 'unread':
      return true;
    case 'pull':
      return (
        route.permit?.owner === unmatched.permit?.owner &&
        route.permit?.nonce.toString() === unmatched.permit?.nonce
      );
    // A payment by the spender may be a deposit with a rail.
    case 'payment':
      return (
        (deposit !== null &&
          chain === route.order.lane.from &&
          role === 'float' &&
          mayGiveBack(unmatched, route, deposit)) ||
        unmatched.moved.some(
          (moved) =>
            isDue(unmatched, moved, route, transactions) ||
            isOwnTransfer(custody, unmatched, moved, route, transactions),
        ) ||
        (role === 'spender' && mayHandOver(unmatched, route, transactions))
      );
    case 'call':
      return mayHandOver(unmatched, route, transactions);
    // A collection belongs to an invoice, not to a route.
    case 'collection':
    case 'authorization':
      return false;
  }
}

/**
 * Money of the route's token and amount left, and the store has no transaction that handed it over.
 */
function mayHandOver(
  unmatched: UnmatchedTransaction,
  route: Route,
  transactions: readonly Transaction[],
): boolean {
  return (
    unmatched.moved.some((moved) => isHandedOver(unmatched, moved, route)) &&
    !transactions.some((one) => handsOver(route, one) && outcomeOf(one) !== 'void')
  );
}

/** A payment to the payer or the recipient, if the store has none of that kind. */
function isDue(
  { chain }: UnmatchedTransaction,
  { token, to }: MovedSeen,
  { order, mode }: Route,
  transactions: readonly Transaction[],
): boolean {
  const lacks = (purpose: 'payout' | 'refund'): boolean =>
    !transactions.some((one) => one.purpose === purpose && outcomeOf(one) !== 'void');
  const isDelivery =
    chain === order.lane.to && to === order.recipient && token === order.to.address;
  const isRefund =
    mode !== 'deposit' &&
    chain === order.lane.from &&
    to === order.payer &&
    token === order.from.address;
  return (isDelivery && lacks('payout')) || (isRefund && lacks('refund'));
}

/**
 * A payment from the float to the spender may be a rebalancing's own transfer, if the store has
 * none.
 */
function isOwnTransfer(
  custody: Pick<CustodyPort, 'account'>,
  { chain }: UnmatchedTransaction,
  { token, to }: MovedSeen,
  route: Route,
  transactions: readonly Transaction[],
): boolean {
  const { from } = route.order;
  return (
    isRebalance(route) &&
    chain === from.chain &&
    token === from.address &&
    to === custody.account(chain, 'spender') &&
    !transactions.some((one) => one.purpose === 'pull' && outcomeOf(one) !== 'void')
  );
}

/** What left the account may be what the route brought, or a part of it. */
function isHandedOver(
  { account }: UnmatchedTransaction,
  { token, from, units }: MovedSeen,
  { order }: Route,
): boolean {
  const isItsToken =
    token === order.from.address || (token === nativeAddress && isNative(order.from));
  return from === account && isItsToken && units <= order.amount;
}
