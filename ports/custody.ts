import type {
  AccountRole,
  BalanceReading,
  Book,
  ChainRef,
  Transaction,
  SignedTransaction,
  Address,
  TxHash,
  TxFields,
} from '@interline/kernel';
import type {
  AccountHistory,
  HistorySearch,
  SlotConsumer,
  SlotSearch,
  ChainReading,
  HeadReading,
  MinedReading,
  Arrival,
  FoundRefunds,
  RefundSearch,
  TakenSearch,
  PaymentSearch,
  Payment,
  QueueReading,
  HoldingsReading,
} from './chain-reading.ts';
import type { PermitPort } from './permits.ts';
import type {
  TransactionRequest,
  Prepared,
  PrepareOutcome,
  PreparedMerged,
  RefusalOptions,
} from './transaction-request.ts';

export interface WatchedTransaction {
  readonly transaction: Transaction;
  readonly forms: readonly WatchedForm[];
  /**
   * It is only waited for: until its slot is taken no block can hold it, and no node need be asked
   * whether one does. Left out where an answer that nothing is mined decides anything.
   */
  readonly isAwaited?: true;
}

/**
 * Bytes of ours that a block may hold: what they call, the coin that they carry and the most that
 * they can have cost there. No node is asked for what we signed.
 */
export interface WatchedForm {
  readonly hash: TxHash;
  readonly tx: TxFields;
}

/** What a signed transaction is a form of, and what it carries. */
export type FormContent = Pick<SignedTransaction, 'transactionId' | 'movements'>;

/**
 * What the RPC nodes said to a broadcast. Only `refused` proves that these bytes are in no mempool
 * of theirs now.
 */
export type BroadcastOutcome = 'accepted' | 'refused' | 'unknown';

/**
 * - dearer: what a replacement offers
 * - capped: the chain takes more than was offered last, and the cap does not allow it; per gas
 * - enough: what was offered last meets the market, and a higher offer is not allowed or no use
 */
export type Bump =
  | { readonly kind: 'dearer'; readonly tx: Prepared['tx'] }
  | {
      readonly kind: 'capped';
      readonly offered: bigint;
      readonly needed: bigint;
      readonly feeRateCap: bigint;
    }
  | { readonly kind: 'enough'; readonly feeRateCap: bigint };

/**
 * The only port that can move value, for one chain family. Keys never leave it. `prepare` uses the
 * network and no slot; `seal` runs inside the unit of work and uses no network.
 */
