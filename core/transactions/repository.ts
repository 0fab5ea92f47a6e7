import type { SwitchReads } from '../switches/index.ts';
import type {
  AccountRole,
  BalanceReading,
  Book,
  BudgetCharge,
  ChainRef,
  Address,
  Owner,
  PullUnderWay,
  TxHash,
  Reservation,
  SignedTransaction,
  Transaction,
  Units,
} from '@interline/kernel';
import type { StorePort } from '@interline/ports';
import type { BookWrites } from '../books/index.ts';
import type { Line, LinePlace } from './multicalls/waiting-line.ts';
import type { UnmatchedClosing, UnmatchedTransaction } from './unmatched-transaction.ts';
import type { UnprovenSlot } from './unproven-slot.ts';

/** An address of ours on one chain. */
export interface Account {
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly account: Address;
}

/** Events for the owners of transactions, inside the unit in which they happen. */
export interface AccountAnnouncements {
  /**
   * The chain has transactions of the account that the store does not know, so any work that uses
   * it may be done already. Resolves to the number of quarantined work items.
   */
  accountBehind(account: Account): Promise<number>;
}

/** A book's balance at its last reading, and what is deducted from it. */
export interface Holding {
  readonly reading: BalanceReading;
  readonly taken: Units;
}

/** One account on one chain: how far its slots are used, and whether it is stopped. */
export interface AccountRecord {
  readonly chain: ChainRef;
  readonly account: Address;
  readonly nextSlot: number;
  /** Highest slot seen in a block; -1 for none. */
  readonly lastMined: number;
  /** Highest slot seen in a block that is final; -1 for none. */
  readonly lastFinal: number;
  /** Why nothing more is sent, or null. */
  readonly stopped: string | null;
  /** When it stopped; null while it runs, and for a stop from before this field. */
  readonly stoppedAtMs: number | null;
}

/**
 * A transaction's state, block and number of reorgs. Of two findings about it the later one counts,
 * so a change names the one that it is based on.
 */
export type SeenAs = Pick<Transaction, 'state' | 'minedHash' | 'minedBlock' | 'reorgs'>;

export class StaleTransaction extends Error {
  override readonly name = 'StaleTransaction';
}

/** Highest possible cost of pending transactions, from their offered fees, in units of coin. */
export interface OpenCost {
  readonly ofClient: bigint;
  readonly ofPayer: bigint;
  readonly inAll: bigint;
}

/** The same for calls. */
export interface OpenCallCost {
  readonly ofEngine: bigint;
  readonly ofPayer: bigint;
}

/** Gas use of one transaction in its block. */
export interface GasUse extends Pick<Transaction, 'chain' | 'purpose'> {
  readonly gasUsed: bigint;
}

/** Selects open transactions; all if nothing is set. */
export interface OpenScope {
  readonly at?: Pick<Account, 'chain' | 'account'>;
  /** Transactions without a route are few, for any number of routes. */
  readonly owner?: Exclude<Owner['kind'], 'route'>;
  readonly isStuck?: true;
}

/** A page of a chain's open transactions, ordered by account and slot. */
export interface OpenPage {
  /** At least this old, or with a commit time in the future. */
  readonly age: { readonly nowMs: number; readonly leastMs: number };
  /** The last one of the previous page. */
  readonly after: Pick<Transaction, 'account' | 'slot' | 'id'> | null;
  readonly limit: number;
}

/** A block that holds transactions of ours, as it was seen; null if it was not. */
export interface UnfinalBlock {
  readonly block: number | null;
  readonly blockHash: string | null;
}

/** A committed pull whose end is not proven. */
export interface PendingPull {
  readonly token: Address;
  readonly payer: Address;
  readonly client: string;
  readonly units: Units;
  /** It is in a block where it reverted, not deep enough yet: see `markReverted`. */
  readonly isReverted: boolean;
}

/** A pull that a reorg can still remove. */
export interface ShallowPull extends PendingPull {
  readonly transactionId: string;
}

