import type { CustodyPort } from '@interline/ports';
import type { MovedSeen, UnmatchedTransaction } from '../../transactions/index.ts';
import { type Deposit, isUnsent } from '../deposit/deposit.ts';
import { mayGiveBack } from '../deposit/may-give-back.ts';
import { sumOf } from '../deposit/worth-of.ts';
import type { Route } from '../route.ts';
import { clockSlackMs, type HeldRoute, mayBelongTo } from './may-belong-to.ts';

interface HeldDeposit {
  readonly route: Route;
  readonly deposit: Deposit;
}

/** Whether an unmatched transaction keeps a quarantined route from continuing. */
export function keepsRoute(
  custody: Pick<CustodyPort, 'account' | 'roles'>,
  unmatched: UnmatchedTransaction,
  held: HeldRoute,
): boolean {
  const { route, deposit } = held;
  if (deposit === null) return unmatched.closed === null && mayBelongTo(custody, unmatched, held);
  return keepsDeposit(unmatched, { route, deposit }, () => mayBelongTo(custody, unmatched, held));
}

/** Whether it keeps a deposit's waiting refunds from being sent. */
export function keepsRefunds(
  custody: Pick<CustodyPort, 'account'>,
  unmatched: UnmatchedTransaction,
  held: HeldDeposit,
): boolean {
  return keepsDeposit(unmatched, held, () => mayBeRefund(custody, unmatched, held));
}

/** Whether a deposit may have been its purpose, until an operator has closed it. */
export function mayBeOfDeposit(
  custody: Pick<CustodyPort, 'account' | 'roles'>,
  unmatched: UnmatchedTransaction,
  held: HeldRoute,
): boolean {
  const { route, deposit } = held;
  return (
    deposit !== null &&
    (mayBelongTo(custody, unmatched, held) || mayBeRefund(custody, unmatched, { route, deposit }))
  );
}

/**
 * In doubt an open one holds the deposit. A closed one has a purpose: it holds this deposit if it
 * names it, and releases it if it names another. An older closing names none, and holds only what
 * the chain itself shows as meant.
 */
function keepsDeposit(
  unmatched: UnmatchedTransaction,
  { route, deposit }: HeldDeposit,
  mayBeIts: () => boolean,
): boolean {
  const { closed, chain } = unmatched;
  if (closed === null) return mayBeIts();
  if (closed.as === 'explained') return false;
  if (closed.routeId !== null) return closed.routeId === route.id;
  const shown = { ...unmatched, spent: unmatched.spent ?? [] };
  return chain === route.order.lane.from && mayBeIts() && mayGiveBack(shown, route, deposit);
}

/**
 * If the order named no address, a payment of at most everything that waits may be a refund too: if
 * its coins had been spent elsewhere before, it was made from others.
 */
function mayBeRefund(
  custody: Pick<CustodyPort, 'account'>,
  unmatched: UnmatchedTransaction,
  { route, deposit }: HeldDeposit,
): boolean {
  const { from, refundAddress } = route.order;
  const units = sumOf(deposit.refunds.filter(isUnsent));
  const isOfItsSize = (moved: MovedSeen): boolean =>
    refundAddress === undefined &&
    moved.token === from.address &&
    moved.from === unmatched.account &&
    moved.units <= units;
  return (
    unmatched.chain === from.chain &&
    unmatched.account === custody.account(from.chain, 'float') &&
    unmatched.atMs + clockSlackMs >= route.createdAtMs &&
    (unmatched.kind === 'unread' ||
      mayGiveBack(unmatched, route, deposit) ||
      unmatched.moved.some(isOfItsSize))
  );
}
