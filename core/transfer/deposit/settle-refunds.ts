import { faultInLog, type Transaction, unplaced } from '@interline/kernel';
import { refundFeeLines } from '../../books/index.ts';
import {
  awaitTransaction,
  type Booked,
  type MinedTransaction,
  settleEnd,
  settleMined,
} from '../../transactions/index.ts';
import { portsOf, type TransferPorts } from '../ports.ts';
import { StaleRoute, type TransferUnit } from '../repository.ts';
import type { Route } from '../route.ts';
import { bookedRoute } from '../settle/booked-route.ts';
import type { Deposit, DepositRefund } from './deposit.ts';
import { routeOfRefund } from './deposit-refunds.ts';
import { withRefund } from './send-refunds.ts';

const patienceMs = 500;

/**
 * Completes the sent refunds of deposits. A refund that a reorg removed from its block is open
 * again, and is found here again.
 */
export async function settleRefunds(ports: TransferPorts, signal: AbortSignal): Promise<void> {
  const open = (await ports.store.reads.transactions.openTransactions({ owner: 'relayer' })).filter(
    ({ owner, slot, chain }) =>
      routeOfRefund(owner) !== null && slot !== unplaced && ports.custody.chains.includes(chain),
  );
  for (const transaction of open) {
    try {
      await settleRefund(ports, transaction, signal);
    } catch (error) {
      if (error instanceof StaleRoute) continue;
      ports.log.warn('deposit-refund-postponed', {
        chain: transaction.chain,
        ...faultInLog(error),
      });
    }
  }
}

async function settleRefund(
  given: TransferPorts,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<void> {
  const routeId = routeOfRefund(transaction.owner) ?? '';
  const { transfers } = given.store.reads;
  const [route, deposit] = [await transfers.route(routeId), await transfers.deposit(routeId)];
  const refund = deposit?.refunds.find(({ id }) => id === transaction.owner.id);
  const ports = route === null ? null : portsOf(given, route);
  if (route === null || ports === null || deposit === null || refund === undefined) return;
  const awaited = await awaitTransaction(ports, transaction, { patienceMs }, signal);
  // The refund is due again: none of it left.
  const stayed = (seen: MinedTransaction): Promise<void> =>
    ports.store.run('deposit-refund-undone', async (tx) => {
      await settleMined(tx, seen, bookedOf(ports, route));
      await dueAgain(tx, deposit, refund);
    });
  await settleEnd<void>(ports, awaited, {
    displacedUnit: 'deposit-refund-displaced',
    pending: () => undefined,
    whenDisplaced: async () => undefined,
    displaced: () =>
      ports.store.run('deposit-refund-undone', (tx) => dueAgain(tx, deposit, refund)),
    reverted: stayed,
    filled: stayed,
    mined: (seen) =>
      ports.store.run('deposit-refunded', async (tx) => {
        const closing = refundFeeLines(bookedRoute(route).source, refund.fee ?? 0n);
        await settleMined(tx, seen, { ...bookedOf(ports, route), closing });
        await tx.transactions.settleReservation(refund.id, seen.mined.block);
        await tx.transfers.moveDeposit(
          deposit,
          withRefund(deposit, { ...refund, state: 'done', tx: seen.mined.hash }),
        );
        await tx.jobs.enqueue({
          kind: 'advance-route',
          subject: route.id,
          runAtMs: ports.clock.now(),
        });
      }),
  });
}

async function dueAgain(tx: TransferUnit, deposit: Deposit, refund: DepositRefund): Promise<void> {
  await tx.transfers.moveDeposit(
    deposit,
    withRefund(deposit, { ...refund, state: 'due', fee: null, tx: null }),
  );
}

function bookedOf({ clock }: Pick<TransferPorts, 'clock'>, { rail }: Route): Booked {
  return { engine: rail, atMs: clock.now() };
}
