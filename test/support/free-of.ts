import {
  asUnits,
  type BalanceReading,
  freeUnits,
  type Reservation,
  type Units,
} from '@interline/kernel';

type Counted = Pick<Reservation, 'units' | 'state' | 'countsFromBlock' | 'settledBlock'>;

/** What the store's own count must equal: the balance at block h, without what is open or left after h. */
export function freeOf(
  reading: Pick<BalanceReading, 'units' | 'block'>,
  reservations: readonly Counted[],
): Units {
  return freeUnits(reading, takenOf(reading.block, reservations));
}

export function takenOf(block: number, reservations: readonly Counted[]): Units {
  return asUnits(
    reservations
      .filter(({ countsFromBlock }) => countsFromBlock <= block)
      .filter(({ state, settledBlock }) => state === 'open' || (settledBlock ?? -1) > block)
      .reduce((sum, { units }) => sum + units, 0n),
  );
}
