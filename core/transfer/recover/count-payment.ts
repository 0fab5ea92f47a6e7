import { asUnits, finalityOf, noUnits, RelayError, type TxHash } from '@interline/kernel';
import type { TransferSeen } from '@interline/ports';
import { foundEntry, type SeenPayment } from '../../books/index.ts';
import type { UnmatchedTransaction } from '../../transactions/index.ts';
import {
  type Deposit,
  type DepositChange,
  isClosed,
  isForRefund,
  isUnsent,
  type OutputUse,
  type SeenOutput,
} from '../deposit/deposit.ts';
import { freshRefund, reserveRefund, unreserveRefund } from '../deposit/deposit-refunds.ts';
import { holdUnused, lookAtDeposit } from '../deposit/look-at-deposit.ts';
import { planServing } from '../deposit/plan-serving.ts';
import { sumOf } from '../deposit/worth-of.ts';
import { payoutReservationId, releasePayout } from '../float/route-reservations.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferReads, TransferUnit } from '../repository.ts';
import type { Route } from '../route.ts';
import { bookedRoute } from '../settle/booked-route.ts';
import { finishRoute } from '../settle/end-route.ts';
import { ownPorts } from './end-by-order.ts';
import { type Counted, feeIn, judgePayment, type PaymentClaim } from './judge-payment.ts';
import { settleIfOpen } from './lost-payments.ts';

/** A payment that the store had lost, as its chain shows it now. */
export interface LostPayment {
  readonly unmatched: UnmatchedTransaction;
  readonly hash: TxHash;
  /** What it moved, of all that its transaction did. */
  readonly transfers: readonly TransferSeen[];
}

/**
 * Looks at the deposit and at the payment, and says what the claim would count it as. No transaction of the
 * store stands for the payment, so nothing would notice that a reorg takes it: throws `WRONG_STATE` while it
 * is not final, or not shown, and as `judgePayment` does.
 */
export async function examineLost(
  given: TransferPorts,
  unmatched: UnmatchedTransaction,
  claim: PaymentClaim,
  signal: AbortSignal,
): Promise<{ readonly lost: LostPayment; readonly counted: Counted }> {
  const { store, policy } = given;
  const { route, deposit } = await subjectOf(store.reads, claim);
  const ports = ownPorts(given, route);
  // Nothing reads the address of a quarantined route.
  const seen = await lookAtDeposit(ports, route, deposit, signal);
  const counted = judgePayment(route, seen, unmatched, claim);
  const { chain, account, slot, hash, moved } = unmatched;
  const freeAt = await store.reads.transactions.minedBefore(chain, account, slot);
  const search = { account, slots: [slot], freeAt };
  const [found] = (await ports.custody.accountHistory(chain, search, signal)).transactions;
  if (found?.hash !== hash) throw uncounted('the nodes do not show it now; try again');
  const { finalDepth } = finalityOf(policy.finality, chain);
  if (found.head - found.block < finalDepth) throw uncounted('it is not final yet; try again then');
  const isIts = (one: TransferSeen): boolean =>
    moved.some(
      ({ token, from, to, units }) =>
        one.token === token && one.from === from && one.to === to && one.units === units,
    );
  const transfers = found.transfers.filter(isIts);
  return { lost: { unmatched, hash: found.hash, transfers }, counted };
}

/**
 * Within the caller's unit: the deposit's account has the payment as what it was, and so do the books; what
 * is there beside it goes on by itself. Throws as `judgePayment` does, `WRONG_STATE` where another route was
 * credited with it, and `StaleRoute` where the deposit has moved since.
 */
export async function countPayment(
  given: TransferPorts,
  tx: TransferUnit,
  lost: LostPayment,
  claim: PaymentClaim,
): Promise<Counted> {
  const { route, deposit } = await subjectOf(tx, claim);
  const counted = judgePayment(route, deposit, lost.unmatched, claim);
  const ports = ownPorts(given, route);
  const shown = { unmatched: lost.unmatched, logIndex: await credit(tx, route, lost) };
  switch (counted.kind) {
    case 'unknown-coins':
      break;
    case 'refund':
    case 'rest':
      await countRefund(ports, tx, { route, deposit }, shown, counted);
      break;
    case 'delivery':
      await countDelivery(ports, tx, { route, deposit }, shown, counted);
  }
  await tx.jobs.enqueue({
    kind: 'advance-route',
    subject: route.id,
    runAtMs: ports.clock.now(),
  });
  return counted;
}

interface Subject {
  readonly route: Route;
  readonly deposit: Deposit;
}

async function subjectOf(
  { transfers }: { readonly transfers: Pick<TransferReads, 'route' | 'deposit'> },
  { routeId }: PaymentClaim,
): Promise<Subject> {
  const [route, deposit] = [await transfers.route(routeId), await transfers.deposit(routeId)];
  if (route === null || deposit === null)
    throw new RelayError('BAD_REQUEST', { field: 'routeId' }, 'that route has no deposit');
  return { route, deposit };
}

interface Shown {
  readonly unmatched: UnmatchedTransaction;
  readonly logIndex: number;
}

