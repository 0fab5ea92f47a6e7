import {
  type AccountRole,
  asUnits,
  asAddress,
  type TxHash,
  isHash,
  noUnits,
  type Progress,
  tokenKey,
} from '@interline/kernel';
import { givenBackEntry, postArrival } from '../../books/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import { type GivenBackPart, isRebalance, type Route, stages } from '../route.ts';
import { bookedRoute } from './booked-route.ts';
import { chargeGivenBack } from './charge-given-back.ts';
import { failRoute } from './end-route.ts';
import {
  handedUnits,
  keptUnits,
  missingUnits,
  seenByAll,
  type SeenPart,
  seenPart,
  sumOf,
} from './given-back-parts.ts';
import { creditFound, searchGivenBack } from './search-given-back.ts';
import { arrivedSince } from './settle-arrival.ts';
import { type Advance, moved, waitHeld } from './advance.ts';

const reason = 'the rail could not complete the transfer and gave the money back';

/**
 * An upstream returned the money (rule 8), in one or several transfers, each counted once. What it
 * sent straight to the payer stays there. What it sent to our spender is forwarded together with
 * our charge, so that the payer has everything back. Until everything handed over came back, the
 * parts are stored and an operator looks. It must be seen for the chain's hold. Null if nothing new
 * is seen. `isRecalled`: our own recall is mined, so money to the payer is searched for too, before
 * what the upstream names, which may be another route's money, or nothing, and ends no search.
 */
export async function settleGivenBack(
  ports: TransferPorts,
  route: Route,
  { refundTx }: Pick<Progress, 'refundTx'>,
  signal: AbortSignal,
  { isRecalled = false } = {},
): Promise<Advance | null> {
  if (isRecalled) {
    const found = await settleFound(ports, route, { isRecalled }, signal);
    if (found !== null) return found;
  }
  if (isHash(refundTx)) {
    const settled = await settleNamed(ports, route, refundTx, signal);
    if (settled !== 'taken') return settled;
  }
  return isRecalled ? null : settleFound(ports, route, { isRecalled }, signal);
}

/** Uses a search of the chain. */
async function settleFound(
  ports: TransferPorts,
  route: Route,
  { isRecalled }: { readonly isRecalled: boolean },
  signal: AbortSignal,
): Promise<Advance | null> {
  const found = await searchGivenBack(ports, route, { isRecalled }, signal);
  const settled = await settleSeen(ports, route, found, {
    finding: 'given-back-unnamed',
    own: (tx, fresh) => creditFound(tx, route, fresh),
  });
  return settled === 'none' ? null : settled;
}

/**
 * Uses the transaction that the upstream names. `taken`: another route without a name took an equal
 * amount from it first, so that route's own transfer is left for this one.
 */
async function settleNamed(
  ports: TransferPorts,
  route: Route,
  refundTx: TxHash,
  signal: AbortSignal,
): Promise<Advance | 'taken' | null> {
  const seen = await named(ports, route, refundTx, signal);
  const settled = await settleSeen(ports, route, seen, {
    finding: 'given-back',
    own: (tx, fresh) =>
      credited(
        tx,
        route,
        fresh.map(({ part }) => part),
        missingUnits(route),
      ),
  });
  if (settled !== 'none') return settled;
  return seen?.some(({ part }) => part.units === handedUnits(route)) === true ? 'taken' : null;
}

interface Settling {
  /** The name under which the hold of this finding is stored. */
  readonly finding: string;
  /** Must run in the unit. Selects the ones that belong to this route. */
  readonly own: (tx: TransferUnit, fresh: readonly SeenPart[]) => Promise<readonly GivenBackPart[]>;
}

/** `none` if it was seen for the hold and none of it belongs to this route. */
async function settleSeen(
  ports: TransferPorts,
  route: Route,
  seen: readonly SeenPart[] | null,
  { finding: name, own: ownOf }: Settling,
): Promise<Advance | 'none' | null> {
  if (seen === null) return null;
  const known = route.givenBack?.parts ?? [];
  const fresh = seen.filter(({ part }) => !known.some((one) => isSame(one, part)));
  const found = fresh.map(
    ({ part, block }) => `${part.tx}/${part.logIndex}/${part.units}/${block}`,
  );
  const finding = found.length === 0 ? null : found.sort().join();
  const isHeld = ports.watch.isHeld(route.order.lane.from, `${name}/${route.id}`, finding);
  if (finding === null) return null;
  if (!isHeld) return waitHeld(ports, route);
  const next = await ports.store.run('settle-given-back', async (tx) => {
    const own = await ownOf(tx, fresh);
    for (const part of own) {
      const block = fresh.find((one) => one.part === part)?.block;
      if (block !== undefined) await bookPart(ports, tx, route, part, block);
    }
    return own.length === 0 ? null : settleParts(ports, tx, route, [...known, ...own]);
  });
  if (next === null) return 'none';
  if (next.phase === 'running')
    ports.log.error('given-back-in-part', { routeId: route.id, rail: route.rail });
  else ports.log.info('given-back', { routeId: route.id, rail: route.rail });
  return next.phase === 'ended' ? { kind: 'ended', route: next } : moved(next);
}