export interface FamilyCustody {
  readonly chains: readonly ChainRef[];
  /** The accounts that the chain has: a family whose payers sign nothing has no spender. */
  roles(chain: ChainRef): readonly AccountRole[];
  /** The float where the chain has no spender. */
  account(chain: ChainRef, role: AccountRole): Address;
  /** Where an operator sends what the float is to hold: its account, where what comes there counts. */
  fundingAddress(chain: ChainRef): Address;
  /** Gas of a pull or a payout by the account, with room for what rises. */
  usualGas(chain: ChainRef, role: AccountRole): bigint;
  /** The role of an account of these keys, on whichever chain; null for any other address. */
  roleOf(account: Address): AccountRole | null;
  /**
   * Custody of the keys that were rotated out and still finish what was begun with them, the newest
   * first: each is this same custody, but its `account` names their accounts.
   */
  readonly former: readonly FamilyCustody[];
  /**
   * Whether a contract, or code that an account delegated to, stands at the address now. Throws
   * `CHAIN_UNREACHABLE`.
   */
  hasCode(chain: ChainRef, account: Address, signal: AbortSignal): Promise<boolean>;
  /**
   * Simulates the request as it will run and fixes gas and fees. Refuses with `SIMULATION_FAILED`
   * what would fail, and a rail's calls that would take more from our accounts than they may;
   * throws `CHAIN_UNREACHABLE`.
   */
  prepare(
    request: TransactionRequest,
    signal: AbortSignal,
    options?: RefusalOptions,
  ): Promise<PrepareOutcome>;
  /**
   * Whether what the account sends on that chain is merged now: several groups in one transaction,
   * of which one is in flight at a time. Where it is not, each has a transaction of its own.
   */
  mergesTransactions(chain: ChainRef, role: AccountRole): boolean;
  /** How many groups are merged into one transaction there: enough to save what can be saved. */
  groupsAtMost(chain: ChainRef): number;
  /**
   * The next transaction that the account needs before it works as the deployment wants it: before
   * it can pay, can hold a token, or can merge what it sends. Null once nothing is missing. Throws
   * `GAS_EXHAUSTED` where the account cannot pay for it, and `CHAIN_UNREACHABLE`.
   */
  prepareAccount(chain: ChainRef, role: AccountRole, signal: AbortSignal): Promise<Prepared | null>;
  /**
   * One transaction for the groups, in their order: each happens as a whole or not at all. Leaves
   * out those that would fail at the head, which are all of them where the account cannot merge now.
   * Throws `GAS_EXHAUSTED` where it cannot pay for them together, `CHAIN_UNREACHABLE`, and
   * `INTERNAL` on a chain that merges nothing.
   */
  prepareMerged(
    chain: ChainRef,
    role: AccountRole,
    groups: readonly (readonly TxFields[])[],
    signal: AbortSignal,
  ): Promise<PreparedMerged>;
  /**
   * Signs with a local key at once (`raw` set), or leaves `raw` null for a remote signer (see
   * `sign`).
   */
  seal(content: FormContent, prepared: Prepared, slot: number, nowMs: number): SignedTransaction;
  /**
   * Has the remote signer sign; returns the signed transaction with `raw`. A local signer returns
   * what it was given.
   */
  sign(signedTransaction: SignedTransaction, signal: AbortSignal): Promise<SignedTransaction>;
  /**
   * Higher fees for the same slot, at least 12.5 % above the last, within the chain's cap, or
   * within `feeRateCap` where that is more. Throws `CHAIN_UNREACHABLE`.
   */
  bump(last: SignedTransaction, feeRateCap: bigint | null, signal: AbortSignal): Promise<Bump>;
  /**
   * Whether no block can hold what was signed last, as the chain stands: a coin that it spends is gone,
   * which is not its slot. Left out on chains without coins. Throws `CHAIN_UNREACHABLE`.
   */
  isSpoilt?(last: SignedTransaction, signal: AbortSignal): Promise<boolean>;
  /** Whether what is signed would do the same, whatever gas and fees it offers. */
  doesSame(chain: ChainRef, one: TxFields, other: TxFields): boolean;
  /** Sends committed bytes to every node of the chain, in the given order. Never throws. */
  broadcast(signedTransactions: readonly SignedTransaction[]): Promise<readonly BroadcastOutcome[]>;
  /**
   * Reads all of them at one block of one RPC node; the others are asked for the receipts that it
   * lacks, and for their word on what it shows. A receipt that cannot be is owed. Throws
   * `CHAIN_UNREACHABLE`.
   */
  observe(
    chain: ChainRef,
    watched: readonly WatchedTransaction[],
    signal: AbortSignal,
  ): Promise<ChainReading>;
  /**
   * The head and the canonical blocks of these heights, by one node: one request, however many
   * transactions the blocks hold. Where nothing is asked for that the last reading has not shown, that
   * one, while it is younger than the chain's blocks are apart. Null, or left out, on chains where a
   * reading of transactions costs no more. Throws `CHAIN_UNREACHABLE`.
   */
  headWith?(
    chain: ChainRef,
    heights: readonly number[],
    signal: AbortSignal,
  ): Promise<HeadReading | null>;
  /**
   * The hashes of those that enough nodes show in these very blocks, with the same end and at the
   * same cost, posting included where both show it: two, or the only one. Many requests; never
   * throws.
   */
  shownAlike(
    chain: ChainRef,
    mined: readonly Pick<MinedReading, 'hash' | 'blockHash'>[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<TxHash>>;
  /**
   * What consumed the transaction's slot, searched for on every configured node: our own hashes
   * first, then logs that name the account, old slots, and full blocks, some at each search. Many
   * requests; never throws.
   */
  consumerOf(
    watched: WatchedTransaction,
    search: SlotSearch,
    signal: AbortSignal,
  ): Promise<SlotConsumer>;
  /**
   * What consumed these slots, with its calldata and its receipt: for a store that is older than
   * the chain. Many requests a slot; never throws.
   */
  accountHistory(
    chain: ChainRef,
    search: HistorySearch,
    signal: AbortSignal,
  ): Promise<AccountHistory>;
  /**
   * What a successful transaction that none of our accounts sent brought `to` from others than our
   * accounts, once it is as deep as the chain's confirmations and enough nodes show it alike: two,
   * or the only one; empty before. Coin is looked for only where `token` is `native`: by traces where
   * enough nodes offer them, else the least that a trace or the block's balance change shows. Throws
   * `CHAIN_UNREACHABLE` while fewer nodes answer.
   */
  arrivals(
    chain: ChainRef,
    hash: TxHash,
    want: { readonly token: string; readonly to: Address },
    signal: AbortSignal,
  ): Promise<readonly Arrival[]>;
  /**
   * Transfers that may be a refund: confirmed ones only, whose receipts enough nodes show alike.
   * A long time is searched in several calls. Throws `CHAIN_UNREACHABLE` while fewer nodes answer.
   */
  refundsSince(chain: ChainRef, search: RefundSearch, signal: AbortSignal): Promise<FoundRefunds>;
  /**
   * In smallest units, the most that any node shows; null until enough nodes show the later of the
   * two as deep as the chain's confirmations. Never throws.
   */
  takenBetween(chain: ChainRef, search: TakenSearch, signal: AbortSignal): Promise<bigint | null>;
  /**
   * Payments of transactions that these accounts sent, by their logs, oldest first, also those that
   * one node alone shows; null where the time lies too far back to be searched.
   * Throws `CHAIN_UNREACHABLE`.
   */
  paymentsSince(
    chain: ChainRef,
    search: PaymentSearch,
    signal: AbortSignal,
  ): Promise<readonly Payment[] | null>;
  /**
   * How many transactions of the account are in blocks: its next slot there. Throws
   * `CHAIN_UNREACHABLE`.
   */
  slotsTaken(chain: ChainRef, account: Address, signal: AbortSignal): Promise<number>;
  /** The same, as deep as the chain's confirmations. Throws `CHAIN_UNREACHABLE`. */
  slotsConfirmed(chain: ChainRef, account: Address, signal: AbortSignal): Promise<number>;
  /** At the head, and with those that wait in the mempools. Throws `CHAIN_UNREACHABLE`. */
  queue(chain: ChainRef, account: Address, signal: AbortSignal): Promise<QueueReading>;
  /**
   * All balances from one RPC node at one block, as deep as the chain's confirmations. Throws
   * `CHAIN_UNREACHABLE`.
   */
  balances(
    chain: ChainRef,
    books: readonly Book[],
    signal: AbortSignal,
  ): Promise<readonly BalanceReading[]>;
  /**
   * All of them and the slots of their accounts, from one RPC node at one block: that one, or
   * where it is left out one as deep as the chain's confirmations. Null where no node serves that
   * block's states. Where two nodes are configured, never from the node `otherThan`, so that a second
   * look is not the same node's word. Throws `CHAIN_UNREACHABLE`.
   */
  holdings(
    chain: ChainRef,
    books: readonly Book[],
    at: { readonly block?: number; readonly otherThan?: number },
    signal: AbortSignal,
  ): Promise<HoldingsReading | null>;
}

/** Custody of all families of a deployment as one, and of the permits of those that have them. */
export interface CustodyPort extends FamilyCustody, PermitPort {
  readonly former: readonly CustodyPort[];
}
