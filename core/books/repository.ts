import type { BalanceReading, Book, EvmAddress, Units } from '@interline/kernel';
import type { StorePort } from '@interline/ports';

/** Money that the service owes and could not deliver yet. */
export interface Liability {
  readonly routeId: string;
  readonly book: Book;
  readonly to: EvmAddress;
  readonly units: Units;
  readonly reason: string;
  /** When the route's liability was first put; later puts keep it and change the rest. */
  readonly sinceMs: number;
}

/** Reads of committed state, on a connection of their own. */
export interface BookReads {
  balance(book: Book): Promise<BalanceReading | null>;
  liabilities(): Promise<readonly Liability[]>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface BookWrites extends BookReads {
  /** Keeps the newer of the stored and the given reading; of the same block, the given one. */
  recordBalance(reading: BalanceReading): Promise<void>;
  putLiability(liability: Liability): Promise<void>;
  clearLiability(routeId: string): Promise<void>;
}

export type BookStore = StorePort<{ readonly books: BookReads }, { readonly books: BookWrites }>;
