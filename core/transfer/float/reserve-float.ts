import {
  chainInWords,
  openReservation,
  asUnits,
  capOf,
  freeUnits,
  inTokens,
  noUnits,
  type Plan,
  RelayError,
  type Reservation,
  routeOwner,
  type TokenRef,
  type Units,
} from '@interline/kernel';
import type { TransferUnit } from '../repository.ts';
import { floatBook, freeIn } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { payoutReservationId, ownReservation } from './route-reservations.ts';
import { PullRefused } from '../pull-refused.ts';

/**
 * Reserves the plan's float in the caller's unit. Throws `INSUFFICIENT_FLOAT`, which rolls the unit
 * back.
 */
export async function commitPlanReservation(
  ports: Pick<TransferPorts, 'custody'>,
  tx: TransferUnit,
  routeId: string,
  plan: Plan,
): Promise<void> {
  await tx.transactions.insertReservations(await planReservations(ports, tx, routeId, plan));
}

/**
 * What the plan takes from the float, to be reserved in the caller's unit; may be empty. The unit's
 * own reading decides, so two transfers never share the same units. Throws `INSUFFICIENT_FLOAT`,
 * which rolls the unit back.
 */
export async function planReservations(
  ports: Pick<TransferPorts, 'custody'>,
  tx: TransferUnit,
  routeId: string,
  plan: Plan,
): Promise<readonly Reservation[]> {
  const step = plan.steps.find((one) => one.kind === 'reserve');
  if (step === undefined) return [];
  const book = floatBook(ports.custody, step.token);
  const holding = await tx.transactions.holding(book);
  const held = holding?.reading.units ?? noUnits;
  const free = holding === null ? noUnits : freeUnits(holding.reading, holding.taken);
  const owed = (held > free ? held - free : 0n) + step.units;
  if (step.mostTaken !== undefined && owed > step.mostTaken)
    throw new RelayError(
      'INSUFFICIENT_FLOAT',
      {},
      `with this transfer ${owed} of ${step.token.symbol} on ${chainInWords(step.token.chain)} would be promised and not be paid yet; at most ${step.mostTaken} may be`,
    );
  const cap = capOf(free);
  if (step.units > cap) {
    throw new RelayError(
      'INSUFFICIENT_FLOAT',
      {},
      `the float can serve at most ${cap} of ${step.token.symbol} on ${chainInWords(step.token.chain)} now; the transfer needs ${step.units}`,
    );
  }
  return [
    openReservation({
      id: payoutReservationId(routeId),
      owner: routeOwner(routeId),
      book,
      kind: 'outgoing',
      units: asUnits(step.units),
    }),
  ];
}

/**
 * Reserves what a rebalancing sends to the spender, in the unit that commits it. It may use all
 * free float, because the money stays ours. Throws `INSUFFICIENT_FLOAT`, which rolls the unit back.
 */
export async function reserveOwn(tx: TransferUnit, route: Route): Promise<void> {
  const reserved = ownReservation(route);
  const free = await freeIn(tx, reserved.book);
  if (reserved.units > free) throw notFree(route.order.from, free, reserved.units);
  await tx.transactions.insertReservation(reserved);
}

/** The free amount is too small to move; another rail would not change that. */
export function notFree(token: TokenRef, free: Units, asked: bigint): RelayError {
  const { chain } = token;
  return new PullRefused(
    'INSUFFICIENT_FLOAT',
    { chain },
    `the float account on ${chainInWords(chain)} has ${inTokens(free, token)} free; ${inTokens(asked, token)} were to move`,
  );
}