/** An operator's target for the float of a token. */
export interface FloatTarget {
  readonly chain: ChainRef;
  /** Contract address. */
  readonly token: string;
  readonly units: Units;
  /** The operator's name. */
  readonly by: string;
  readonly sinceMs: number;
}

/** Reads of committed state on a separate connection. */
export interface TransactionReads {
  /** All transactions of one owner, in commit order. */
  transactionsOf(owner: string): Promise<readonly Transaction[]>;
  signedTransactionsOf(transactionIds: readonly string[]): Promise<readonly SignedTransaction[]>;
  signedTransaction(hash: TxHash): Promise<SignedTransaction | null>;
  /** Null where there is none of that id. */
  transaction(id: string): Promise<Transaction | null>;
  /** Transactions without a known end, ordered by account and slot. */
  openTransactions(which?: OpenScope): Promise<readonly Transaction[]>;
  openPage(chain: ChainRef, page: OpenPage): Promise<readonly Transaction[]>;
  /**
   * Open transactions of the chain, with a slot, that their route in its current state does not
   * wait for: it has ended, is past their step, or is refunding and they are no part of that.
   */
  unawaitedTransactions(chain: ChainRef): Promise<readonly Transaction[]>;
  /**
   * Every transaction of all accounts, or of that chain, that is open, or is in a block (successful
   * or reverted) that is not final.
   */
  watchedTransactions(chain?: ChainRef): Promise<readonly Transaction[]>;
  /** The distinct blocks of transactions, successful or not, that a reorg can still remove. */
  unfinalBlocks(chain: ChainRef): Promise<readonly UnfinalBlock[]>;
  /** Those transactions in these blocks. */
  unfinalIn(
    chain: ChainRef,
    blocks: readonly UnfinalBlock['block'][],
  ): Promise<readonly Transaction[]>;
  /**
   * Transactions that wait for that account's multicall, in turn: the first of each payer and of
   * each movement before the second of any. Those committed together are adjacent.
   */
  unplacedTransactions(
    chain: ChainRef,
    account: Address,
    line: Line,
    limit: number,
  ): Promise<readonly Transaction[]>;
  /** The account's unmined multicall; there is at most one. */
  openMulticall(chain: ChainRef, account: Address): Promise<Transaction | null>;
  account(chain: ChainRef, account: Address): Promise<AccountRecord | null>;
  /** The stopped ones among them. */
  stoppedAmong(
    accounts: readonly Pick<Account, 'chain' | 'account'>[],
  ): Promise<readonly AccountRecord[]>;
  /**
   * The last block at which the transaction's slot was known to be free, at most a minute or 64
   * blocks old while it is watched; null if unknown.
   */
  freeAtOf(transactionId: string): Promise<number | null>;
  /** The head that the transaction was prepared on; null if unknown. */
  preparedAtOf(transactionId: string): Promise<number | null>;
  /** Longest unproven first. */
  unprovenSlots(): Promise<readonly UnprovenSlot[]>;
  accounts(): Promise<readonly AccountRecord[]>;
  /**
   * The account's transactions that were displaced by one that the store does not know yet, lowest
   * slot first.
   */
  unexplainedTransactions(chain: ChainRef, account: Address): Promise<readonly Transaction[]>;
  /** The block of the account's last known transaction below the slot; null if none is mined. */
  minedBefore(chain: ChainRef, account: Address, slot: number): Promise<number | null>;
  /** Oldest first, including closed ones. */
  unmatchedTransactions(): Promise<readonly UnmatchedTransaction[]>;
  /**
   * Gas use of successful transactions of the newest routes, latest first; at most ten routes for
   * each one wanted. Transactions in multicalls have only a share. Reads thousands of rows, so it
   * is not for the money path.
   */
  gasUsedLately(limit: number): Promise<readonly GasUse[]>;
  /**
   * How many routes were paid by the on-chain transaction of the mined payout that was committed
   * last; 0 before the first.
   */
  routesPaidAtOnce(): Promise<number>;
  /** That payer's and token's pulls that are committed and not known to be mined, oldest first. */
  pendingPulls(chain: ChainRef, token: Address, payer: Address): Promise<readonly PullUnderWay[]>;
  /** Pending pulls of all payers and tokens, one per pull. */
  pendingPullsOn(chain: ChainRef): Promise<readonly PendingPull[]>;
  /** Pending pulls, and pulls mined after that block. */
  pullsAfter(chain: ChainRef, block: number): Promise<readonly ShallowPull[]>;
  /**
   * The highest possible cost on a chain of pulls of payers with code, or without: those committed
   * and not mined, with their allowances.
   */
  openPulls(
    chain: ChainRef,
    of: { readonly client: string; readonly payer: string; readonly hasCode: boolean },
  ): Promise<OpenCost>;
  /** The highest possible cost on a chain of coin payouts that are committed and not mined. */
  openPayouts(
    chain: ChainRef,
    of: { readonly client: string; readonly payer: string },
  ): Promise<OpenCost>;
  /**
   * Further possible costs, from the figures at acceptance: payouts that are not committed, and the
   * gas of pull and refund of all unended routes. Routes that wait for an operator are left out,
   * here and below.
   */
  payoutsToCome(
    chain: ChainRef,
    of: { readonly client: string; readonly payer: string },
  ): Promise<OpenCost>;
  /**
   * The cost of refunding all routes with calls, or with a plan still to be renewed, from the
   * figures at acceptance until they end. Once its call was mined, a route counts in full for its
   * payer and a tenth for its client and chain. Held refunds and quarantined routes are left out.
   */
  refundsToCome(
    chain: ChainRef,
    of: { readonly client: string; readonly payer: string },
  ): Promise<OpenCost>;
  /** The highest possible cost on a chain of engines' calls that are committed and not mined. */
  openCalls(
    chain: ChainRef,
    of: { readonly engine: string; readonly payer: string },
  ): Promise<OpenCallCost>;
  /** Reservations of the book that are open, or were settled after its last reading. */
  reservations(book: Book): Promise<readonly Reservation[]>;
  /** Both combined and counted, because every commit reads it; null before the first reading. */
  holding(book: Book): Promise<Holding | null>;
  spent(budget: string, day: string): Promise<Units>;
  /** The same for several budgets, in order. */
  spentOfEach(budgets: readonly string[], day: string): Promise<readonly Units[]>;
  /** Only orders, not the config's targets. */
  floatTargets(): Promise<readonly FloatTarget[]>;
}

