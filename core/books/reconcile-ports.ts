import type { Book, ChainRef, Address, TokenList, Units } from '@interline/kernel';
import type { Clock, CustodyPort, Log, StorePort } from '@interline/ports';
import type { BookReads, BookWrites } from './repository.ts';

/** What the books need of transactions, independent of their module. */
export interface KnownTransactions {
  /** Open, or in a block that is not final. */
  watchedTransactions(chain: ChainRef): Promise<readonly WatchedSlot[]>;
  account(chain: ChainRef, account: Address): Promise<KnownAccount | null>;
  unmatchedTransactions(): Promise<readonly KnownUnmatched[]>;
}

interface KnownAccount {
  readonly nextSlot: number;
  /** Why nothing more is sent, or null. */
  readonly stopped: string | null;
}

/** A transaction of ours that belongs to no stored route. */
export interface KnownUnmatched {
  readonly kind: string;
  readonly chain: ChainRef;
  readonly block: number | null;
  /** The operator's finding; null while it waits for one. */
  readonly closed: { readonly as: string } | null;
  /** The payer's permit, for a pull. */
  readonly permit: { readonly owner: Address } | null;
  readonly moved: readonly {
    readonly token: string;
    readonly to: Address;
    readonly units: Units;
  }[];
}

/** The same of transfers. */
interface DueArrivals {
  /**
   * Our holdings into which others may at any moment pay what a route will then be booked with. A
   * surplus there is not unclaimed.
   */
  arrivalsDue(): Promise<readonly Book[]>;
}

export interface WatchedSlot {
  readonly chain: ChainRef;
  readonly account: Address;
  readonly slot: number;
  /** Null while it is open. */
  readonly minedBlock: number | null;
}

export interface ReconcilePorts {
  readonly store: StorePort<
    {
      readonly books: BookReads;
      readonly transactions: Pick<KnownTransactions, 'account'>;
    },
    {
      readonly books: BookWrites;
      readonly transactions: KnownTransactions;
      readonly transfers: DueArrivals;
    }
  >;
  readonly custody: Pick<CustodyPort, 'account' | 'roles' | 'chains' | 'former' | 'holdings'>;
  readonly tokens: TokenList;
  readonly clock: Clock;
  readonly log: Log;
  readonly policy: BooksPolicy;
}

/** The operator's settings for the books; times in milliseconds. */
export interface BooksPolicy {
  readonly reconcileEveryMs: number;
  /** A difference counts once it was seen twice, this long apart. */
  readonly driftHoldsMs: number;
  /**
   * How much coin per day a chain may take beyond its receipts, in bps of the day's gas; 0 when
   * left out.
   */
  readonly gasAdjustmentBps: ReadonlyMap<ChainRef, number>;
}
