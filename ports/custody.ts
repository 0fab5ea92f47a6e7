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
   * The transaction is only awaited: until its slot is taken no block can hold it, so nodes need
   * not be asked. Left out if an answer that nothing is mined decides anything.
   */
  readonly isAwaited?: true;
}

/**
 * Bytes of ours that a block may hold: their calls, the coin that they carry and their highest
 * possible cost. Nodes are never asked for what we signed.
 */
export interface WatchedForm {
  readonly hash: TxHash;
  readonly tx: TxFields;
}

/** The transaction that a signed form belongs to, and its movements. */
export type FormContent = Pick<SignedTransaction, 'transactionId' | 'movements'>;

/**
 * The RPC nodes' answer to a broadcast. Only `refused` proves that these bytes are currently in
 * none of their mempools.
 */
export type BroadcastOutcome = 'accepted' | 'refused' | 'unknown';

/**
 * - dearer: the offer of a replacement
 * - capped: the chain requires more than the last offer, and the cap does not allow it; per gas
 * - enough: the last offer meets the market, and a higher one is not allowed or useless
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
 * network and allots no slot; `seal` runs inside the unit of work and uses no network.
 */
export interface FamilyCustody {
  readonly chains: readonly ChainRef[];
  /** The chain's accounts: a family whose payers sign nothing has no spender. */
  roles(chain: ChainRef): readonly AccountRole[];
  /** The float if the chain has no spender. */
  account(chain: ChainRef, role: AccountRole): Address;
  /**
   * Where an operator funds the float: the float's account, or the address whose receipts count for
   * it.
   */
  fundingAddress(chain: ChainRef): Address;
  /** Typical gas of a pull or a payout by the account, with margin. */
  usualGas(chain: ChainRef, role: AccountRole): bigint;
  /** The role of an account of these keys, on any chain; null for any other address. */
  roleOf(account: Address): AccountRole | null;
  /**
   * Custody of rotated keys, which only finish what was started with them, newest first: each is
   * this same custody with their accounts in `account`.
   */
  readonly former: readonly FamilyCustody[];
  /**
   * Whether the address currently has code, as a contract or by delegation. Throws
   * `CHAIN_UNREACHABLE`.
   */
  hasCode(chain: ChainRef, account: Address, signal: AbortSignal): Promise<boolean>;
  /**
   * Simulates the request as it will run and sets gas and fees. Refuses with `SIMULATION_FAILED`
   * what would fail, and a rail's calls that would take more from our accounts than they may;
   * throws `CHAIN_UNREACHABLE`.
   */
  prepare(
    request: TransactionRequest,
    signal: AbortSignal,
    options?: RefusalOptions,
  ): Promise<PrepareOutcome>;
  /**
   * Whether the account's transactions on that chain are merged now: several groups in one
   * transaction, with one in flight at a time. Otherwise each has a transaction of its own.
   */
  mergesTransactions(chain: ChainRef, role: AccountRole): boolean;
  /** Maximum groups merged into one transaction there: enough for nearly all of the saving. */
  groupsAtMost(chain: ChainRef): number;
  /**
   * The next transaction that the account needs for the deployment's mode: before it can pay, hold
   * a token, or merge its transactions. Null once nothing is missing. Throws `GAS_EXHAUSTED` if the
   * account cannot pay for it, and `CHAIN_UNREACHABLE`.
   */
  prepareAccount(chain: ChainRef, role: AccountRole, signal: AbortSignal): Promise<Prepared | null>;
  /**
   * One transaction for the groups, in order; each group succeeds or fails as a whole. It leaves
   * out groups that would fail at the head, which are all of them if the account cannot merge now.
   * Throws `GAS_EXHAUSTED` if it cannot pay for them together, `CHAIN_UNREACHABLE`, and `INTERNAL`
   * on a chain without merging.
   */
  prepareMerged(
    chain: ChainRef,
    role: AccountRole,
    groups: readonly (readonly TxFields[])[],
    signal: AbortSignal,
  ): Promise<PreparedMerged>;
  /**
   * Signs with a local key immediately (`raw` set), or leaves `raw` null for a remote signer (see
   * `sign`).
   */
  seal(content: FormContent, prepared: Prepared, slot: number, nowMs: number): SignedTransaction;
  /**
   * Requests the remote signer's signature; returns the signed transaction with `raw`. A local
   * signer returns its input.
   */
  sign(signedTransaction: SignedTransaction, signal: AbortSignal): Promise<SignedTransaction>;
  /**
   * Higher fees for the same slot, at least 12.5 % above the last, within the chain's cap, or
   * `feeRateCap` if that is higher. Throws `CHAIN_UNREACHABLE`.
   */
  bump(last: SignedTransaction, feeRateCap: bigint | null, signal: AbortSignal): Promise<Bump>;
  /**
   * Whether no block of the current chain can hold the last signed form, because a coin that it
   * spends besides its slot is gone. Left out on chains without coins. Throws `CHAIN_UNREACHABLE`.
   */
  isSpoilt?(last: SignedTransaction, signal: AbortSignal): Promise<boolean>;
  /** Whether both signed contents have the same effect, with any gas and fees. */
  doesSame(chain: ChainRef, one: TxFields, other: TxFields): boolean;
  /** Sends committed bytes to every node of the chain, in the given order. Never throws. */
  broadcast(signedTransactions: readonly SignedTransaction[]): Promise<readonly BroadcastOutcome[]>;
  /**
   * Reads all of them at one block of one RPC node. Other nodes are asked for receipts that it
   * lacks, and to confirm what it shows. An impossible receipt counts as missing. Throws
   * `CHAIN_UNREACHABLE`.
   */
  observe(
    chain: ChainRef,
    watched: readonly WatchedTransaction[],
    signal: AbortSignal,
  ): Promise<ChainReading>;
  /**
   * The head and the canonical blocks at these heights from one node: one request for any number of
   * transactions. If the last reading already shows everything asked for, it is reused while it is
   * younger than the chain's block interval. Null, or left out, on chains where reading
   * transactions costs no more. Throws `CHAIN_UNREACHABLE`.
   */
  headWith?(
    chain: ChainRef,
    heights: readonly number[],
    signal: AbortSignal,
  ): Promise<HeadReading | null>;
  /**
   * The hashes that enough nodes (two, or the only one) show in exactly these blocks, with the same
   * end and cost, including posting if both show it. Makes many requests; never throws.
   */
  shownAlike(
    chain: ChainRef,
    mined: readonly Pick<MinedReading, 'hash' | 'blockHash'>[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<TxHash>>;
  /**
   * The consumer of the transaction's slot, searched for on every configured node: our own hashes
   * first, then logs that name the account, historical slots, and full blocks, a part at each
   * search. Makes many requests; never throws.
   */
  consumerOf(
    watched: WatchedTransaction,
    search: SlotSearch,
    signal: AbortSignal,
  ): Promise<SlotConsumer>;
  /**
   * The consumers of these slots with calldata and receipt, for a store that is older than the
   * chain. Makes many requests per slot; never throws.
   */
  accountHistory(
    chain: ChainRef,
    search: HistorySearch,
    signal: AbortSignal,
  ): Promise<AccountHistory>;
  /**
   * What a successful transaction that none of our accounts sent brought `to` from accounts other
   * than ours, once it is as deep as the chain's confirmations and enough nodes (two, or the only
   * one) agree; empty before. Coin is searched for only if `token` is `native`: from traces if
   * enough nodes offer them, otherwise the lowest amount that a trace or the block's balance change
   * shows. Throws `CHAIN_UNREACHABLE` while too few nodes answer.
   */
  arrivals(
    chain: ChainRef,
    hash: TxHash,
    want: { readonly token: string; readonly to: Address },
    signal: AbortSignal,
  ): Promise<readonly Arrival[]>;
  /**
   * Transfers that may be a refund: only confirmed ones with receipts on which enough nodes agree.
   * A long range is searched over several calls. Throws `CHAIN_UNREACHABLE` while too few nodes
   * answer.
   */
  refundsSince(chain: ChainRef, search: RefundSearch, signal: AbortSignal): Promise<FoundRefunds>;
  /**
   * In smallest units, the highest figure of any node; null until enough nodes show the later of
   * the two as deep as the chain's confirmations. Never throws.
   */
  takenBetween(chain: ChainRef, search: TakenSearch, signal: AbortSignal): Promise<bigint | null>;
  /**
   * Payments by transactions that these accounts sent, from their logs, oldest first, including
   * those that only one node shows; null if the time is too far back to search. Throws
   * `CHAIN_UNREACHABLE`.
   */
  paymentsSince(
    chain: ChainRef,
    search: PaymentSearch,
    signal: AbortSignal,
  ): Promise<readonly Payment[] | null>;
  /** The account's mined transaction count: its next slot there. Throws `CHAIN_UNREACHABLE`. */
  slotsTaken(chain: ChainRef, account: Address, signal: AbortSignal): Promise<number>;
  /** The same, as deep as the chain's confirmations. Throws `CHAIN_UNREACHABLE`. */
  slotsConfirmed(chain: ChainRef, account: Address, signal: AbortSignal): Promise<number>;
  /** At the head, and including the mempools. Throws `CHAIN_UNREACHABLE`. */
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
   * All balances and the accounts' slots, from one RPC node at one block: the given one or, when
   * left out, one as deep as the chain's confirmations. Null if no node serves that block's state.
   * If two nodes are configured, it never uses the node `otherThan`, so that a second look is
   * independent. Throws `CHAIN_UNREACHABLE`.
   */
  holdings(
    chain: ChainRef,
    books: readonly Book[],
    at: { readonly block?: number; readonly otherThan?: number },
    signal: AbortSignal,
  ): Promise<HoldingsReading | null>;
}

/**
 * Custody of all families of a deployment combined, with permits for the families that have them.
 */
export interface CustodyPort extends FamilyCustody, PermitPort {
  readonly former: readonly CustodyPort[];
}