/** Writes in a unit; its reads see the unit's own writes. */
export interface TransactionWrites extends TransactionReads {
  /**
   * `preparedAt`: the head that it was prepared on, at which its slot was free; left out if
   * unknown.
   */
  insertTransaction(transaction: Transaction, preparedAt?: number): Promise<void>;
  /**
   * Transactions of one owner and account that were committed together. They wait for one
   * multicall, with one turn.
   */
  insertUnplaced(together: readonly Transaction[], place: LinePlace): Promise<void>;
  /** The slots of these open transactions were free at that block; an earlier block is ignored. */
  raiseFreeAt(transactionIds: readonly string[], block: number): Promise<void>;
  /** Keeps the first time since which it is unproven. */
  noteUnproven(slot: UnprovenSlot): Promise<void>;
  clearUnproven(transactionId: string): Promise<void>;
  /**
   * Guarded by the state, or by everything that `from` states about how it was seen: throws
   * `StaleTransaction` unless the row matches `from`.
   */
  moveTransaction(
    id: string,
    from: Transaction['state'] | SeenAs,
    change: Partial<
      Pick<
        Transaction,
        | 'state'
        | 'minedHash'
        | 'minedBlock'
        | 'minedBlockHash'
        | 'gasUsed'
        | 'gasCost'
        | 'reorgs'
        | 'isFinal'
        | 'feeCap'
        | 'stuck'
      >
    >,
  ): Promise<void>;
  /**
   * Marks all of them final, as they were seen in their blocks. Throws `StaleTransaction`, which
   * rolls the unit back, if one has changed.
   */
  markTransactionsFinal(seen: readonly Transaction[]): Promise<void>;
  /**
   * Records whether enough nodes show an open pull as reverted in a block; ignored if it is no
   * longer open. Every move of the transaction clears the mark.
   */
  markReverted(transactionId: string, isReverted: boolean): Promise<void>;
  /**
   * Gives a waiting transaction its place in a multicall. Throws `StaleTransaction` if it no longer
   * waits.
   */
  placeTransaction(
    transaction: Transaction,
    place: {
      readonly slot: number;
      readonly carried: { readonly by: string; readonly group: number; readonly of: number };
    },
  ): Promise<void>;
  insertSignedTransaction(signedTransaction: SignedTransaction): Promise<void>;
  /** A remote signer's second unit. */
  setRaw(unsignedHash: TxHash, signed: SignedTransaction): Promise<void>;
  /**
   * Allots the account's next slot on the chain permanently to this unit. Throws `ACCOUNT_STOPPED`.
   */
  allotSlot(chain: ChainRef, account: Address): Promise<number>;
  /**
   * Sets the account's next slot from the chain (first use, or a slot consumed elsewhere); never
   * below an allotted one.
   */
  openAccount(chain: ChainRef, account: Address, chainSlots: number): Promise<void>;
  /** Raises the last mined slot; keeps the larger. */
  markMined(chain: ChainRef, account: Address, slot: number): Promise<void>;
  /** Raises the last final slot; keeps the larger. */
  markFinal(chain: ChainRef, account: Address, slot: number): Promise<void>;
  stopAccount(chain: ChainRef, account: Address, reason: string | null): Promise<void>;
  /** Replaces the target of the same token. */
  putFloatTarget(target: FloatTarget): Promise<void>;
  removeFloatTarget(chain: ChainRef, token: string): Promise<void>;
  /** Stored once per id, as waiting. */
  putUnmatched(transaction: Omit<UnmatchedTransaction, 'closed'>): Promise<void>;
  /** Only once: throws `StaleTransaction` if it was closed, or does not exist. */
  closeUnmatched(id: string, closed: UnmatchedClosing): Promise<void>;
  insertReservation(reservation: Reservation): Promise<void>;
  insertReservations(reservations: readonly Reservation[]): Promise<void>;
  /**
   * The same; if it exists, its units are replaced. It then counts from the earlier of both blocks,
   * and stays open or settled.
   */
  putHold(reservation: Reservation): Promise<void>;
  /** The money left at that block. A settled reservation moves to the new block. */
  settleReservation(id: string, block: number): Promise<void>;
  /** The same for several that left together. */
  settleReservations(ids: readonly string[], block: number): Promise<void>;
  /** A reorg removed the settling transaction. */
  reopenReservation(id: string): Promise<void>;
  setReservation(
    id: string,
    change: { readonly units?: Units; readonly countsFromBlock?: number },
  ): Promise<void>;
  /** The money will not leave; deletes the row. */
  releaseReservation(id: string): Promise<void>;
  /** The same for several. */
  releaseReservations(ids: readonly string[]): Promise<void>;
  /** All reservations of one owner. */
  reservationsOf(owner: string): Promise<readonly Reservation[]>;
  /**
   * Adds to a day's budgets, all or none. Resolves to the first whose limit would be exceeded, or
   * to null if all were charged.
   */
  charge<T extends Pick<BudgetCharge, 'budget' | 'units' | 'limit'>>(
    charges: readonly T[],
    day: string,
  ): Promise<T | null>;
  /** Reverses a charge to that day's budget, which never gets negative. */
  uncharge(charge: Pick<BudgetCharge, 'budget' | 'units'>, day: string): Promise<void>;
}

/** Committed state in this module's view. */
export interface TransactionView {
  readonly transactions: TransactionReads;
  readonly switches: SwitchReads;
}

/** One unit of work in this module's view. */
export interface TransactionUnit {
  readonly transactions: TransactionWrites;
  readonly books: Pick<BookWrites, 'entriesOfTransaction' | 'post'>;
  readonly switches: SwitchReads;
  readonly announce: AccountAnnouncements;
}

export type TransactionStore = StorePort<TransactionView, TransactionUnit>;
