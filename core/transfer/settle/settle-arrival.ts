import { asUnits, asAddress, type TxHash, isHash, nativeAddress, rescale } from '@interline/kernel';
import type { Arrival } from '@interline/ports';
import {
  type BookReads,
  deliveredEntry,
  type Entry,
  postArrival,
  rebalancedEntry,
} from '../../books/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import { isRebalance, type Route, stages } from '../route.ts';
import { bookedRoute } from './booked-route.ts';
import { failRoute, finishRoute } from './end-route.ts';
import type { Advance } from './advance.ts';

/** The identity, position and amount of an arrival. */
export type CreditedArrival = Pick<Arrival, 'hash' | 'logIndex' | 'units' | 'block'>;

/**
 * Ends the route by what a transaction brought the recipient (rule 7): done at or above the agreed
 * minimum, otherwise under-delivered. Each arrival counts for one route only. Null if none is seen.
 * `mayBeOther`: the rail itself reports that another token arrived.
 */
export async function settleArrival(
  ports: TransferPorts,
  route: Route,
  destTx: string | undefined,
  signal: AbortSignal,
  { mayBeOther = false } = {},
): Promise<Advance | null> {
  if (!ports.custody.chains.includes(route.order.lane.to) || !isHash(destTx)) return null;
  const agreed = await arrivalsOf(ports, route, destTx, route.order.to.address, signal);
  const other =
    mayBeOther && agreed.length === 0 ? await otherArrival(ports, route, destTx, signal) : null;
  const ended = await ports.store.run('settle-delivery', async (tx) => {
    const delivered = await creditArrivals(tx, route, agreed);
    if (delivered > 0n) {
      await bookDelivered(ports, tx, route, { hash: destTx, units: delivered, arrivals: agreed });
      return settleDelivered(ports, tx, route, destTx, delivered);
    }
    if (
      other === null ||
      !(await tx.transfers.creditArrival(route.order.lane.to, other.hash, other.logIndex, route.id))
    )
      return null;
    const { units } = other;
    await bookDelivered(ports, tx, route, { hash: destTx, units, arrivals: [other] });
    return failRoute(
      ports,
      tx,
      route,
      {
        code: 'DELIVERED_OTHER_TOKEN',
        stage: stages.otherToken,
        reason: `${other.units} of ${symbolOf(ports, route, other)} arrived instead of ${route.order.to.symbol}`,
      },
      { destTx },
    );
  });
  return ended === null ? null : { kind: 'ended', route: ended };
}

/** What the route was credited with, from one transaction; without arrivals if none was seen. */
interface SeenDelivery {
  readonly hash: string | null;
  readonly units: bigint;
  readonly arrivals: readonly (CreditedArrival & { readonly token?: string })[];
}

/**
 * Must run in the caller's unit. The engine owes nothing any more, and the kept amount is the fee.
 * A rebalancing has arrived at our own float; the difference is its cost.
 */
export async function bookDelivered(
  ports: Pick<TransferPorts, 'clock'>,
  tx: TransferUnit,
  route: Route,
  seen: SeenDelivery,
): Promise<void> {
  const entry = await deliveredAs(ports, tx, route, seen);
  if (entry === null) return;
  if (isRebalance(route)) await postArrival(tx.books, entry);
  else await tx.books.post(entry);
}

/** The entry that this would make now; null if the books already have it. */
export async function deliveredAs(
  { clock }: Pick<TransferPorts, 'clock'>,
  { books }: { readonly books: Pick<BookReads, 'entriesOf'> },
  route: Route,
  seen: SeenDelivery,
): Promise<Entry | null> {
  const posted = await books.entriesOf(route.id);
  const atMs = clock.now();
  if (isRebalance(route)) return rebalancedAs(route, posted, seen, atMs);
  const at = { chain: route.order.lane.to, hash: seen.hash, atMs };
  return deliveredEntry(bookedRoute(route), posted, at);
}

function rebalancedAs(
  route: Route,
  posted: readonly Entry[],
  { hash, units, arrivals: [first] }: SeenDelivery,
  atMs: number,
): Entry | null {
  if (first === undefined || hash === null) return null;
  const { from, to, recipient } = route.order;
  const token = first.token ?? to.address;
  const isAgreed = token === to.address && from.asset === to.asset;
  return rebalancedEntry(bookedRoute(route), posted, {
    chain: to.chain,
    token,
    account: asAddress(recipient),
    hash,
    block: first.block,
    units,
    parUnits: isAgreed ? rescale(units, to.decimals, from.decimals) : null,
    atMs,
  });
}

