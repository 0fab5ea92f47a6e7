import {
  asUnits,
  type RailOutcome,
  type Transaction,
  type Units,
  unplaced,
} from '@interline/kernel';
import {
  commitTransactions,
  floatBook,
  sendOrPostpone,
  type UnmatchedTransaction,
} from '../../transactions/index.ts';
import { whileBooksAgree } from '../float/while-books-agree.ts';
import type { TransferPorts } from '../ports.ts';
import { keepsRefunds } from '../recover/keeps-back.ts';
import { StaleRoute, type TransferUnit } from '../repository.ts';
import type { Route } from '../route.ts';
import { assertNotPaused } from '../settle/assert-not-paused.ts';
import { assignUnused } from './assign-unused.ts';
import { type Deposit, type DepositRefund, isForRefund, isUnsent, returnsTo } from './deposit.ts';
import { awaitedRefunds, refundOwner, tooSmall } from './deposit-refunds.ts';
import { partCostNow } from './part-cost-now.ts';
import { notNow, prepareRefund, spentBy } from './prepare-refund.ts';
import { countedOf, partCostOf, sumOf } from './worth-of.ts';

/**
 * All refunds of a deposit go to one address, and a transaction carries one of them, so further
 * ones would only wait.
 */
const sentAtMost = 3;

/**
 * Sends the refunds of a closed deposit: what its route gave up, and everything that arrived beside
 * or after the delivered amount. A refund that cannot be sent now is held and retried at the next
 * look.
 */
export async function sendRefunds(
  ports: TransferPorts,
  route: Route,
  given: Deposit,
  signal: AbortSignal,
): Promise<Deposit> {
  const left = await withLeftOutDue(ports, given);
  const partCost = await partCostNow(ports, route, left, signal);
  let deposit = await assignUnused(ports, route, left, partCost, signal);
  const waiting = deposit.refunds.filter(isUnsent);
  for (const refund of waiting.toSorted((a, b) => Number(b.units - a.units))) {
    if (deposit.refunds.filter(({ state }) => state === 'sent').length >= sentAtMost) break;
    const why = knownToWait(refund, partCost, spentBy(ports, deposit, refund).length);
    deposit =
      why === null
        ? await sendOne(ports, route, deposit, refund, signal)
        : await hold(ports, deposit, refund, why);
  }
  await bookHeld(ports, route, deposit);
  return deposit;
}

/**
 * The reason for waiting if it is known without a request; many refunds may be worth less than
 * their outputs' fees. Null if only preparing its transaction can tell.
 */
function knownToWait(
  { units, isRest }: DepositRefund,
  partCost: RailOutcome<Units>,
  parts: number,
): string | null {
  if (!partCost.ok) return partCost.code === 'GAS_CEILING' ? notNow : null;
  return !isRest && units <= partCost.value * BigInt(parts) ? tooSmall.cost : null;
}

/**
 * A refund that was left out of its planned transaction has no slot and was never signed, so it is
 * due again. A reorg may have removed the coins that it was to refund.
 */
async function withLeftOutDue(
  { store }: Pick<TransferPorts, 'store'>,
  deposit: Deposit,
): Promise<Deposit> {
  const sent = deposit.refunds.filter(({ state }) => state === 'sent');
  const leftOut: DepositRefund[] = [];
  for (const one of sent)
    if (wasLeftOut(await store.reads.transactions.transactionsOf(one.id))) leftOut.push(one);
  if (leftOut.length === 0) return deposit;
  return store.run('deposit-refund-left-out', async (tx) => {
    let refunds: Pick<Deposit, 'refunds'> = deposit;
    for (const one of leftOut)
      if (wasLeftOut(await tx.transactions.transactionsOf(one.id)))
        refunds = withRefund(refunds, { ...one, state: 'due', fee: null, tx: null });
    return tx.transfers.moveDeposit(deposit, { refunds: refunds.refunds });
  });
}

function wasLeftOut(made: readonly Transaction[]): boolean {
  const last = made.toSorted((a, b) => a.createdAtMs - b.createdAtMs).at(-1);
  return (
    last !== undefined &&
    last.slot === unplaced &&
    made.every(({ state }) => state !== 'open' && state !== 'mined') &&
    last.state === 'displaced'
  );
}

