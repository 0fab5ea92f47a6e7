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
  /** When the route's liability was first stored; later updates keep this and change the rest. */
  readonly sinceMs: number;
}

/** A books account's movements on one UTC day, for routes on one engine. */
export interface DayTotal extends BooksAccount {
  /** As `2027-01-31`. */
  readonly day: string;
  /** Empty if no engine is concerned. */
  readonly engine: string;
  readonly units: bigint;
}

/** The dollar price of a token's amounts on one UTC day. */
export interface DayPrice {
  readonly day: string;
  readonly chain: ChainRef;
  readonly token: string;
  readonly microUsd: bigint;
  readonly asOfMs: number;
}

/** The last judgement of a holding against its chain. */
export interface Check {
  readonly book: Book;
  /** On the chain, at that block. */
  readonly units: Units;
  readonly block: number;
  readonly blockHash: string;
  /**
   * How much more the books have than the chain: zero, or a deficit that an operator must check.
   */
  readonly deficit: Units;
  /**
   * The deficit appeared after the first of these blocks and at the latest in the second; if they
   * are neighbours, in the second. Null without a deficit.
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

/** A part of all entries, in the order of posting. */
export interface EntryPage {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  readonly chain?: ChainRef;
  readonly engine?: string;
  /** The last one of the previous page. */
  readonly after?: { readonly atMs: number; readonly id: string };
  readonly limit: number;
}

/** Reads of committed state on a separate connection. */
export interface BookReads {
  balance(book: Book): Promise<BalanceReading | null>;
  liabilities(): Promise<readonly Liability[]>;
  /** The route's own; null if it owes nothing. */
  liability(routeId: string): Promise<Liability | null>;
  entries(page: EntryPage): Promise<readonly Entry[]>;
  /** All entries of one owner, in the order of posting. */
  entriesOf(owner: string): Promise<readonly Entry[]>;
  /** All entries of one transaction of an owner, including reversals. */
  entriesOfTransaction(owner: string, transactionId: string): Promise<readonly Entry[]>;
  /** Entries for blocks above that one. */
  entriesAbove(chain: ChainRef, block: number): Promise<readonly Entry[]>;
  /** Entries that are not in the running balances yet, oldest first. */
  unfolded(limit: number): Promise<readonly Entry[]>;
  /** The running balances, over all entries except the unfolded ones. */
  runningBalances(chain?: ChainRef): Promise<readonly Line[]>;
  /** Both days inclusive. */
  dayTotals(fromDay: string, toDay: string): Promise<readonly DayTotal[]>;
  dayVolumes(fromDay: string, toDay: string): Promise<readonly DayVolume[]>;
  dayPrices(fromDay: string, toDay: string): Promise<readonly DayPrice[]>;
  checks(): Promise<readonly Check[]>;
  check(book: Book): Promise<Check | null>;
  /** Holdings for which a chain has less than the books. */
  deficits(): Promise<readonly Check[]>;
  /** The same for one address of ours. */
  deficitsOf(chain: ChainRef, account: Address): Promise<readonly Check[]>;
}

/** Writes in a unit; its reads see the unit's own writes. */
export interface BookWrites extends BookReads {
  /** Keeps the newer of the stored and the given reading; for the same block, the given one. */
  recordBalance(reading: BalanceReading): Promise<void>;
  /** Resolves to the route's previous liability; null if there was none. */
  putLiability(liability: Liability): Promise<Liability | null>;
  clearLiability(routeId: string): Promise<void>;
  /**
   * False if the entry exists already. Throws a RangeError if it does not balance, which rolls the
   * unit back.
   */
  post(entry: Entry): Promise<boolean>;
  /**
   * Adds these entries to the running balances and to the totals and volumes of their days. Throws
   * if one of them was folded already, which rolls the unit back.
   */
  fold(entries: readonly Entry[]): Promise<void>;
  /** Keeps the day's first price. */
  keepDayPrice(price: DayPrice): Promise<void>;
  putCheck(check: Check): Promise<void>;
  /** Resets the holding to never judged, so that its next balance opens it. */
  forgetCheck(book: Book): Promise<void>;
}

export type BookStore = StorePort<{ readonly books: BookReads }, { readonly books: BookWrites }>;
