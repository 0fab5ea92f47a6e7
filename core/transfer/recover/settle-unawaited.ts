import {
  carrierOf,
  carries,
  chainToWire,
  finalityOf,
  faultInLog,
  type Transaction,
} from '@interline/kernel';
import type { MinedReading } from '@interline/ports';
import {
  type AwaitedTransaction,
  type Booked,
  awaitTransaction,
  chargeBurnt,
  fillSlot,
  movedUnits,
  noopsAmong,
  type MinedTransaction,
  settleEnd,
  settleMined,
  type Sighting,
  StaleTransaction,
  verdictInAnyBlock,
  verdictOf,
} from '../../transactions/index.ts';
import { lostEntry } from '../../books/index.ts';
import type { TransferUnit } from '../repository.ts';
import { portsOf, type TransferPorts } from '../ports.ts';
import { isRebalance, type Route } from '../route.ts';
import { burntBy } from '../settle/advance-pull.ts';
import { bookedFor, bookedRoute, handedOverBy } from '../settle/booked-route.ts';
import {
  ownReservationId,
  releaseOwnReservation,
  settleOwnReservation,
} from '../float/route-reservations.ts';

const patienceMs = 1_000;

/**
 * Completes open transactions that no step of their route waits for: a pull that a reorg removed
 * after the payout was committed, a slot filled after its route ended. Their signed transactions
 * are sent with everything else that is open.
 */
export async function settleUnawaited(ports: TransferPorts, signal: AbortSignal): Promise<void> {
  const { transactions: stored } = ports.store.reads;
  const byChain = await Promise.all(
    ports.custody.chains.map((chain) => stored.unawaitedTransactions(chain)),
  );
  await Promise.all(
    [...Map.groupBy(byChain.flat(), ({ owner }) => owner.id)].map(
      async ([routeId, transactions]) => {
        const route = await ports.store.reads.transfers.route(routeId);
        const own = route === null ? null : portsOf(ports, route);
        if (route === null || own === null) return;
        await Promise.all(
          transactions
            .filter((transaction) => isUnawaited(transaction, route))
            .map((transaction) =>
              settleOne(own, route, transaction, signal).catch((error: unknown) =>
                postpone(ports, transaction, error),
              ),
            ),
        );
      },
    ),
  );
}

/**
 * A transaction that cannot be read now does not delay the others. If another worker settled it
 * meanwhile, nothing is left to do.
 */
function postpone({ log }: TransferPorts, { owner, chain }: Transaction, error: unknown): void {
  if (error instanceof StaleTransaction) return;
  log.warn('stray-postponed', {
    routeId: owner.id,
    chain,
    ...faultInLog(error),
  });
}

/** Whether the route is past the step that would wait for it. */
function isUnawaited({ step, purpose }: Transaction, { phase, cursor }: Route): boolean {
  switch (phase) {
    case 'funding':
    case 'pulling':
      return false;
    case 'running':
      return step < cursor;
    case 'refunding':
      return purpose !== 'refund' && purpose !== 'approve';
    case 'ended':
      return true;
  }
}

