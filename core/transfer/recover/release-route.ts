import {
  callOf,
  carrierOf,
  isNative,
  pullStep,
  RelayError,
  type Transaction,
  unplaced,
} from '@interline/kernel';
import {
  assertAccountsRun,
  reopenDisplaced,
  StaleTransaction,
  watchedOf,
} from '../../transactions/index.ts';
import { portsOf, type TransferPorts } from '../ports.ts';
import { type Receipt, receiptOf } from '../receipt.ts';
import { StaleRoute } from '../repository.ts';
import { type Route, stages } from '../route.ts';
import { worksWith } from '../settle/judge-accounts-of.ts';
import { handsOver, outcomeOf } from '../settle/outcomes-of.ts';
import { keepQuarantined, lostPayments, settleLost } from './lost-payments.ts';
import { stageOf } from './release-cleared.ts';

/**
 * An operator's order to release a quarantined route once its accounts run. The chain is read
 * first: a payment or refund that it shows ends the route, and if the chain cannot tell, the route
 * stays quarantined. Throws `UNKNOWN_ROUTE`, `ACCOUNT_STOPPED`, `CHAIN_UNREACHABLE`, and
 * `WRONG_STATE` with the obstacle.
 */
export type ReleaseRoute = (id: string, signal: AbortSignal) => Promise<Receipt>;

export function releaseRoute(ports: TransferPorts): ReleaseRoute {
  return (id, signal) => unlessMoved(release(ports, id, signal));
}

async function release(given: TransferPorts, id: string, signal: AbortSignal): Promise<Receipt> {
  const route = await given.store.reads.transfers.route(id);
  if (route === null) throw new RelayError('UNKNOWN_ROUTE', {}, 'no route has this id');
  const { status, stage } = route;
  if (stage !== stages.quarantined) {
    throw new RelayError(
      'WRONG_STATE',
      { field: 'id' },
      `this route is not quarantined; it is ${status}, stage ${stage}`,
    );
  }
  const ports = portsOf(given, route);
  if (ports === null)
    throw keepQuarantined('the deployment no longer has the keys that it was accepted with');
  await assertAccountsRun(ports.custody, ports.store.reads, route.order.lane);
  await assertNothingWaits(ports, route, signal);
  await assertTellable(ports, route, await reviewTransactions(ports, route, signal), signal);
  const found = await lostPayments(ports, route, signal);
  const released = await ports.store.run('release-route', async (tx) => {
    const ended = await settleLost(ports, tx, route, found);
    if (ended !== null) return ended;
    const nowMs = ports.clock.now();
    await tx.jobs.enqueue({ kind: 'advance-route', subject: id, runAtMs: nowMs });
    return tx.transfers.moveRoute(route, { stage: stageOf(route) }, nowMs);
  });
  ports.log.warn('route-released', { routeId: id, status: released.status, stage: released.stage });
  return receiptOf(released, ports.clock.now());
}

/**
 * Throws while a slot that the store has skipped waits for its block, because its transaction may
 * be this route's payment.
 */
async function assertNothingWaits(
  { custody, store }: TransferPorts,
  route: Route,
  signal: AbortSignal,
): Promise<void> {
  for (const chain of custody.chains) {
    for (const role of custody.roles(chain)) {
      if (!worksWith(route, chain, role)) continue;
      const account = custody.account(chain, role);
      const { mined } = await custody.queue(chain, account, signal);
      const open = await store.reads.transactions.openTransactions({ at: { chain, account } });
      const next = (await store.reads.transactions.account(chain, account))?.nextSlot ?? 0;
      const passed = Array.from({ length: Math.max(0, next - mined) }, (_, at) => mined + at);
      const unknown = passed.find((slot) => !open.some((one) => one.slot === slot));
      if (unknown !== undefined) {
        throw keepQuarantined(
          `transaction ${unknown} of the ${role} account on ${chain} is not in a block yet, and the store does not know it`,
        );
      }
    }
  }
}

/** Throws if a movement that only a lost part of the store knew would leave no searchable trace. */
async function assertTellable(
  ports: TransferPorts,
  route: Route,
  transactions: readonly Transaction[],
  signal: AbortSignal,
): Promise<void> {
  const {
    order: { from, to },
    phase,
    permit,
    plan,
    cursor,
  } = route;
  if (isNative(from) || isNative(to))
    throw keepQuarantined(
      "a payment in the chain's own coin leaves no log, so it cannot be ruled out",
    );
  const isToCall =
    phase !== 'refunding' && plan.steps.slice(cursor).some((step) => callOf(step) !== null);
  const isHandedOver = transactions.some(
    (one) => handsOver(route, one) && (one.state === 'open' || outcomeOf(one) === 'done'),
  );
  if (isToCall && !isHandedOver)
    throw keepQuarantined(
      'a transaction to the rail may have been sent that the store does not know',
    );
  const pull = transactions.findLast((one) => one.purpose === 'pull' && one.step === pullStep);
  const isUnpulled = phase === 'pulling' || phase === 'funding';
  if (!isUnpulled || permit === null || (pull !== undefined && pull.state !== 'displaced')) return;
  const pulls = transactions.filter((one) => one.purpose === 'pull');
  const fate = await ports.watch.fateOf({ custody: ports.custody, permit, pulls }, signal);
  switch (fate.kind) {
    case 'unspent':
    case 'spent-elsewhere':
      return;
    case 'redeemed':
      throw keepQuarantined(
        `the payer's money may be with us: look at the transaction ${fate.hash}, which the store does not know, and refund what it brought`,
      );
    case 'unseen':
      throw keepQuarantined('the nodes do not all show what became of its permit');
  }
}

/**
 * The route's transactions as the chain shows them. A transaction that seemed displaced but is
 * mined is opened again.
 */
async function reviewTransactions(
  ports: TransferPorts,
  route: Route,
  signal: AbortSignal,
): Promise<readonly Transaction[]> {
  const reads = ports.store.reads.transactions;
  const transactions = await reads.transactionsOf(route.id);
  const displaced = transactions.filter(
    ({ state, slot }) => state === 'displaced' && slot !== unplaced,
  );
  for (const [chain, some] of Map.groupBy(displaced, (one) => one.chain)) {
    const watched = await watchedOf(reads, some);
    const reading = await ports.custody.observe(chain, watched, signal);
    if (reading.transactions.some((one) => one.receiptOwed !== null))
      throw keepQuarantined(
        `a transaction of it is in a block of ${chain}, and no node has its receipt yet`,
      );
    const mined = reading.transactions
      .filter((one) => one.mined !== null)
      .map(({ transactionId }) => transactionId);
    for (const transaction of some.filter(({ id }) => mined.includes(id))) {
      const forms = await reads.signedTransactionsOf([carrierOf(transaction)]);
      await ports.store.run('reopen-displaced', (tx) =>
        reopenDisplaced(tx, transaction, forms.at(-1)),
      );
    }
  }
  return reads.transactionsOf(route.id);
}

/** Rejects an operator's order if its subject was changed meanwhile. Throws `WRONG_STATE`. */
export async function unlessMoved<T>(order: Promise<T>): Promise<T> {
  try {
    return await order;
  } catch (error) {
    if (!(error instanceof StaleRoute) && !(error instanceof StaleTransaction)) throw error;
    const advice =
      'it was changed at the same moment; look again, and repeat the order if it still stands';
    throw new RelayError('WRONG_STATE', {}, advice, { cause: error });
  }
}
