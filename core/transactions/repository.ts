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

/** What the owners of transactions are notified of, inside the unit in which it happens. */
export interface AccountAnnouncements {
  /**
   * The chain has transactions of the account that the store does not know, so any work that uses
   * it may have been done already. Resolves to how many pieces of work were quarantined.
   */
  accountBehind(account: Account): Promise<number>;
}

/** What a book holds by its last reading, and what is taken from that. */
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
  /** Since when; null while it runs, and where it stopped before this was kept. */
  readonly stoppedAtMs: number | null;
}

/**
 * How a transaction stood, in which block if in any, and after how many reorgs. Of two findings
 * about it the later one counts, so a change names the one that it rests on.
 */
export type SeenAs = Pick<Transaction, 'state' | 'minedHash' | 'minedBlock' | 'reorgs'>;

export class StaleTransaction extends Error {
  override readonly name = 'StaleTransaction';
}

/** What is under way and can still cost, by the fees offered for it, in units of coin. */
export interface OpenCost {
  readonly ofClient: bigint;
  readonly ofPayer: bigint;
  readonly inAll: bigint;
}

/** The same of calls. */
export interface OpenCallCost {
  readonly ofEngine: bigint;
  readonly ofPayer: bigint;
}

/** What one transaction took in the block it is in. */
export interface GasUse extends Pick<Transaction, 'chain' | 'purpose'> {
  readonly gasUsed: bigint;
}

/** Which of the open transactions are meant; all where nothing is named. */
export interface OpenScope {
  readonly at?: Pick<Account, 'chain' | 'account'>;
  /** What no route owns is few, however many routes there are. */
  readonly owner?: Exclude<Owner['kind'], 'route'>;
  readonly isStuck?: true;
}

/** Some of a chain's open transactions, in the order of their accounts and slots. */
export interface OpenPage {
  /** At least that old, or committed after now. */
  readonly age: { readonly nowMs: number; readonly leastMs: number };
  /** The last one of the page before. */
  readonly after: Pick<Transaction, 'account' | 'slot' | 'id'> | null;
  readonly limit: number;
}

/** A block that holds transactions of ours, as it was seen; null where that was not. */
export interface UnfinalBlock {
  readonly block: number | null;
  readonly blockHash: string | null;
}

/** A pull that is committed and whose end is not proven. */
export interface PendingPull {
  readonly token: Address;
  readonly payer: Address;
  readonly client: string;
  readonly units: Units;
  /** It is in a block where it reverted, not deep enough yet: see `markReverted`. */
  readonly isReverted: boolean;
}

/** A pull that a reorg can still take. */
export interface ShallowPull extends PendingPull {
  readonly transactionId: string;
}

/** What an operator ordered the float to hold of a token. */
export interface FloatTarget {
  readonly chain: ChainRef;
  /** Contract address. */
  readonly token: string;
  readonly units: Units;
  /** The operator's name. */
  readonly by: string;
  readonly sinceMs: number;
}