function settleDelivered(
  ports: TransferPorts,
  tx: TransferUnit,
  route: Route,
  destTx: string,
  delivered: bigint,
): Promise<Route> {
  const { minOutput } = route.order;
  return delivered < minOutput
    ? failRoute(
        ports,
        tx,
        route,
        {
          code: 'DELIVERED_BELOW_MIN',
          reason: `${delivered} arrived, ${minOutput} was agreed`,
          stage: stages.belowMin,
        },
        { destTx, delivered: asUnits(delivered) },
      )
    : finishRoute(ports, tx, route, { srcTx: route.srcTx, destTx, delivered });
}

async function arrivalsOf(
  ports: TransferPorts,
  route: Route,
  hash: TxHash,
  token: string,
  signal: AbortSignal,
): Promise<readonly Arrival[]> {
  return readArrivals(ports, route, hash, token, signal).catch(() => []);
}

/**
 * What a transaction of others brought the route's recipient in the agreed token, once it is deep
 * enough. Throws `CHAIN_UNREACHABLE`.
 */
export function readAgreed(
  ports: Pick<TransferPorts, 'custody'>,
  route: Route,
  hash: TxHash,
  signal: AbortSignal,
): Promise<readonly Arrival[]> {
  return readArrivals(ports, route, hash, route.order.to.address, signal);
}

async function readArrivals(
  { custody }: Pick<TransferPorts, 'custody'>,
  route: Route,
  hash: TxHash,
  token: string,
  signal: AbortSignal,
): Promise<readonly Arrival[]> {
  const { lane, recipient } = route.order;
  const want = { token, to: asAddress(recipient) };
  const arrivals = await custody.arrivals(lane.to, hash, want, signal);
  return arrivals.filter((one) => arrivedSince(route, one) && !isGuessedShort(route, one));
}

/**
 * An arrival without a log is a balance change of the recipient. It shows what stayed rather than
 * what came, so a small amount proves nothing against a recipient that passes coin on.
 */
function isGuessedShort({ order }: Route, { logIndex, units }: Arrival): boolean {
  return logIndex === -1 && units < order.minOutput;
}

/**
 * Credits the route with arrivals that no other route has: the one nearest to the planned output
 * that is enough by itself, otherwise all of them together. Resolves to their units.
 */
export async function creditArrivals(
  tx: TransferUnit,
  { id, order, plan }: Route,
  arrivals: readonly CreditedArrival[],
): Promise<bigint> {
  const credit = (one: CreditedArrival): Promise<boolean> =>
    tx.transfers.creditArrival(order.lane.to, one.hash, one.logIndex, id);
  const enough = arrivals.filter((one) => one.units >= order.minOutput);
  for (const one of nearestFirst(enough, plan.output)) if (await credit(one)) return one.units;
  let units = 0n;
  for (const one of arrivals) if (await credit(one)) units += one.units;
  return units;
}

/** Only listed tokens count, because any account can send a worthless one. */
async function otherArrival(
  ports: TransferPorts,
  route: Route,
  hash: TxHash,
  signal: AbortSignal,
): Promise<Arrival | null> {
  const { lane, to } = route.order;
  for (const token of ports.tokens
    .on(lane.to)
    .filter((one) => one.address !== to.address && one.address !== nativeAddress)) {
    const [arrival] = await arrivalsOf(ports, route, hash, token.address, signal);
    if (arrival !== undefined) return arrival;
  }
  return null;
}

function symbolOf(ports: TransferPorts, route: Route, { token }: Arrival): string {
  return (
    ports.tokens.on(route.order.lane.to).find((one) => one.address === token)?.symbol ??
    'another token'
  );
}

/**
 * One transaction may bring an account what several routes are owed. The arrival nearest to a
 * route's amount is most likely its own.
 */
function nearestFirst(
  arrivals: readonly CreditedArrival[],
  units: bigint,
): readonly CreditedArrival[] {
  const off = (one: CreditedArrival): bigint =>
    one.units > units ? one.units - units : units - one.units;
  return [...arrivals].sort((a, b) =>
    off(a) < off(b) ? -1 : off(a) > off(b) ? 1 : a.logIndex - b.logIndex,
  );
}

/** How far a chain's clock may lag behind another's, or behind ours. */
const arrivalSlackSec = 120;

/** An arrival from before the route began is never the route's, even if a rail reports it. */
export function arrivedSince(
  { createdAtMs, order: { acceptedAtSec } }: Pick<Route, 'createdAtMs' | 'order'>,
  { timestampSec }: Pick<Arrival, 'timestampSec'>,
): boolean {
  // If our clock is ahead, it must not hide an arrival, so the source chain's clock counts as well.
  const began = Math.min(createdAtMs / 1_000, acceptedAtSec ?? Infinity);
  return timestampSec >= began - arrivalSlackSec;
}