async function settleOne(
  ports: TransferPorts,
  route: Route,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<void> {
  const settle = async (seen: MinedTransaction): Promise<void> => {
    await ports.store.run('settle-stray', async (tx) => {
      await settleMined(tx, seen, bookedFor(ports, route, strayMoney(route, transaction)));
      // Its pull was credited before it was seen.
      if (transaction.purpose === 'allowance')
        await chargeBurnt(ports, tx, seen, burntBy(route, seen));
      if (isOwnTransfer(route, transaction))
        await (seen.end === 'mined'
          ? settleOwnReservation(tx, route.id, seen.mined.block)
          : releaseOwnReservation(tx, route.id));
      if (isLost(route, transaction, seen.mined)) await bookLoss(ports, tx, route, transaction);
    });
    if (isLost(route, transaction, seen.mined)) logLoss(ports, route, transaction);
  };
  await settleEnd<void>(ports, await awaited(ports, transaction, signal), {
    displacedUnit: 'stray-displaced',
    async whenDisplaced(tx) {
      if (isOwnTransfer(route, transaction))
        await tx.transactions.releaseReservation(ownReservationId(route.id));
    },
    mined: settle,
    reverted: settle,
    filled: settle,
    async displaced() {
      ports.log.error('stray-displaced', {
        routeId: transaction.owner.id,
        purpose: transaction.purpose,
        chain: transaction.chain,
        slot: transaction.slot,
      });
      if (!isLost(route, transaction, null)) return;
      await ports.store.run('book-loss', (tx) => bookLoss(ports, tx, route, transaction));
      logLoss(ports, route, transaction);
    },
    async pending(sighting) {
      // It can only revert by now, and transactions after it in the account's queue wait for its
      // slot.
      if (isPastUse(route, transaction, sighting)) await fillSlot(ports, transaction, signal);
    },
  });
}

/**
 * A stuck pull, allowance or no-op is replaced like any other transaction, because it would block
 * the account's queue. The rest is only watched: a payout or call that failed once was done in
 * another way since, and must not be helped.
 */
async function awaited(
  ports: TransferPorts,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<AwaitedTransaction> {
  const signedTransactions = await ports.store.reads.transactions.signedTransactionsOf([
    carrierOf(transaction),
  ]);
  const last = signedTransactions.at(-1);
  const isHarmless =
    transaction.purpose === 'pull' ||
    transaction.purpose === 'allowance' ||
    (transaction.multicall === null && last !== undefined && !carries(last, transaction));
  if (isHarmless)
    return awaitTransaction(ports, transaction, { untilMined: true, patienceMs }, signal);
  const noops = noopsAmong(signedTransactions, transaction);
  const proof = {
    success: 1,
    void: finalityOf(ports.policy.finality, transaction.chain).confirmations,
  };
  const sighting = await ports.watch.until(
    transaction,
    signedTransactions,
    (one) => verdictOf(one, proof, noops) !== 'pending',
    patienceMs,
  );
  const verdict = sighting === null ? 'pending' : verdictInAnyBlock(sighting, proof, noops);
  return { transaction, sighting, verdict };
}

function isPastUse(
  { permit }: Route,
  { purpose }: Transaction,
  sighting: Sighting | null,
): boolean {
  return (
    purpose === 'pull' &&
    permit !== null &&
    sighting !== null &&
    BigInt(sighting.timestampSec) > permit.deadline
  );
}

/**
 * What a stray payout or refund paid was done in another way since, or given up. It is lost until
 * an operator has looked.
 */
function strayMoney(
  route: Route,
  { purpose, step }: Transaction,
): Pick<Booked, 'against' | 'handsOver'> {
  if (purpose === 'payout' || purpose === 'refund') return { against: 'losses' };
  const handsOver = purpose === 'call' ? handedOverBy(route, route.plan.steps[step]) : undefined;
  return handsOver === undefined ? {} : { handsOver };
}

/** The money was paid out or refunded, and a reorg has removed what was pulled for it. */
function isLost(
  { credited }: Route,
  { purpose, expects }: Transaction,
  mined: MinedReading | null,
): boolean {
  if (purpose !== 'pull' || credited === null) return false;
  return mined === null || !mined.isSuccess || movedUnits(mined, expects) < credited;
}

async function bookLoss(
  { clock }: TransferPorts,
  tx: TransferUnit,
  route: Route,
  { id: transactionId }: Transaction,
): Promise<void> {
  const posted = await tx.books.entriesOf(route.id);
  const lost = lostEntry(bookedRoute(route), posted, { transactionId, atMs: clock.now() });
  if (lost !== null) await tx.books.post(lost);
}

function logLoss(
  { log }: TransferPorts,
  route: Route,
  { owner, chain, slot, expects }: Transaction,
): void {
  const advice = isRebalance(route)
    ? {
        advice: `the float has what the spender handed over for it: interline float withdraw ${chainToWire(chain)} ${route.order.from.symbol} ${route.order.amount} --to ${expects?.to ?? 'the spender'} --to-own`,
      }
    : {};
  log.error('pull-lost', { routeId: owner.id, chain, slot, ...advice });
}

function isOwnTransfer(route: Route, { purpose }: Transaction): boolean {
  return isRebalance(route) && purpose === 'pull';
}