async function sendOne(
  ports: TransferPorts,
  route: Route,
  deposit: Deposit,
  refund: DepositRefund,
  signal: AbortSignal,
): Promise<Deposit> {
  const to = returnsTo(route, deposit);
  if (to === null)
    return hold(
      ports,
      deposit,
      refund,
      'there is no refund address; set one with POST /api/route/refund-address',
    );
  await assertNotPaused(ports.store.reads, route);
  const earlier = await maybeSent(ports, ports.store.reads, route, deposit);
  if (earlier !== null)
    return hold(
      ports,
      deposit,
      refund,
      `${earlier.hash ?? `slot ${earlier.slot}`} may have been this refund; an operator looks at it`,
    );
  const own = deposit.outputs.filter((one) => isForRefund(one, refund));
  const ready = await prepareRefund(
    ports,
    {
      from: route.order.from,
      to,
      units: refund.units,
      isRest: refund.isRest,
      forParts: asUnits(sumOf(own) - countedOf(own, partCostOf(route))),
      spends: spentBy(ports, deposit, refund),
    },
    signal,
  );
  if (!ready.ok) return hold(ports, deposit, refund, ready.reason);
  const { prepared, net } = ready;
  const paying = { token: route.order.from, role: 'float', units: net } as const;
  const committed = await whileBooksAgree(
    ports,
    paying,
    (assertAgreed) =>
      ports.store.run('commit-deposit-refund', async (tx) => {
        await assertNotPaused(tx, route);
        if ((await maybeSent(ports, tx, route, deposit)) !== null)
          throw new StaleRoute(`what the chain shows of the refunds of ${route.id} has changed`);
        await assertAgreed(tx);
        const fee = asUnits(refund.units - net);
        const moved = await tx.transfers.moveDeposit(
          deposit,
          withRefund(deposit, { ...refund, state: 'sent', fee, reason: null }),
        );
        const owner = refundOwner(refund.id);
        return { moved, transactions: await commitTransactions(ports, tx, owner, 0, prepared) };
      }),
    signal,
  );
  if (committed === null)
    return hold(ports, deposit, refund, 'the account holds less than the books say');
  await sendOrPostpone(ports, committed.transactions, signal);
  return committed.moved;
}

/**
 * A payment from our account that a restored store does not know, and that therefore holds this
 * refund; null if there is none.
 */
async function maybeSent(
  { custody }: Pick<TransferPorts, 'custody'>,
  {
    transactions,
  }: { readonly transactions: Pick<TransferUnit['transactions'], 'unmatchedTransactions'> },
  route: Route,
  deposit: Deposit,
): Promise<UnmatchedTransaction | null> {
  const unmatched = await transactions.unmatchedTransactions();
  return unmatched.find((one) => keepsRefunds(custody, one, { route, deposit })) ?? null;
}

async function hold(
  ports: Pick<TransferPorts, 'store'>,
  deposit: Deposit,
  refund: DepositRefund,
  reason: string,
): Promise<Deposit> {
  if (refund.state === 'held' && refund.reason === reason) return deposit;
  const held = withRefund(deposit, { ...refund, state: 'held', reason });
  return ports.store.run('hold-deposit-refund', (tx) => tx.transfers.moveDeposit(deposit, held));
}

export function withRefund(
  { refunds }: Pick<Deposit, 'refunds'>,
  changed: DepositRefund,
): Pick<Deposit, 'refunds'> {
  return { refunds: refunds.map((one) => (one.id === changed.id ? changed : one)) };
}

/** A held refund is booked as an operator's debt until it is sent. */
async function bookHeld(
  { store, custody, clock }: Pick<TransferPorts, 'store' | 'custody' | 'clock'>,
  route: Route,
  deposit: Deposit,
): Promise<void> {
  const { id, order } = route;
  const held = awaitedRefunds(deposit).filter(({ state }) => state === 'held');
  const listed = (await store.reads.books.liabilities()).find(({ routeId }) => routeId === id);
  const units = sumOf(held);
  const reason = held[0]?.reason ?? 'the refund waits';
  if (units === (listed?.units ?? 0n) && (units === 0n || reason === listed?.reason)) return;
  const book = floatBook(custody, order.from);
  await store.run('list-deposit-refund', async (tx) => {
    if (units === 0n) return tx.books.clearLiability(id);
    await tx.books.putLiability({
      routeId: id,
      book,
      to: returnsTo(route, deposit) ?? deposit.address,
      units,
      reason,
      sinceMs: clock.now(),
    });
  });
}
