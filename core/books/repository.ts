import type { BalanceReading, Book, ChainRef, Address, Units } from '@interline/kernel';
import type { StorePort } from '@interline/ports';
import type { BooksAccount, Line } from './books-account.ts';
import type { Entry } from './entry.ts';
import type { DayVolume } from './volume-of.ts';

/** Money that the service owes and could not deliver yet. */
export interface Liability {
  readonly routeId: string;
  readonly book: Book;
  readonly to: Address;
  readonly units: Units;
  readonly reason: string;
  /** When the route's liability was first put; later puts keep it and change the rest. */
  readonly sinceMs: number;
}

/** What a books account moved on one UTC day, for routes on one engine. */
export interface DayTotal extends BooksAccount {
  /** As `2027-01-31`. */
  readonly day: string;
  /** Empty for what concerns no engine. */
  readonly engine: string;
  readonly units: bigint;
}

/** The price that a UTC day's amounts of a token are worth dollars by. */
export interface DayPrice {
  readonly day: string;
  readonly chain: ChainRef;
  readonly token: string;
  readonly microUsd: bigint;
  readonly asOfMs: number;
}

/** How a holding compared with its chain when it was last judged. */
export interface Check {
  readonly book: Book;
  /** By the chain, at that block. */
  readonly units: Units;
  readonly block: number;
  readonly blockHash: string;
  /** What the books have more than the chain: zero, or a deficit that an operator must look at. */
  readonly deficit: Units;
  /**
   * The deficit appeared after the first of these blocks and no later than the second; where they
   * are neighbours, in the second. Null where there is none.
   */
  readonly appeared: {
    readonly after: number;
    readonly by: number;
    readonly sinceMs: number;
  } | null;
  /** The last block at which chain and books were equal. */
  readonly goodBlock: number;
  readonly atMs: number;
}

/** A part of all entries, in the order they were posted. */
export interface EntryPage {
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
  readonly chain?: ChainRef;
  readonly engine?: string;
  /** The last one of the page before. */
  readonly after?: { readonly atMs: number; readonly id: string };
  readonly limit: number;
}

/** Reads of committed state, on a connection of their own. */
export interface BookReads {
  balance(book: Book): Promise<BalanceReading | null>;
  liabilities(): Promise<readonly Liability[]>;
  /** The route's own; null where it owes nothing. */
  liability(routeId: string): Promise<Liability | null>;
  entries(page: EntryPage): Promise<readonly Entry[]>;
  /** All of one owner, in the order they were posted. */
  entriesOf(owner: string): Promise<readonly Entry[]>;
  /** All of one transaction of an owner, reversals included. */
  entriesOfTransaction(owner: string, transactionId: string): Promise<readonly Entry[]>;
  /** Of blocks above that one. */
  entriesAbove(chain: ChainRef, block: number): Promise<readonly Entry[]>;
  /** Entries that are not in the running balances yet, the oldest first. */
  unfolded(limit: number): Promise<readonly Entry[]>;
  /** The running balances: of all entries but the unfolded ones. */
  runningBalances(chain?: ChainRef): Promise<readonly Line[]>;
  /** From and to days, both included. */
  dayTotals(fromDay: string, toDay: string): Promise<readonly DayTotal[]>;
  dayVolumes(fromDay: string, toDay: string): Promise<readonly DayVolume[]>;
  dayPrices(fromDay: string, toDay: string): Promise<readonly DayPrice[]>;
  checks(): Promise<readonly Check[]>;
  check(book: Book): Promise<Check | null>;
  /** Holdings of which a chain has less than the books. */
  deficits(): Promise<readonly Check[]>;
  /** The same of one address of ours. */
  deficitsOf(chain: ChainRef, account: Address): Promise<readonly Check[]>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface BookWrites extends BookReads {
  /** Keeps the newer of the stored and the given reading; of the same block, the given one. */
  recordBalance(reading: BalanceReading): Promise<void>;
  /** Resolves to what stood for the route before; null where nothing did. */
  putLiability(liability: Liability): Promise<Liability | null>;
  clearLiability(routeId: string): Promise<void>;
  /**
   * False where the entry is there already. Throws a RangeError where it does not balance, which
   * undoes the unit.
   */
  post(entry: Entry): Promise<boolean>;
  /**
   * Adds these entries to the running balances and to the totals and volumes of their days. Throws
   * where one of them was folded already, which undoes the unit.
   */
  fold(entries: readonly Entry[]): Promise<void>;
  /** Keeps the day's first price. */
  keepDayPrice(price: DayPrice): Promise<void>;
  putCheck(check: Check): Promise<void>;
  /** The holding counts as never judged, so that its next balance opens it. */
  forgetCheck(book: Book): Promise<void>;
}

export type BookStore = StorePort<{ readonly books: BookReads }, { readonly books: BookWrites }>;
