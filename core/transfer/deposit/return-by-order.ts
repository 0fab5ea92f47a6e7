import { type Address, isRelayError, RelayError, type Units } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import { notNow } from '../recover/end-by-order.ts';
import { StaleRoute, type TransferUnit } from '../repository.ts';
import type { Route } from '../route.ts';
import { depositOf } from './advance-deposit.ts';
import { bookLoss } from './book-loss.ts';
import { isUnsent, returnsTo } from './deposit.ts';
import { lookAtDeposit } from './look-at-deposit.ts';
import { sendRefunds } from './send-refunds.ts';
import { sumOf } from './worth-of.ts';

/** What an ended route's deposit still owes, and the refund address. */
export interface PlannedReturn {
  readonly route: Route;
  readonly to: Address | null;
  readonly units: Units;
}

/**
 * What arrived at an ended route's address and waits for its refund; null if nothing does. Throws
 * `WRONG_STATE` if no address is known, and `REFUND_ADDRESS_SET` if another one is set.
 */
export async function planReturn(
  ports: Pick<TransferPorts, 'store'>,
  route: Route,
  to: Address | null,
): Promise<PlannedReturn | null> {
  if (route.mode !== 'deposit' || route.phase !== 'ended') return null;
  const deposit = await ports.store.reads.transfers.deposit(route.id);
  const waiting = deposit?.refunds.filter(isUnsent) ?? [];
  if (deposit === null || waiting.length === 0) return null;
  const known = returnsTo(route, deposit);
  if (known === null && to === null)
    throw notNow('no address is known for what goes back of its deposit; name one with --to');
  if (known !== null && to !== null && known !== to) throw new RelayError('REFUND_ADDRESS_SET');
  return { route, to: known ?? to, units: sumOf(waiting) };
}

/** Must run in the caller's unit. Sets the address as the claim would, once. */
export async function nameReturn(
  tx: TransferUnit,
  { route, to }: Pick<PlannedReturn, 'route' | 'to'>,
): Promise<void> {
  const now = await tx.transfers.deposit(route.id);
  if (now === null || to === null) return;
  const known = returnsTo(route, now);
  if (known === to) return;
  if (known !== null) throw new RelayError('REFUND_ADDRESS_SET');
  await tx.transfers.moveDeposit(now, { refundAddress: to });
}

/**
 * Sends the refunds of an ended route's deposit now. Null if everything left, otherwise the reason
 * why not; every sweep retries.
 */
export async function returnDeposit(
  ports: TransferPorts,
  route: Route,
  signal: AbortSignal,
): Promise<string | null> {
  let failed = 'it is tried again by itself';
  try {
    const seen = await lookAtDeposit(ports, route, await depositOf(ports, route), signal);
    await bookLoss(ports, route, seen);
    await sendRefunds(ports, route, await depositOf(ports, route), signal);
  } catch (error) {
    // The sweep may process it at the same time.
    if (!(error instanceof StaleRoute) && !isRelayError(error)) throw error;
    failed = error.message;
  }
  const waiting = (await depositOf(ports, route)).refunds.find(isUnsent);
  return waiting === undefined ? null : (waiting.reason ?? failed);
}