/**
 * Our account also holds other payers' money, so it never covers what an upstream kept: the route
 * waits for the rest.
 */
function settleParts(
  ports: TransferPorts,
  tx: TransferUnit,
  route: Route,
  parts: readonly GivenBackPart[],
): Promise<Route> {
  if (sumOf(parts) < handedUnits(route)) {
    return tx.transfers.moveRoute(
      route,
      { stage: stages.verifying, givenBack: givenBackIn(parts) },
      ports.clock.now(),
    );
  }
  return passOn(ports, tx, route, parts, reason);
}

/**
 * Must run in the caller's unit. What came to us, and our charge, goes to the payer. If nothing is
 * left to refund, the transfer's cost is charged here.
 */
async function passOn(
  ports: TransferPorts,
  tx: TransferUnit,
  route: Route,
  parts: readonly GivenBackPart[],
  reason: string,
): Promise<Route> {
  const givenBack = givenBackIn(parts);
  const owed = asUnits(keptUnits(route) + sumOf(parts) - givenBack.units);
  const failure = { code: 'REFUNDED', reason } as const;
  if (owed === noUnits) {
    if (!isRebalance(route)) await chargeGivenBack(ports, tx, { ...route, failure });
    return failRoute(ports, tx, route, { ...failure, stage: stages.refunded }, { givenBack, owed });
  }
  return tx.transfers.moveRoute(
    route,
    {
      phase: 'refunding',
      stage: stages.refunding,
      givenBack,
      owed,
      failure,
    },
    ports.clock.now(),
  );
}

/**
 * The last transaction that brought the payer money, and everything that the payer has from the
 * upstream.
 */
function givenBackIn(parts: readonly GivenBackPart[]): NonNullable<Route['givenBack']> {
  const toPayer = parts.filter((one) => one.isToPayer);
  return { tx: toPayer.at(-1)?.tx ?? null, units: asUnits(sumOf(toPayer)), parts };
}

/**
 * An operator's order if an upstream returned a part and keeps the rest: the payer gets what came
 * and our charge. False if no part came, or the route has moved meanwhile.
 */
export async function releaseParts(ports: TransferPorts, route: Route): Promise<boolean> {
  const parts = route.givenBack?.parts ?? [];
  if (route.phase !== 'running' || route.stage !== stages.verifying || parts.length === 0)
    return false;
  const why = `${reason}, but for ${handedUnits(route) - sumOf(parts)} of ${handedUnits(route)}`;
  await ports.store.run('release-parts', (tx) => passOn(ports, tx, route, parts, why));
  ports.log.warn('parts-released', { routeId: route.id, rail: route.rail });
  return true;
}

/**
 * A transfer is past its maximum time, and the upstream has returned a part of it. The missing
 * amount is booked as owed, so that an operator sees the sum and its debtor. The route stays open
 * for the rest.
 */
export async function oweRest(ports: TransferPorts, route: Route): Promise<void> {
  const { id, rail, order, givenBack } = route;
  if (givenBack === null) return;
  const handed = handedUnits(route);
  const back = sumOf(givenBack.parts ?? []);
  const account = ports.custody.account(order.from.chain, 'spender');
  await ports.store.run('owe-rest', (tx) =>
    tx.books.putLiability({
      routeId: id,
      book: { chain: order.from.chain, account, token: order.from.address },
      to: asAddress(order.payer),
      units: asUnits(keptUnits(route) + handed - givenBack.units),
      reason: `${rail} gave back ${back} of ${handed} and keeps the rest`,
      sinceMs: ports.clock.now(),
    }),
  );
}

/**
 * Credits the transfers that belong to this route: one transaction may return several routes'
 * money.
 */
async function credited(
  tx: TransferUnit,
  route: Route,
  fresh: readonly GivenBackPart[],
  missing: bigint,
): Promise<readonly GivenBackPart[]> {
  const { id, order } = route;
  const own: GivenBackPart[] = [];
  const exact = fresh.some(({ units }) => units === missing);
  const others = exact ? new Set<bigint>() : await missedByOthers(tx, route);
  let left = fresh.filter(({ units }) => !others.has(units));
  for (;;) {
    const [one] = ownParts(left, missing - sumOf(own));
    if (one === undefined) return own;
    if (await tx.transfers.creditArrival(order.lane.from, one.tx, one.logIndex, id)) own.push(one);
    left = left.filter((other) => other !== one);
  }
}

