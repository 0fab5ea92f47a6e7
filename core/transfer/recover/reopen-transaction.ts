import { announceReopening } from '../settle/end-route.ts';
import type { Transaction } from '@interline/kernel';
import type { TransferUnit } from '../repository.ts';
import {
  fillSlot,
  reopenMined,
  reopenWithdrawal,
  resendTransaction,
} from '../../transactions/index.ts';
import { portsOf, type TransferPorts } from '../ports.ts';
import type { RouteEvent } from '../announcements.ts';
import { type Route, stages } from '../route.ts';
import {
  payoutReservationId,
  reopenHold,
  reopenOwnReservation,
  reopenRefundReservation,
} from '../float/route-reservations.ts';
import { handsOver } from '../settle/outcomes-of.ts';

/**
 * A reorg removed a transaction from the chain: its step is open again, its money is reserved
 * again, and the same bytes are sent again. Throws `StaleTransaction` if another worker has already
 * done this, even if the transaction is mined again by now.
 */
export async function reopenTransaction(
  given: TransferPorts,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<void> {
  const route = await given.store.reads.transfers.route(transaction.owner.id);
  if (route === null) return reopenHousekeeping(given, transaction, signal);
  // Without its keys, the reservations are still right and its committed bytes are still sent.
  const ports = portsOf(given, route) ?? given;
  if (transaction.purpose !== 'pull' && cameToNothing(transaction))
    return reopenVoid(ports, transaction, signal);
  const later = (await ports.store.reads.transactions.transactionsOf(route.id)).filter(
    (one) => one.createdAtMs > transaction.createdAtMs && one.step !== transaction.step,
  );
  const nowMs = ports.clock.now();
  await ports.store.run('reopen-effect', async (tx) => {
    await reopenMined(tx, transaction, nowMs);
    await reopenRoute(ports, tx, route, transaction, later.length > 0, nowMs);
    await tx.jobs.enqueue({ kind: 'advance-route', subject: route.id, runAtMs: nowMs });
  });
  ports.log.warn('transaction-reopened', {
    routeId: route.id,
    purpose: transaction.purpose,
    chain: transaction.chain,
  });
  await resendTransaction(ports, transaction, signal);
}

/**
 * A multicall, or a transaction that enables multicalls: the same bytes again, for all movements in
 * it.
 */
async function reopenHousekeeping(
  ports: TransferPorts,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<void> {
  await ports.store.run('reopen-housekeeping', async (tx) => {
    await reopenMined(tx, transaction, ports.clock.now());
    await reopenWithdrawal(tx, transaction);
  });
  await resendTransaction(ports, transaction, signal);
  if (transaction.purpose === 'batch') ports.multicalls.nudge(transaction.chain, transaction.role);
}

/**
 * A reverted movement, or one whose slot a no-op has filled, was repeated in another slot or given
 * up. So its route continues unchanged, and the bytes must not get a second chance: a no-op fills
 * the slot. In a multicall that is impossible because of the other movements, so its end is
 * watched.
 */
async function reopenVoid(
  ports: TransferPorts,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<void> {
  await ports.store.run('reopen-reverted', (tx) => reopenMined(tx, transaction, ports.clock.now()));
  await fillSlot(ports, transaction, signal);
}

function cameToNothing({ state }: Transaction): boolean {
  return state === 'reverted' || state === 'filled';
}

async function reopenRoute(
  ports: TransferPorts,
  tx: TransferUnit,
  route: Route,
  transaction: Transaction,
  hasSuccessors: boolean,
  nowMs: number,
): Promise<void> {
  switch (transaction.purpose) {
    case 'payout':
      await tx.transactions.reopenReservation(payoutReservationId(route.id));
      await reopenHold(ports, tx, route, route.credited);
      await tx.transfers.clearTransferRecord(route.id);
      await tx.transfers.moveRoute(
        route,
        {
          status: 'BRIDGING',
          stage: stageFor(route, stages.sending),
          phase: 'running',
          cursor: transaction.step,
          delivered: null,
          failure: null,
        },
        nowMs,
      );
      return announceReopening(tx, reopening(route, nowMs));
    case 'refund':
      await reopenHold(ports, tx, route, route.credited);
      await reopenRefundReservation(tx, route.id);
      await tx.transfers.clearTransferRecord(route.id);
      await tx.transfers.moveRoute(
        route,
        {
          status: 'BRIDGING',
          stage: stageFor(route, stages.refunding),
          phase: 'refunding',
          refundTx: null,
        },
        nowMs,
      );
      return announceReopening(tx, reopening(route, nowMs));
    case 'pull':
      await reopenOwnReservation(tx, route);
      // Once money of ours is committed against the pull, only its own bytes can restore it; before
      // that, the route waits for it again. A pull that had reverted may succeed this time: its
      // route is reopened, and what the pull brings is refunded.
      if (!hasSuccessors && (route.phase !== 'ended' || route.status === 'FAILED')) {
        if (route.status === 'FAILED') await reopenHold(ports, tx, route, route.order.amount);
        await tx.transfers.moveRoute(
          route,
          {
            status: 'BRIDGING',
            stage: stageFor(route, stages.receiving),
            phase: 'pulling',
            credited: null,
            srcTx: null,
          },
          nowMs,
        );
        if (route.phase === 'ended') await announceReopening(tx, reopening(route, nowMs));
      }
      return;
    case 'call':
      // The steps after it wait until the value is handed over again, or the route leaves the rail.
      if (
        (route.phase === 'running' || route.phase === 'pulling') &&
        route.cursor > transaction.step &&
        handsOver(route, transaction)
      ) {
        await tx.transfers.moveRoute(route, { cursor: transaction.step, givenBack: null }, nowMs);
      }
      return;
    case 'allowance':
    case 'approve':
    case 'noop':
    case 'batch':
    case 'deploy':
    case 'delegate':
    case 'sponsor':
    case 'settle':
    case 'trust':
      return;
  }
}

/** A quarantined route stays quarantined after any reorg. */
function stageFor({ stage }: Route, next: string): string {
  return stage === stages.quarantined ? stage : next;
}

function reopening({ id: routeId, srcTx, destTx }: Route, atMs: number): RouteEvent {
  return {
    id: `ev_${routeId}_reopened_${atMs}`,
    kind: 'route.reopened',
    routeId,
    srcTx,
    destTx,
    atMs,
  };
}
