import type { BalanceReading, Book, EvmAddress, Units } from '@interline/kernel';

/** Money we owe and could not deliver yet. */
export interface Liability {
  readonly routeId: string;
  readonly book: Book;
  readonly to: EvmAddress;
  readonly units: Units;
  readonly reason: string;
  /** When it was first put; later ones change the rest. */
  readonly sinceMs: number;
}

/** Reads of committed state, on a connection of their own. */
export interface BookReads {
  balance(book: Book): Promise<BalanceReading | null>;
  liabilities(): Promise<readonly Liability[]>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface BookWrites extends BookReads {
  /** Keeps the newer of the stored and the given reading. */
  recordBalance(reading: BalanceReading): Promise<void>;
  putLiability(liability: Liability): Promise<void>;
  clearLiability(routeId: string): Promise<void>;
}