/** Reads of committed state, on a connection of their own. */
export interface TransactionReads {
  /** All transactions of one owner, in the order they were committed. */
  transactionsOf(owner: string): Promise<readonly Transaction[]>;
  signedTransactionsOf(transactionIds: readonly string[]): Promise<readonly SignedTransaction[]>;
  signedTransaction(hash: TxHash): Promise<SignedTransaction | null>;
  /** Null where there is none of that id. */
  transaction(id: string): Promise<Transaction | null>;
  /** Those whose end is not known yet, in the order of their accounts and slots. */
  openTransactions(which?: OpenScope): Promise<readonly Transaction[]>;
  openPage(chain: ChainRef, page: OpenPage): Promise<readonly Transaction[]>;
  /**
   * Open ones of the chain with a slot that their route does not wait for as it stands: it has ended, is past their
   * step, or is giving back and they are no part of that.
   */
  unawaitedTransactions(chain: ChainRef): Promise<readonly Transaction[]>;
  /**
   * Every transaction of every account, or of that chain, that is open, or in a block (successful or
   * reverted) that is not final.
   */
  watchedTransactions(chain?: ChainRef): Promise<readonly Transaction[]>;
  /** The blocks of transactions, successful or not, that a reorg can still take; each once. */
  unfinalBlocks(chain: ChainRef): Promise<readonly UnfinalBlock[]>;
  /** Those transactions in these blocks. */
  unfinalIn(
    chain: ChainRef,
    blocks: readonly UnfinalBlock['block'][],
  ): Promise<readonly Transaction[]>;
  /**
   * Transactions that wait for a multicall of that account, by their turns: the first of each payer
   * and of each movement before the second of any. Those committed together stand together.
   */
  unplacedTransactions(
    chain: ChainRef,
    account: Address,
    line: Line,
    limit: number,
  ): Promise<readonly Transaction[]>;
  /** The account's multicall that is not mined yet; there is one at most. */
  openMulticall(chain: ChainRef, account: Address): Promise<Transaction | null>;
  account(chain: ChainRef, account: Address): Promise<AccountRecord | null>;
  /** Those of them that are stopped. */
  stoppedAmong(
    accounts: readonly Pick<Account, 'chain' | 'account'>[],
  ): Promise<readonly AccountRecord[]>;
  /**
   * The last block at which the transaction's slot was known to be free, a minute or 64 blocks old
   * at most while it is watched; null where none is known.
   */
  freeAtOf(transactionId: string): Promise<number | null>;
  /** The head that the transaction was prepared on; null where it is not known. */
  preparedAtOf(transactionId: string): Promise<number | null>;
  /** Longest unproven first. */
  unprovenSlots(): Promise<readonly UnprovenSlot[]>;
  accounts(): Promise<readonly AccountRecord[]>;
  /**
   * The account's transactions that were displaced by what the store does not know yet, the lowest
   * slot first.
   */
  unexplainedTransactions(chain: ChainRef, account: Address): Promise<readonly Transaction[]>;
  /** The block of the account's last known transaction below the slot; null where none is mined. */
  minedBefore(chain: ChainRef, account: Address, slot: number): Promise<number | null>;
  /** The oldest first, closed ones included. */
  unmatchedTransactions(): Promise<readonly UnmatchedTransaction[]>;
  /**
   * What successful transactions of the newest routes took, the latest first; of ten routes at most for each
   * that is wanted. Those of multicalls have only a share. Reads thousands of rows: not for the money path.
   */
  gasUsedLately(limit: number): Promise<readonly GasUse[]>;
  /**
   * How many routes the on-chain transaction paid that has, of all payouts in a block, the one that
   * was committed last; 0 before the first.
   */
  routesPaidAtOnce(): Promise<number>;
  /** That payer's and token's pulls that are committed and not known to be mined, the oldest first. */
  pendingPulls(chain: ChainRef, token: Address, payer: Address): Promise<readonly PullUnderWay[]>;
  /** Those of all payers and tokens, one for each pull. */
  pendingPullsOn(chain: ChainRef): Promise<readonly PendingPull[]>;
  /** Those that are pending, and the ones that were mined after that block. */
  pullsAfter(chain: ChainRef, block: number): Promise<readonly ShallowPull[]>;
  /**
   * The most that pulls of payers with code, or of those without, can still cost on a chain: those
   * that are committed and not mined, with the allowances in front of them.
   */
  openPulls(
    chain: ChainRef,
    of: { readonly client: string; readonly payer: string; readonly hasCode: boolean },
  ): Promise<OpenCost>;
  /** The most that payouts of coin can still cost on a chain: those that are committed and not mined. */
  openPayouts(
    chain: ChainRef,
    of: { readonly client: string; readonly payer: string },
  ): Promise<OpenCost>;
  /**
   * What they can cost beside that, by what their routes were accepted with: those that are not
   * committed, and the gas of pull and refund of all whose route has not ended. Routes that wait for a
   * person are left out, here and below.
   */
  payoutsToCome(
    chain: ChainRef,
    of: { readonly client: string; readonly payer: string },
  ): Promise<OpenCost>;
  /**
   * What routes with calls, or whose plan is still to be made again, cost if all are given back, by
   * what they were accepted with, until they are over. Once its call was mined, one counts in full for
   * its payer and a tenth for its client and chain. Held refunds and quarantined routes are left out.
   */
  refundsToCome(
    chain: ChainRef,
    of: { readonly client: string; readonly payer: string },
  ): Promise<OpenCost>;
  /** The most that engines' calls can still cost on a chain: those that are committed and not mined. */
  openCalls(
    chain: ChainRef,
    of: { readonly engine: string; readonly payer: string },
  ): Promise<OpenCallCost>;
  /** What is open in the book, or left it after its last reading. */
  reservations(book: Book): Promise<readonly Reservation[]>;
  /** Both together and counted, for it is read with every commit; null before the first reading. */
  holding(book: Book): Promise<Holding | null>;
  spent(budget: string, day: string): Promise<Units>;
  /** The same of several, in their order. */
  spentOfEach(budgets: readonly string[], day: string): Promise<readonly Units[]>;
  /** Orders only, not the config's. */
  floatTargets(): Promise<readonly FloatTarget[]>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface TransactionWrites extends TransactionReads {
  /** `preparedAt`: the head that it was prepared on, which had its slot free; left out where unknown. */
  insertTransaction(transaction: Transaction, preparedAt?: number): Promise<void>;
  /** Of one owner and account, committed together: they wait for one multicall, with one turn. */
  insertUnplaced(together: readonly Transaction[], place: LinePlace): Promise<void>;
  /** The slots of these open transactions were free at that block; an earlier one changes nothing. */
  raiseFreeAt(transactionIds: readonly string[], block: number): Promise<void>;
  /** Keeps the time since when it is unproven. */
  noteUnproven(slot: UnprovenSlot): Promise<void>;
  clearUnproven(transactionId: string): Promise<void>;
  /**
   * Guarded by the state, or by all that `from` says of how it was seen: throws `StaleTransaction`
   * unless the row is as in `from`.
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
   * All of them are final, as they were seen in their blocks. Throws `StaleTransaction`, which undoes the
   * unit, where one is not as it was seen.
   */
  markTransactionsFinal(seen: readonly Transaction[]): Promise<void>;
  /**
   * Whether enough nodes show an open pull in a block where it reverted; nothing where it is not open
   * any more. Every move of the transaction takes the mark away.
   */
  markReverted(transactionId: string, isReverted: boolean): Promise<void>;
  /**
   * Gives a waiting transaction its place in a multicall. Throws `StaleTransaction` where it no
   * longer waits.
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
   * The account's next slot on the chain, taken for good by this unit. Throws `ACCOUNT_STOPPED`.
   */
  allotSlot(chain: ChainRef, account: Address): Promise<number>;
  /**
   * Sets the account's next slot from the chain (first use, or a slot consumed elsewhere); never
   * below what was allotted.
   */
  openAccount(chain: ChainRef, account: Address, chainSlots: number): Promise<void>;
  /** Raises the last mined slot; keeps the larger. */
  markMined(chain: ChainRef, account: Address, slot: number): Promise<void>;
  /** Raises the last final slot; keeps the larger. */
  markFinal(chain: ChainRef, account: Address, slot: number): Promise<void>;
  stopAccount(chain: ChainRef, account: Address, reason: string | null): Promise<void>;
  /** Replaces the one of the same token. */
  putFloatTarget(target: FloatTarget): Promise<void>;
  removeFloatTarget(chain: ChainRef, token: string): Promise<void>;
  /** Once for each id, as one that waits. */
  putUnmatched(transaction: Omit<UnmatchedTransaction, 'closed'>): Promise<void>;
  /** Once: throws `StaleTransaction` where it was closed, or is not there. */
  closeUnmatched(id: string, closed: UnmatchedClosing): Promise<void>;
  insertReservation(reservation: Reservation): Promise<void>;
  insertReservations(reservations: readonly Reservation[]): Promise<void>;
  /**
   * The same, or where it is there already its units anew: it counts from the earlier of both blocks
   * then, and stays open or settled.
   */
  putHold(reservation: Reservation): Promise<void>;
  /** The money left at that block. A reservation already settled moves to the new block. */
  settleReservation(id: string, block: number): Promise<void>;
  /** The same of several that left together. */
  settleReservations(ids: readonly string[], block: number): Promise<void>;
  /** A reorg took the settling transaction away. */
  reopenReservation(id: string): Promise<void>;
  setReservation(
    id: string,
    change: { readonly units?: Units; readonly countsFromBlock?: number },
  ): Promise<void>;
  /** The money will not leave after all; the row goes. */
  releaseReservation(id: string): Promise<void>;
  /** The same of several. */
  releaseReservations(ids: readonly string[]): Promise<void>;
  /** All reservations of one owner. */
  reservationsOf(owner: string): Promise<readonly Reservation[]>;
  /**
   * Adds to a day's budgets, all of them or none: resolves to the first whose limit would be passed, and
   * to null where all were charged.
   */
  charge<T extends Pick<BudgetCharge, 'budget' | 'units' | 'limit'>>(
    charges: readonly T[],
    day: string,
  ): Promise<T | null>;
  /** Takes a charge back from that day's budget, which never goes below nothing. */
  uncharge(charge: Pick<BudgetCharge, 'budget' | 'units'>, day: string): Promise<void>;
}

/** Committed state, as this module reads it. */
export interface TransactionView {
  readonly transactions: TransactionReads;
  readonly switches: SwitchReads;
}

/** One unit of work, as this module sees it. */
export interface TransactionUnit {
  readonly transactions: TransactionWrites;
  readonly books: Pick<BookWrites, 'entriesOfTransaction' | 'post'>;
  readonly switches: SwitchReads;
  readonly announce: AccountAnnouncements;
}

export type TransactionStore = StorePort<TransactionView, TransactionUnit>;