/** Maximum number of an engine's routes that wait for their money at one time. */
const openAtMost = 1_000;

/**
 * What the engine may return to its other routes on this chain, each in one transfer. Without this,
 * a short refund was completed with money that came for two others.
 */
async function missedByOthers(
  tx: TransferUnit,
  { id, rail, order: { from } }: Route,
): Promise<ReadonlySet<bigint>> {
  const open = await tx.transfers.unsettledRoutes(openAtMost);
  return new Set(
    open
      .filter((one) => one.id !== id && one.rail === rail && one.phase === 'running')
      .filter(({ order }) => tokenKey(order.from) === tokenKey(from))
      .map(missingUnits),
  );
}

async function named(
  ports: TransferPorts,
  route: Route,
  refundTx: TxHash,
  signal: AbortSignal,
): Promise<readonly SeenPart[] | null> {
  const { order } = route;
  const accounts = [
    [asAddress(order.payer), true],
    [ports.custody.account(order.from.chain, 'spender'), false],
  ] as const;
  const brought = await Promise.all(
    accounts.map(async ([to, isToPayer]) => {
      const arrivals = await ports.custody
        .arrivals(order.lane.from, refundTx, { token: order.from.address, to }, signal)
        .catch(() => null);
      return arrivals
        ?.filter((one) => arrivedSince(route, one))
        .map((one) => seenPart(one, isToPayer));
    }),
  );
  return seenByAll(brought);
}

/** The engine owes that much less; we or the payer have it. */
async function bookPart(
  { custody, clock }: TransferPorts,
  tx: TransferUnit,
  route: Route,
  { tx: hash, logIndex, units, isToPayer }: GivenBackPart,
  block: number,
): Promise<void> {
  const role: AccountRole = isToPayer ? 'float' : 'spender';
  // The payer of a rebalancing is our float.
  const toUs =
    isToPayer && !isRebalance(route)
      ? null
      : { role, account: custody.account(route.order.from.chain, role), block };
  const seen = { hash, logIndex, units, toUs, atMs: clock.now() };
  const entry = givenBackEntry(bookedRoute(route), seen);
  if (entry !== null) await postArrival(tx.books, entry);
}

/**
 * Coin leaves no log, and two nodes may number its transfer differently, so the coin of one
 * transaction is counted once.
 */
function isSame(known: GivenBackPart, seen: GivenBackPart): boolean {
  return (
    known.tx === seen.tx &&
    (known.logIndex === seen.logIndex || (known.logIndex < 0 && seen.logIndex < 0))
  );
}

/** Maximum number of transfers of one transaction among which combinations are tried. */
const combinedAtMost = 12;

/**
 * Which of the transfers make up what one route still misses, the likeliest first, if other routes'
 * transfers may be among them: one of exactly that amount, otherwise several that sum to it,
 * otherwise a larger one to the payer, otherwise all that fit, largest first. A larger transfer to
 * our account may belong to another route, or to several together, so it never counts for this one.
 */
function ownParts(parts: readonly GivenBackPart[], missing: bigint): readonly GivenBackPart[] {
  if (missing <= 0n) return [];
  const whole = parts.find((one) => one.units === missing);
  if (whole !== undefined) return [whole];
  const exact = combination(parts.slice(0, combinedAtMost), missing);
  if (exact !== null) return exact;
  const more = parts
    .filter((one) => one.isToPayer && one.units > missing)
    .toSorted(smallestFirst)[0];
  return more === undefined ? fitting(parts, missing) : [more];
}

/** Null if no combination of them has that sum. */
function combination(
  parts: readonly GivenBackPart[],
  units: bigint,
): readonly GivenBackPart[] | null {
  if (units === 0n) return [];
  for (const [index, one] of parts.entries()) {
    const rest = one.units > units ? null : combination(parts.slice(index + 1), units - one.units);
    if (rest !== null) return [one, ...rest];
  }
  return null;
}

function fitting(parts: readonly GivenBackPart[], missing: bigint): readonly GivenBackPart[] {
  const own: GivenBackPart[] = [];
  let left = missing;
  for (const one of parts.toSorted(smallestFirst).toReversed()) {
    if (one.units > left) continue;
    own.push(one);
    left -= one.units;
  }
  return own;
}

function smallestFirst(a: GivenBackPart, b: GivenBackPart): number {
  return a.units < b.units ? -1 : a.units > b.units ? 1 : 0;
}
