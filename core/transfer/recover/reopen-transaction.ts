import { announceEvent } from '../settle/end-route.ts';
import type { Transaction } from '@interline/kernel';
import type { TransferUnit } from '../repository.ts';
import {
  fillNonce,
  gasReservationId,
  isNoop,
  isStoreBehind,
  ensureSigned,
} from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { RouteEvent } from '../repository.ts';
import { type Route, stages } from '../route.ts';
import { claimId, reopenHold } from '../settle/route-reservations.ts';
import { handsOver } from '../settle/outcomes-of.ts';

/**
 * A reorg took a transaction out of the chain: its step is open again, its money is set aside
 * again, the same bytes go out again. Throws `StaleTransaction` where another worker did so already,
 * even if it is in a block again by now.
 */
export async function reopenTransaction(
  ports: TransferPorts,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<void> {
  const route = await ports.store.reads.transfers.route(transaction.routeId);
  if (route === null) return reopenHousekeeping(ports, transaction, signal);
  if (transaction.purpose !== 'pull' && (await cameToNothing(ports, transaction)))
    return reopenReverted(ports, transaction, signal);
  const later = (await ports.store.reads.transactions.transactionsOf(route.id)).filter(
    (one) => one.createdAtMs > transaction.createdAtMs && one.step !== transaction.step,
  );
  const nowMs = ports.clock.now();
  await ports.store.run('reopen-effect', async (tx) => {
    await takeBack(tx, transaction);
    await reopenMoney(ports, tx, route, transaction, later.length > 0, nowMs);
    await tx.jobs.enqueue({ kind: 'advance-route', subject: route.id, runAtMs: nowMs });
  });
  ports.log.warn('effect-reopened', {
    routeId: route.id,
    purpose: transaction.purpose,
    chain: transaction.chain,
  });
  await sendSame(ports, transaction, signal);
}

/** A batch, or what makes batches possible: the same bytes again, for all that ride in it. */
async function reopenHousekeeping(
  ports: TransferPorts,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<void> {
  await ports.store.run('reopen-housekeeping', (tx) => takeBack(tx, transaction));
  await sendSame(ports, transaction, signal);
  if (transaction.purpose === 'batch') ports.multicalls.nudge(transaction.chain, transaction.role);
}

/**
 * What reverted, or was mined by what only fills its nonce, was done again under another nonce
 * since, or given up, so its route goes on as it is, and its bytes must not get a second chance. In
 * a batch they cannot be kept from it, for the sake of the others; their end is watched.
 */
async function reopenReverted(
  ports: TransferPorts,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<void> {
  await ports.store.run('reopen-reverted', (tx) => takeBack(tx, transaction));
  await fillNonce(ports, transaction, signal);
}

async function cameToNothing(
  { store }: TransferPorts,
  { id, state, batch, minedHash }: Transaction,
): Promise<boolean> {
  if (state === 'reverted' || batch !== null) return state === 'reverted';
  return (await store.reads.transactions.signedTransactionsOf([id])).some(
    (one) => one.hash === minedHash && isNoop(one),
  );
}

/**
 * Within the caller's unit: it is in no block, so its gas is still to be paid. Throws `StaleTransaction`
 * where that is no news.
 */
async function takeBack(tx: TransferUnit, transaction: Transaction): Promise<void> {
  await tx.transactions.moveTransaction(transaction.id, transaction, {
    state: 'open',
    minedHash: null,
    minedBlock: null,
    reorgs: transaction.reorgs + 1,
    isFinal: false,
  });
  // What rides in a batch has no gas of its own.
  if (transaction.batch === null)
    await tx.transactions.reopenReservation(gasReservationId(transaction.id));
}

async function sendSame(
  ports: TransferPorts,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<void> {
  if (
    isStoreBehind(
      (await ports.store.reads.transactions.account(transaction.chain, transaction.account))
        ?.stopped,
    )
  )
    return;
  const signedTransactions = await ports.store.reads.transactions.signedTransactionsOf([
    transaction.id,
  ]);
  await ports.sender.send(
    await Promise.all(signedTransactions.map((one) => ensureSigned(ports, one, signal))),
  );
}

async function reopenMoney(
  ports: TransferPorts,
  tx: TransferUnit,
  route: Route,
  transaction: Transaction,
  hasSuccessors: boolean,
  nowMs: number,
): Promise<void> {
  switch (transaction.purpose) {
    case 'payout':
      await tx.transactions.reopenReservation(claimId(route.id));
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
      return announceEvent(tx, reopening(route, nowMs));
    case 'refund':
      await reopenHold(ports, tx, route, route.credited);
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
      return announceEvent(tx, reopening(route, nowMs));
    case 'pull':
      // Once money of ours is committed against it, only the pull's own bytes can mend it; before
      // that, the route waits for it again. A pull that had reverted may succeed this time: its
      // route is open again, and what it brings goes back.
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
        if (route.phase === 'ended') await announceEvent(tx, reopening(route, nowMs));
      }
      return;
    case 'call':
      // What comes after it waits until the value is handed over again, or the money goes another
      // way.
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
      return;
  }
}

/** A quarantined route stays so, whatever a reorg takes. */
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
