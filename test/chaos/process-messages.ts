import type { BooksAccount } from '@interline/core/books';
import type { Policy } from '@interline/core/switches';
import type { AccountRecord } from '@interline/core/transactions';
import type { Route } from '@interline/core/transfer';
import type {
  BalanceReading,
  Book,
  ChainRef,
  Transaction,
  EvmAddress,
  Hex,
  PermitKey,
  Reservation,
  Units,
} from '@interline/kernel';
import type { ArmedCrash } from './crash-trigger.ts';
import type { BackupPlace } from './run-store.ts';

/** What the parent orders of a service process. */
export type ServiceOrder =
  | { readonly kind: 'start'; readonly start: ServiceStart }
  | { readonly kind: 'routes'; readonly keys: readonly PermitKey[] }
  | { readonly kind: 'merging' }
  | { readonly kind: 'audit'; readonly routeIds: readonly string[] }
  | { readonly kind: 'books' }
  | { readonly kind: 'strangers'; readonly hashes: readonly Hex[] };

export interface ServiceStart {
  readonly devnetUrl: string;
  readonly dataDir: string;
  readonly port: number;
  readonly policy: Partial<Policy>;
  /** Node URLs by chain id, in the place of the devnet's own. */
  readonly rpcUrls: Readonly<Record<number, readonly string[]>>;
  /** Null for a file in the data folder. */
  readonly database: { readonly url: string; readonly schema: string } | null;
  /** After so many commits that moved a route a copy of the store is taken, unless there is one. */
  readonly backup: { readonly afterCommit: number; readonly place: BackupPlace } | null;
  /** Chains on which transactions are merged. */
  readonly batching: readonly number[];
  readonly crash: ArmedCrash | null;
  /** Forgets that it has paid, once a route: only to see that a run notices. */
  readonly paysTwice: boolean;
}

/** What it says. Orders are answered one at a time, in order. */
export type ServiceWord =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'ready'; readonly url: string; readonly accounts: Accounts }
  | { readonly kind: 'routes'; readonly routes: readonly (Route | null)[] }
  /** Whether both accounts' transactions are merged on all these chains. */
  | { readonly kind: 'merging'; readonly isMerging: boolean }
  | { readonly kind: 'audit'; readonly audit: StoreAudit }
  | { readonly kind: 'books'; readonly books: BooksAudit }
  /** Those of the hashes that the store knows no signed transaction of. */
  | { readonly kind: 'strangers'; readonly hashes: readonly Hex[] }
  | { readonly kind: 'failed'; readonly reason: string }
  /** A commit has changed these routes. */
  | { readonly kind: 'moved'; readonly routeIds: readonly string[] };

export interface Accounts {
  readonly spender: EvmAddress;
  readonly float: EvmAddress;
}

/** The store's own word on what must agree with the chains. */
export interface StoreAudit {
  readonly accounts: readonly AccountRecord[];
  readonly books: readonly BookAudit[];
  /** Transactions of which the store does not know how they ended. */
  readonly openTransactions: readonly Transaction[];
  readonly routes: number;
  /** Ended routes whose receipt is missing, says another end, or is not in the log once. */
  readonly unreceipted: readonly string[];
  /**
   * Of the routes' transactions: how many went out in batches, in how many, and how many went out
   * alone.
   */
  readonly merged: {
    readonly transactions: number;
    readonly batches: number;
    readonly alone: number;
  };
}

/** The double-entry books after the service compared them with the chains. */
export interface BooksAudit {
  /** Chains that it could not compare. */
  readonly unjudged: readonly ChainRef[];
  readonly deficits: readonly (Book & { readonly units: bigint })[];
  /** Every books account that does not stand at nothing. */
  readonly balances: readonly (BooksAccount & { readonly units: bigint })[];
}

export interface BookAudit {
  readonly reading: BalanceReading | null;
  readonly open: readonly Reservation[];
  readonly free: Units;
}
