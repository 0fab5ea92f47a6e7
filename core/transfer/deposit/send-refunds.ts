import {
  asUnits,
  isNative,
  maxGasCost,
  type TokenRef,
  type Transaction,
  type Units,
  unplaced,
} from '@interline/kernel';
import type { BookedOutput, Prepared } from '@interline/ports';
import {
  commitTransactions,
  floatBook,
  sendOrPostpone,
  type UnmatchedTransaction,
} from '../../transactions/index.ts';
import { whileBooksAgree } from '../float/while-books-agree.ts';
import type { TransferPorts } from '../ports.ts';
import { clockSlackMs } from '../recover/may-belong-to.ts';
import { StaleRoute, type TransferUnit } from '../repository.ts';
import type { Route } from '../route.ts';
import { assertNotPaused } from '../settle/assert-not-paused.ts';
import { assignUnused } from './assign-unused.ts';
import {
  type Deposit,
  type DepositRefund,
  isForRefund,
  isForRoute,
  isUnsent,
  returnsTo,
} from './deposit.ts';
import { awaitedRefunds, refundOwner, tooSmall } from './deposit-refunds.ts';
import { countedOf, partCostOf, sumOf } from './worth-of.ts';

/** They go to one address, so a transaction carries one of them: more only wait. */
const sentAtMost = 3;

/**
 * Sends back what a closed deposit has no use for: what its route gave up, and all that came beside
 * or after what was delivered. What cannot be sent now is held, and tried again at the next look.
 */
export async function sendRefunds(
  ports: TransferPorts,
  route: Route,
  given: Deposit,
  signal: AbortSignal,
): Promise<Deposit> {
  let deposit = await assignUnused(ports, route, await withLeftOutDue(ports, given), signal);
  const waiting = deposit.refunds.filter(isUnsent);
  const shareOf = ({ id, units }: DepositRefund): bigint =>
    units / BigInt(deposit.outputs.filter((one) => isForRefund(one, { id })).length || 1);
  let heldFor: string | null = null;
  // What is of smaller outputs than one that is not worth its fees is not asked for: there may be many.
  for (const refund of waiting.toSorted((a, b) => Number(shareOf(b) - shareOf(a)))) {
    if (deposit.refunds.filter(({ state }) => state === 'sent').length >= sentAtMost) break;
    if (heldFor !== null) {
      deposit = await hold(ports, deposit, refund, heldFor);
      continue;
    }
    deposit = await sendOne(ports, route, deposit, refund, signal);
    const { state, reason } = deposit.refunds.find(({ id }) => id === refund.id) ?? refund;
    if (state === 'held') heldFor = reason;
  }
  await bookHeld(ports, route, deposit);
  return deposit;
}

/**
 * One that was left out of the transaction that it waited for is in no slot, and was never signed: it is
 * due again. A reorg may have taken the coins that it was to give back.
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
  const earlier = await maybeSent(ports, ports.store.reads, { route, refund, to });
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
        if ((await maybeSent(ports, tx, { route, refund, to })) !== null)
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
 * What left our account unknown to a store that was put back, and may have been this refund; null where
 * there is none. What an operator has closed as explained was something else. An address that was named
 * after the order may be another than the one that a lost part of the store knew.
 */
async function maybeSent(
  { custody }: Pick<TransferPorts, 'custody'>,
  {
    transactions,
  }: { readonly transactions: Pick<TransferUnit['transactions'], 'unmatchedTransactions'> },
  {
    route,
    refund,
    to,
  }: { readonly route: Route; readonly refund: DepositRefund; readonly to: string },
): Promise<UnmatchedTransaction | null> {
  const { from, refundAddress } = route.order;
  const account = custody.account(from.chain, 'float');
  const mayBeIt = (moved: UnmatchedTransaction['moved'][number]): boolean =>
    moved.token === from.address &&
    (moved.to === to || (refundAddress === undefined && moved.units <= refund.units));
  return (
    (await transactions.unmatchedTransactions()).find(
      (one) =>
        one.chain === from.chain &&
        one.account === account &&
        one.closed?.as !== 'explained' &&
        one.atMs + clockSlackMs >= route.createdAtMs &&
        (one.kind === 'unread' || one.moved.some(mayBeIt)),
    ) ?? null
  );
}

