import {
  asUnits,
  carrierOf,
  asAddress,
  finalityOf,
  type TxHash,
  RelayError,
  type SignedTransaction,
} from '@interline/kernel';
import type { BookReads, Entry } from '../../books/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import { isRebalance, type Route, stages } from '../route.ts';
import { finishRoute } from '../settle/end-route.ts';
import { outcomeOf } from '../settle/outcomes-of.ts';
import { releasePayout } from '../float/route-reservations.ts';
import {
  bookDelivered,
  creditArrivals,
  deliveredAs,
  type CreditedArrival,
  readAgreed,
} from '../settle/settle-arrival.ts';
import {
  assertEndable,
  assertNoDeposit,
  assertNothingOpen,
  notNow,
  shownTransaction,
} from './end-by-order.ts';

/** An operator's claim about a delivery. */
export interface DeliveryClaim {
  /** The destination transaction; null if none is known, which only `isUnseen` allows. */
  readonly hash: TxHash | null;
  /** The operator's claim is accepted without asking a chain. */
  readonly isUnseen: boolean;
}

/** A delivery that can end a route. */
export interface Delivery {
  readonly hash: TxHash | null;
  /** What the recipient got according to the chain; null if nothing was looked up. */
  readonly arrivals: readonly CreditedArrival[] | null;
}

/**
 * Checks an operator's claim. Throws `BAD_REQUEST` if it names nothing, `WRONG_STATE` with the
 * obstacle, `ACCOUNT_STOPPED` for a quarantined route of a stopped account, and
 * `CHAIN_UNREACHABLE`.
 */
export async function examineDelivery(
  ports: TransferPorts,
  route: Route,
  { hash, isUnseen }: DeliveryClaim,
  signal: AbortSignal,
): Promise<Delivery> {
  if (route.credited === null) assertNoDeposit(route);
  await assertEndable(ports, route, leavingOf(isUnseen));
  await assertNotRefunded(ports, route);
  const own = hash === null ? null : await ports.store.reads.transactions.signedTransaction(hash);
  if (own !== null) await assertOwnRoutes(ports, route, own);
  if (isUnseen && isRebalance(route))
    throw notNow(
      'what a rebalancing brings comes to our own float, so its chain shows it: name the destination transaction with --evidence',
    );
  if (isUnseen) return { hash, arrivals: null };
  if (hash === null)
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'evidence' },
      'name the destination transaction with --evidence, or take it on your word with --unseen',
    );
  if (!ports.custody.chains.includes(route.order.lane.to))
    throw notNow(`${route.order.lane.to} is not read by this service; use --unseen`);
  const arrivals =
    own === null
      ? await readAgreed(ports, route, hash, signal)
      : await readOwn(ports, route, own, signal);
  assertEnough(route, hash, arrivals);
  return { hash, arrivals };
}

/**
 * Must run in the caller's unit. Completes the route with that delivery. Throws `WRONG_STATE` if
 * another route was credited with it, and `StaleRoute` if the route has moved since.
 */
export async function settleByOrder(
  ports: TransferPorts,
  tx: TransferUnit,
  route: Route,
  { hash, arrivals }: Delivery,
): Promise<Route> {
  const { order } = route;
  await assertNothingOpen(ports, tx, route, leavingOf(arrivals === null));
  const delivered = arrivals === null ? order.minOutput : await creditArrivals(tx, route, arrivals);
  if (delivered < order.minOutput)
    throw notNow(`another route was credited with what ${hash ?? ''} brought`);
  await bookDelivered(ports, tx, route, { hash, units: delivered, arrivals: arrivals ?? [] });
  await releasePayout(tx, route);
  await tx.books.clearLiability(route.id);
  return finishRoute(ports, tx, route, {
    srcTx: route.srcTx,
    destTx: hash ?? route.destTx,
    delivered,
    stage: arrivals === null ? stages.deliveredUnseen : stages.delivered,
  });
}

/** The book entry that this settlement would make now; null if the books already have it. */
export function deliveryEntry(
  ports: Pick<TransferPorts, 'clock'>,
  reads: { readonly books: Pick<BookReads, 'entriesOf'> },
  route: Route,
  { hash, arrivals }: Delivery,
): Promise<Entry | null> {
  const units = arrivals?.reduce((sum, one) => sum + one.units, 0n) ?? route.order.minOutput;
  return deliveredAs(ports, reads, route, { hash, units, arrivals: arrivals ?? [] });
}

function leavingOf(isUnseen: boolean) {
  return isUnseen ? (['handOvers', 'goneChains'] as const) : (['handOvers'] as const);
}

async function assertNotRefunded({ store }: TransferPorts, { id }: Route): Promise<void> {
  const refund = (await store.reads.transactions.transactionsOf(id)).find(
    (one) => one.purpose === 'refund' && outcomeOf(one) === 'done',
  );
  if (refund !== undefined) throw notNow(`the payer was paid by its ${shownTransaction(refund)}`);
}

async function assertOwnRoutes(
  { store }: TransferPorts,
  { id }: Route,
  { hash, transactionId }: SignedTransaction,
): Promise<void> {
  const own = await store.reads.transactions.transactionsOf(id);
  if (!own.some((one) => carrierOf(one) === transactionId))
    throw notNow(`${hash} is a transaction of this relayer for another route`);
}

/** What our own transaction for this route brought its recipient. */
async function readOwn(
  ports: TransferPorts,
  route: Route,
  form: SignedTransaction,
  signal: AbortSignal,
): Promise<readonly CreditedArrival[]> {
  const { order } = route;
  const { hash, transactionId } = form;
  const transaction = (await ports.store.reads.transactions.transactionsOf(route.id)).find(
    (one) => carrierOf(one) === transactionId && one.chain === order.lane.to,
  );
  if (transaction === undefined) return [];
  const watched = { transaction, forms: [form] };
  const { block, transactions } = await ports.custody.observe(order.lane.to, [watched], signal);
  const mined = transactions[0]?.mined ?? null;
  const { confirmations } = finalityOf(ports.policy.finality, order.lane.to);
  if (mined?.isSuccess !== true || block - mined.block + 1 < confirmations) return [];
  const to = asAddress(order.recipient);
  return mined.transfers
    .filter((one) => one.token === order.to.address && one.to === to && one.units > 0n)
    .map(({ logIndex, units }) => ({ hash, logIndex, units, block: mined.block }));
}

function assertEnough({ order }: Route, hash: TxHash, arrivals: readonly CreditedArrival[]): void {
  const units = arrivals.reduce((sum, one) => sum + one.units, 0n);
  const { chain, symbol } = order.to;
  if (units === 0n)
    throw notNow(
      `${hash} brought ${order.recipient} no ${symbol} on ${chain} that counts: it is not there, failed, is not deep enough yet, or is older than the route; where the chain cannot show it, use --unseen`,
    );
  if (units < order.minOutput)
    throw notNow(
      `${hash} brought ${asUnits(units)} of ${symbol}, and at least ${order.minOutput} was agreed`,
    );
}
