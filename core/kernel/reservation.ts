import type { Address } from './address.ts';
import { asUnits, type Units } from './amount.ts';
import type { ChainRef } from './chain.ts';
import type { Owner } from './transaction.ts';

/** One account's holding of one token: the float's inventory, or an account's gas. */
export interface Book {
  readonly chain: ChainRef;
  readonly account: Address;
  /** Contract address, or `native`. */
  readonly token: string;
}

/** A balance that one node reported at one block. */
export interface BalanceReading {
  readonly book: Book;
  readonly units: Units;
  readonly block: number;
}

/**
 * - outgoing: it will leave (a payout, a maximum gas cost)
 * - payers: it came in but belongs to the payer until delivered; counted only in readings from
 *   `countsFromBlock` on
 */
export type ReservationKind = 'outgoing' | 'payers';

/** Money in a book that is not free. */
export interface Reservation {
  readonly id: string;
  readonly owner: Owner;
  readonly book: Book;
  readonly kind: ReservationKind;
  readonly units: Units;
  readonly state: 'open' | 'settled';
  readonly countsFromBlock: number;
  /** The block in which the money left; readings from that block on already reflect it. */
  readonly settledBlock: number | null;
}

/** A new reservation. A payer's counts from a block on, an outgoing one always. */
export function openReservation(
  given: Pick<Reservation, 'id' | 'owner' | 'book' | 'kind' | 'units'> &
    Partial<Pick<Reservation, 'countsFromBlock'>>,
): Reservation {
  return { countsFromBlock: 0, ...given, state: 'open', settledBlock: null };
}

/** A reading less what is deducted from it; never negative. */
export function freeUnits({ units }: Pick<BalanceReading, 'units'>, taken: Units): Units {
  return asUnits(units > taken ? units - taken : 0n);
}

/** The largest transfer that can be served at the moment: a quarter of the free float. */
export function capOf(free: Units): Units {
  return asUnits(free / 4n);
}

/** The free float that a transfer of this size requires. */
export function freeFor(output: Units): Units {
  return asUnits(output * 4n);
}
