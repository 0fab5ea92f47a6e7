import { type Address, asAddress, asUnits, callOf, isHash, tokenKey } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import type { GivenBackPart, Route } from '../route.ts';
import {
  handedUnits,
  missingUnits,
  seenByAll,
  type SeenPart,
  seenPart,
} from './given-back-parts.ts';
import { arrivedSince } from './settle-arrival.ts';

/**
 * Searches for money that an upstream returned without naming the transaction. Upstreams without a
 * refund field return money to the depositor, which is us: a transfer of the whole amount from the
 * address we paid may be it. An unnamed part could belong to any route. What we recalled goes to
 * the payer and is searched there by the same rule, even if the engine is silent or says otherwise.
 * Null if it is unknown: a node is silent, or has not searched all blocks yet.
 */
export async function searchGivenBack(
  { custody }: Pick<TransferPorts, 'custody'>,
  route: Route,
  { isRecalled }: { readonly isRecalled: boolean },
  signal: AbortSignal,
): Promise<readonly SeenPart[] | null> {
  const { order, srcTx, givenBack, plan, cursor } = route;
  const from = paidAddresses({ plan, cursor: cursor - 1 });
  const isInParts = givenBack !== null && !isRecalled;
  if (isInParts || from.length === 0 || !isHash(srcTx)) return [];
  const token = asAddress(order.from.address);
  const units = handedUnits(route);
  const accounts = [
    { to: custody.account(order.from.chain, 'spender'), isToPayer: false },
    ...(isRecalled ? [{ to: asAddress(order.payer), isToPayer: true }] : []),
  ];
  const found = await Promise.all(
    accounts.map(async ({ to, isToPayer }) => {
      const search = { token, to, from, units, since: srcTx };
      const told = await custody.refundsSince(order.lane.from, search, signal).catch(() => null);
      const { arrivals, isWhole } = told ?? { arrivals: [], isWhole: false };
      // A finding holds regardless of the remaining blocks; absence needs all of them.
      if (arrivals.length === 0 && !isWhole) return undefined;
      return arrivals.map((one) => seenPart(one, isToPayer));
    }),
  );
  const seen = found.flatMap((parts) => parts ?? []);
  return seen.length > 0 ? seen : seenByAll(found);
}

/**
 * Must run in the caller's unit. Credits one of the found transfers, if one of them must be the
 * route's own.
 */
export async function creditFound(
  tx: TransferUnit,
  route: Route,
  found: readonly SeenPart[],
): Promise<readonly GivenBackPart[]> {
  const { id, order } = route;
  for (const { part } of await ownAmong(tx, route, found))
    if (await tx.transfers.creditArrival(order.lane.from, part.tx, part.logIndex, id))
      return [part];
  return [];
}

/**
 * Must run in the caller's unit. Selects equal transfers if more of them came from one address than
 * other routes may claim there. Then one belongs to this route, and it does not matter which.
 * Otherwise it could belong to another route, whose upstream may name it later and whose payer
 * would then wait forever.
 */
export async function ownAmong(
  tx: TransferUnit,
  route: Route,
  found: readonly SeenPart[],
): Promise<readonly SeenPart[]> {
  const free = await freeAmong(tx, route, found);
  if (free.length === 0) return [];
  const claimants = await claimantsBeside(tx, route, [...new Set(free.map(({ from }) => from))]);
  const groups = Map.groupBy(free, ({ from, part }) => `${from} ${part.isToPayer}`);
  return [...groups.values()].flatMap((alike) =>
    alike.slice(0, sureAmong(route, alike, claimants)),
  );
}

/** Must run in the caller's unit. The transfers that were credited to no route. */
export async function freeAmong(
  tx: TransferUnit,
  { order }: Pick<Route, 'order'>,
  found: readonly SeenPart[],
): Promise<readonly SeenPart[]> {
  const free: SeenPart[] = [];
  for (const one of found) {
    const { tx: hash, logIndex } = one.part;
    if ((await tx.transfers.creditedRoute(order.lane.from, hash, logIndex)) === null)
      free.push(one);
  }
  return free;
}

/**
 * Of how many of the oldest transfers one must be the route's own; zero if that is unknown. A
 * transfer to this payer belongs to no other payer.
 */
function sureAmong(
  { order: { payer } }: Route,
  alike: readonly SeenPart[],
  claimants: readonly Route[],
): number {
  const mayClaim = (one: SeenPart): number =>
    claimants.filter(
      (other) =>
        (!one.part.isToPayer || other.order.payer === payer) &&
        arrivedSince(other, one) &&
        paidAddresses(other).includes(one.from),
    ).length;
  return alike.findLastIndex((one, at) => at + 1 > mayClaim(one)) + 1;
}

/** Other routes, on any rail, that use these addresses and still miss as much of the same token. */
async function claimantsBeside(
  tx: TransferUnit,
  route: Route,
  through: readonly Address[],
): Promise<readonly Route[]> {
  const { id, order } = route;
  const handed = asUnits(handedUnits(route));
  const claimants = new Map<string, Route>();
  for (const address of through)
    for (const other of await tx.transfers.runningThrough(address, handed))
      if (
        other.id !== id &&
        !other.isSimulated &&
        tokenKey(other.order.from) === tokenKey(order.from) &&
        missingUnits(other) === handed
      )
        claimants.set(other.id, other);
  return [...claimants.values()];
}

/**
 * The addresses paid by the last call up to the cursor that hands the money over; at the cursor it
 * may already be mined.
 */
function paidAddresses({ plan, cursor }: Pick<Route, 'plan' | 'cursor'>): readonly Address[] {
  const call = plan.steps
    .slice(0, cursor + 1)
    .map(callOf)
    .filter((one) => one !== null)
    .findLast((one) => one.handsOver);
  if (call === undefined) return [];
  return [...new Set([call.to, ...(call.approve === undefined ? [] : [call.approve.spender])])];
}