async function countRefund(
  ports: TransferPorts,
  tx: TransferUnit,
  { route, deposit }: Subject,
  shown: Shown,
  counted: Extract<Counted, { kind: 'refund' | 'rest' }>,
): Promise<void> {
  const rest = counted.kind === 'rest' ? counted.refund : null;
  const outputs = counted.kind === 'rest' ? [] : counted.outputs;
  const due = rest ?? freshRefund(deposit, { units: sumOf(outputs), isRest: false });
  const fee = feeIn(due.units, counted.paid);
  const { hash, block } = shown.unmatched;
  const done = { ...due, state: 'done' as const, fee, tx: hash, reason: null };
  if (rest !== null) await tx.transactions.settleReservation(rest.id, block ?? 0);
  const used = await useFor(tx, deposit, outputs, { kind: 'refund', id: done.id });
  const refunds = [...used.refunds.filter(({ id }) => id !== done.id), done];
  // Only what is closed goes back: the store has lost that as well.
  const isOpen = !isClosed(deposit);
  await keep(ports, tx, route, deposit, {
    ...{ ...used, refunds },
    ...(isOpen ? { state: 'refused' as const } : {}),
  });
  if (isOpen) await refuse(ports, tx, route);
  // Coins that the store does not know were never booked as the payer's.
  const units = asUnits(due.units - fee);
  await book(ports, tx, route, shown, { kind: 'refund', units, fee });
}

async function refuse(
  { clock }: Pick<TransferPorts, 'clock'>,
  tx: TransferUnit,
  route: Route,
): Promise<void> {
  await releasePayout(tx, route);
  const reason = 'the deposit could not be delivered';
  const failure = route.failure ?? { code: 'REFUNDED' as const, reason };
  const change = { status: 'BRIDGING', phase: 'refunding', failure } as const;
  await tx.transfers.moveRoute(route, change, clock.now());
}

async function countDelivery(
  ports: TransferPorts,
  tx: TransferUnit,
  { route, deposit }: Subject,
  shown: Shown,
  { outputs, credited, paid }: Extract<Counted, { kind: 'delivery' }>,
): Promise<void> {
  const rest = asUnits(sumOf(outputs) - credited);
  const rests = rest === 0n ? [] : [freshRefund(deposit, { units: rest, isRest: true })];
  for (const one of rests) await reserveRefund(ports, tx, route, one);
  const used = await useFor(tx, deposit, outputs, { kind: 'route' });
  await keep(ports, tx, route, deposit, {
    ...used,
    refunds: [...used.refunds, ...rests],
    state: 'credited',
    price: deposit.price ?? 'current',
    credited,
  });
  const { hash, block } = shown.unmatched;
  await settleIfOpen(tx, route.id, payoutReservationId(route.id), block ?? 0);
  const served = await tx.transfers.moveRoute(
    route,
    {
      status: 'BRIDGING',
      plan: planServing(route.plan, deposit, { units: credited, output: paid }),
      // Coins that the store does not know were never booked as the payer's.
      credited: credited === noUnits ? null : credited,
      srcTx: outputs[0]?.tx ?? route.srcTx,
    },
    ports.clock.now(),
  );
  await book(ports, tx, served, shown, { kind: 'payout', units: paid });
  await finishRoute(ports, tx, served, { srcTx: served.srcTx, destTx: hash, delivered: paid });
}

/** Within the caller's unit: what was to give any of the outputs back is given up, and what else it had is unused. */
async function useFor(
  tx: TransferUnit,
  { outputs, refunds }: Deposit,
  used: readonly SeenOutput[],
  use: OutputUse,
): Promise<Pick<Deposit, 'outputs' | 'refunds'>> {
  const undone = refunds.filter(
    (one) => isUnsent(one) && used.some((output) => isForRefund(output, one)),
  );
  for (const one of undone) await unreserveRefund(tx, one);
  return {
    outputs: outputs.map((one) => {
      if (used.includes(one)) return { ...one, use };
      return undone.some((refund) => isForRefund(one, refund)) ? { ...one, use: null } : one;
    }),
    refunds: refunds.filter((one) => !undone.includes(one)),
  };
}

async function keep(
  ports: TransferPorts,
  tx: TransferUnit,
  route: Route,
  deposit: Deposit,
  change: DepositChange,
): Promise<void> {
  await holdUnused(ports, tx, route, { ...deposit, ...change });
  await tx.transfers.moveDeposit(deposit, change);
}

/** To this route for good. Which of two equal transfers of one transaction is whose makes no difference. */
async function credit(
  tx: TransferUnit,
  { id }: Route,
  { unmatched: { chain }, transfers, hash }: LostPayment,
): Promise<number> {
  for (const { logIndex } of transfers)
    if (await tx.transfers.creditArrival(chain, hash, logIndex, id)) return logIndex;
  throw uncounted('another route was credited with it');
}

/** Without its gas, which was posted when it was found. */
async function book(
  { clock }: Pick<TransferPorts, 'clock'>,
  tx: TransferUnit,
  route: Route,
  { unmatched, logIndex }: Shown,
  seen: Pick<SeenPayment, 'kind' | 'units'> & Partial<Pick<SeenPayment, 'fee'>>,
): Promise<void> {
  const { from, to } = route.order;
  const token = seen.kind === 'payout' ? to : from;
  const { chain, account, hash, block } = unmatched;
  const found = foundEntry(bookedRoute(route), {
    ...seen,
    ...{ role: 'float' as const, account, chain, token: token.address },
    ...{ hash: hash ?? '', block: block ?? 0, logIndex, atMs: clock.now() },
  });
  if (found !== null) await tx.books.post(found);
}

function uncounted(reason: string): RelayError {
  return new RelayError('WRONG_STATE', { field: 'id' }, `it is not closed: ${reason}`);
}
