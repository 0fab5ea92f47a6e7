import { carrierOf, finalityOf, isRelayError, type Transaction, unplaced } from '@interline/kernel';
import type { MinedReading } from '@interline/ports';
import {
  type AwaitedTransaction,
  awaitTransaction,
  fillNonce,
  isNoop,
  movedUnits,
  settleDisplaced,
  settleMined,
  type Sighting,
  StaleTransaction,
  verdictOf,
} from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';

const patienceMs = 1_000;

/**
 * Sees open transactions through that no step waits for: a pull a reorg took after the payout was
 * committed, a nonce filled after its route ended. Their signed transactions go out with everything else that
 * is open.
 */
export async function settleUnawaited(ports: TransferPorts, signal: AbortSignal): Promise<void> {
  const open = (await ports.store.reads.transactions.openTransactions()).filter(
    ({ nonce, chain }) => nonce !== unplaced && ports.custody.chains.includes(chain),
  );
  await Promise.all(
    [...Map.groupBy(open, ({ routeId }) => routeId)].map(async ([routeId, transactions]) => {
      const route = await ports.store.reads.transfers.route(routeId);
      if (route === null) return;
      await Promise.all(
        transactions
          .filter((transaction) => isStray(transaction, route))
          .map((transaction) =>
            settleStray(ports, route, transaction, signal).catch((error: unknown) =>
              postpone(ports, transaction, error),
            ),
          ),
      );
    }),
  );
}

/**
 * One that cannot be seen to now holds up no other; where another worker settled it meanwhile,
 * nothing is left to be done.
 */
function postpone({ log }: TransferPorts, { routeId, chain }: Transaction, error: unknown): void {
  if (error instanceof StaleTransaction) return;
  log.warn('stray-postponed', {
    routeId,
    chain,
    code: isRelayError(error) ? error.code : 'INTERNAL',
  });
}

/** Whether the route is past the step that would wait for it. */
function isStray({ step, purpose }: Transaction, { phase, cursor }: Route): boolean {
  switch (phase) {
    case 'pulling':
      return false;
    case 'running':
      return step < cursor;
    case 'refunding':
      return purpose !== 'refund';
    case 'ended':
      return true;
  }
}

async function settleStray(
  ports: TransferPorts,
  route: Route,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<void> {
  const { verdict, sighting } = await awaited(ports, transaction, signal);
  const mined = sighting?.mined ?? null;
  if (mined !== null) {
    await ports.store.run('settle-stray', (tx) => settleMined(tx, transaction, mined));
    tellLoss(ports, route, transaction, mined);
  } else if (verdict === 'displaced' && sighting !== null) {
    await ports.store.run('stray-displaced', (tx) =>
      settleDisplaced(ports, tx, transaction, sighting.watched),
    );
    ports.log.error('stray-displaced', {
      routeId: transaction.routeId,
      purpose: transaction.purpose,
      chain: transaction.chain,
      nonce: transaction.nonce,
    });
    tellLoss(ports, route, transaction, null);
  } else if (isPastUse(route, transaction, sighting)) {
    // It can only revert by now, and what is behind it in the account's queue waits for its nonce.
    await fillNonce(ports, transaction, signal);
  }
}

/**
 * What is stuck is outbid as any other, or it blocks the account's queue; but only what brings the
 * payer's money, or does nothing: a payout or a call that came to nothing once was done in another
 * way since, and must not be helped.
 */
async function awaited(
  ports: TransferPorts,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<Pick<AwaitedTransaction, 'verdict' | 'sighting'>> {
  const signedTransactions = await ports.store.reads.transactions.signedTransactionsOf([
    carrierOf(transaction),
  ]);
  const last = signedTransactions.at(-1);
  const isHarmless =
    transaction.purpose === 'pull' ||
    transaction.purpose === 'allowance' ||
    (transaction.batch === null && last !== undefined && isNoop(last));
  if (isHarmless)
    return awaitTransaction(ports, transaction, { untilMined: true, patienceMs }, signal);
  const proof = {
    success: 1,
    void: finalityOf(ports.policy.finality, transaction.chain).confirmations,
  };
  const sighting = await ports.watch.until(
    transaction,
    signedTransactions.map((one) => one.hash),
    (one) => verdictOf(one, proof) !== 'pending',
    patienceMs,
  );
  return { sighting, verdict: sighting === null ? 'pending' : verdictOf(sighting, proof) };
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
 * The money was paid out, or given back, and a reorg has left us without what was pulled for it.
 */
function tellLoss(
  { log }: TransferPorts,
  { id, credited }: Route,
  { purpose, chain, nonce, expects }: Transaction,
  mined: MinedReading | null,
): void {
  if (purpose !== 'pull' || credited === null) return;
  const isBack = mined !== null && mined.isSuccess && movedUnits(mined, expects) >= credited;
  if (!isBack) log.error('pull-lost', { routeId: id, chain, nonce });
}