type Ready =
  | { readonly ok: true; readonly prepared: readonly Prepared[]; readonly net: Units }
  | { readonly ok: false; readonly reason: string };

/** What is spent for it: outputs of its own, or for a rest those that the route was made of. */
function spentBy(
  { deposits }: Pick<TransferPorts, 'deposits'>,
  { chain, index, outputs }: Deposit,
  refund: DepositRefund,
): readonly BookedOutput[] {
  return outputs
    .filter((one) => (refund.isRest ? isForRoute(one) : isForRefund(one, refund)))
    .filter(({ block }) => block !== null)
    .toSorted((a, b) => Number(b.units - a.units))
    .slice(0, deposits.outputsAtMost(chain))
    .map(({ tx, output }) => ({ index, tx, output }));
}

export interface Giving {
  readonly from: TokenRef;
  readonly to: Deposit['address'];
  readonly units: Units;
  readonly isRest: boolean;
  /** What each part of it after the first was to cost to be spent, where custody names no cost of them. */
  readonly forParts: Units;
  /** What is spent for it. */
  readonly spends: readonly BookedOutput[];
}

/**
 * Less only what its own inclusion costs, where that is paid in the coin that goes back, and what it
 * costs to spend the outputs that it gives back. Those that a rest is of were paid for as the parts of
 * what is delivered.
 */
export async function prepareRefund(
  { custody }: Pick<TransferPorts, 'custody'>,
  { from, to, units, isRest, forParts, spends }: Giving,
  signal: AbortSignal,
): Promise<Ready> {
  const payout = (net: Units) =>
    custody.prepare(
      {
        kind: 'payout',
        purpose: 'refund',
        chain: from.chain,
        token: from.address,
        role: 'float',
        to,
        units: net,
        ...(isNative(from) && spends.length > 0 ? { spends } : {}),
      },
      signal,
      { confirmsRefusal: true },
    );
  const whole = await payout(units);
  if (!whole.ok) return { ok: false, reason: 'the chain does not take the refund now' };
  const cost = isNative(from) ? costOfAll(whole.value, { isRest, forParts }) : forParts;
  if (cost === 0n) return { ok: true, prepared: whole.value, net: units };
  if (cost >= units) return { ok: false, reason: tooSmall.cost };
  const net = asUnits(units - cost);
  const prepared = await payout(net);
  return prepared.ok
    ? { ok: true, prepared: prepared.value, net }
    : { ok: false, reason: tooSmall.rest };
}

/** No coin is paid for twice: those spent in the place of parts that were not named count as these. */
function costOfAll(
  prepared: readonly Prepared[],
  { isRest, forParts }: Pick<Giving, 'isRest' | 'forParts'>,
): bigint {
  const whole = sumOfCosts(prepared, costOf);
  if (prepared.some(({ namedCost }) => namedCost !== undefined))
    return isRest ? whole - sumOfCosts(prepared, ({ namedCost = 0n }) => namedCost) : whole;
  const forCoins = sumOfCosts(prepared, ({ coinsCost = 0n }) => coinsCost);
  return whole - forCoins + (forParts > forCoins ? forParts : forCoins);
}

function costOf({ tx, nextBlockCost }: Prepared): bigint {
  return nextBlockCost ?? maxGasCost(tx);
}

function sumOfCosts(prepared: readonly Prepared[], cost: (one: Prepared) => bigint): bigint {
  return prepared.reduce((sum, one) => sum + cost(one), 0n);
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

/** What is waited for is on the operator's list of debts, and off it once it is sent. */
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
